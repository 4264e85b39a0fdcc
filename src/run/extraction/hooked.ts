import type { HookChain } from '../../hooks/index.ts';
import { ArgiopeError } from '../../model/index.ts';
import type { ExtractedRecord, FieldValue } from '../../records/index.ts';

/** A record as the hooks leave it, `null` where one drops it. */
export async function hookedRecord(
  hooks: HookChain,
  record: ExtractedRecord,
): Promise<ExtractedRecord | null> {
  const { page, url, type } = record;
  const number = /^\d+$/.test(page) ? Number(page) : -1;
  const said = await hooks.record({ record: record.fields, type, url: url ?? page, page: number });
  if (said === null || said === record.fields) return said === null ? null : record;
  const fields = Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, fieldValue(name, value)]),
  );
  const confidence = Object.keys(fields).map((name) => [name, record.confidence[name] ?? 1]);
  return { ...record, fields, confidence: Object.fromEntries(confidence) };
}

function fieldValue(name: string, value: unknown): FieldValue {
  if (typeof value === 'string') return value;
  if (Number.isFinite(value) || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string' || isItem(each)))
    return value as FieldValue;
  const got = typeof value === 'number' ? String(value) : (JSON.stringify(value)?.slice(0, 60) ?? 'nothing');
  throw new ArgiopeError(
    'CONFIG',
    `a hook gave ${got} for the field ${name}: expected a text, a list of texts or a list of items`,
    {
      advice: 'Leave the field out of the record to remove it.',
    },
  );
}

/** An item of a list within a record: texts by name. */
function isItem(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => valuesIn(each).every((text) => typeof text === 'string'))
  );
}

function valuesIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
