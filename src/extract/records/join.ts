import type { ExtractedRecord, FieldValue } from './record.ts';

/** A record with the addresses that its part of the page links to, in order. */
export interface LinkedRecord {
  readonly record: ExtractedRecord;
  /** Absolute, without fragments. */
  readonly links: readonly string[];
}

/**
 * Gives items of lists what the pages that they link to say of them. What an item says itself stays, unless it
 * is the cut-off beginning of what its page says. Records of whole pages are given back as they are.
 */
export function joinDetails(records: readonly LinkedRecord[]): readonly ExtractedRecord[] {
  const details = new Map<string, ExtractedRecord>();
  for (const { record } of records)
    if (record.path === null && record.url !== null) details.set(plain(record.url), record);
  return records.map(({ record, links }) => {
    if (record.path === null) return record;
    const own = record.url === null ? null : plain(record.url);
    const link = links.map(plain).find((each) => each !== own && details.has(each));
    const detail = link === undefined ? undefined : details.get(link);
    return detail === undefined ? record : joined(record, detail);
  });
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
