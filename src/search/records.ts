import type { IndexedRecord, RecordBatch } from '../model/search.ts';
import { type ExtractedRecord, momentIn, numberIn, valuesOf } from '../records/index.ts';
import { SegmentMaker } from './segment.ts';
import { findTokens, foldedText, partTokens, rankTokens } from './tokens.ts';

/** A record as the index takes it: each of its values by itself, and all of them as one text. */
export function indexedRecord(record: ExtractedRecord): IndexedRecord {
  const values = Object.entries(record.fields).flatMap(([field, value]) =>
    valuesOf(value).map((text) => ({
      field: field.toLowerCase(),
      text,
      plain: foldedText(text).trim(),
      tokens: ` ${findTokens(text).join(' ')} `,
      number: numberIn(text) ?? momentIn(text),
    })),
  );
  const text = values.map((value) => value.text).join('\n');
  const filed = {
    ...{ title: [], heads: [], beside: [], parts: partTokens(text) },
    text: findTokens(text),
    words: rankTokens(text),
    url: findTokens(record.url ?? ''),
  };
  return { type: record.type, json: JSON.stringify(record), values, filed };
}

/** Records that are filed together, numbered from 0 on. */
export function* recordBatches(records: Iterable<IndexedRecord>): Generator<RecordBatch> {
  const segment = new SegmentMaker();
  let [some, number]: [IndexedRecord[], number] = [[], 0];
  for (const record of records) {
    some.push(record);
    segment.add({ ...record.filed, number, group: number++, depth: 0 });
    if (!segment.isFull) continue;
    yield { records: some, segment: segment.take() };
    some = [];
  }
  if (some.length > 0) yield { records: some, segment: segment.take() };
}
