import type { ExtractedRecord, FieldValue } from './record.ts';

/** A record with the addresses that its part of the page links to, in order. */
export interface LinkedRecord {
  readonly record: ExtractedRecord;
  /** Absolute, without fragments. */
  readonly links: readonly string[];
}

/**
 * Gives an item of a list what the page that it links to says of it (`detailOf`, by address). What the item says
 * itself stays, unless it is the cut-off beginning of what its page says. The record of a whole page stays as it is.
 */
export function joinDetail(
  { record, links }: LinkedRecord,
  detailOf: (url: string) => ExtractedRecord | null,
): ExtractedRecord {
  if (record.path === null) return record;
  const own = record.url === null ? null : plain(record.url);
  for (const link of links.map(plain)) {
    const detail = link === own ? null : detailOf(link);
    if (detail !== null) return joined(record, detail);
  }
  return record;
}

function joined(item: ExtractedRecord, detail: ExtractedRecord): ExtractedRecord {
  const fields: Record<string, FieldValue> = { ...item.fields };
  const confidence: Record<string, number> = { ...item.confidence };
  for (const [name, value] of Object.entries(detail.fields)) {
    if (fields[name] !== undefined && !isCutOff(fields[name], value)) continue;
    fields[name] = value;
    confidence[name] = detail.confidence[name] ?? 0;
  }
  return { ...item, fields, confidence };
}

function isCutOff(short: FieldValue, whole: FieldValue): boolean {
  if (typeof short !== 'string' || typeof whole !== 'string') return false;
  const beginning = short.replace(/\s*(?:…|\.{3})$/, '');
  return beginning !== short && beginning.length > 0 && whole.startsWith(beginning);
}

function plain(url: string): string {
  return url.replace(/#.*$/s, '');
}
