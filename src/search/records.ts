import type { IndexedRecord } from '../model/search.ts';
import { type ExtractedRecord, momentIn, numberIn, valuesOf } from '../records/index.ts';
import { findTokens, foldedText, rankTokens } from './tokens.ts';

/** A record as the index takes it: each of its values by itself, and all of them as one text. */
export function indexedRecord(record: ExtractedRecord): IndexedRecord {
  const page = /^\d+$/.test(record.page) ? Number(record.page) : null;
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
    title: '',
    find: findTokens(text).join(' '),
    words: rankTokens(text).join(' '),
    url: findTokens(record.url ?? '').join(' '),
  };
  return { page, type: record.type, json: JSON.stringify(record), values, filed };
}
