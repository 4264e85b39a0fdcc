/** Records of a crawl: all of them, those of a type, or those that fulfil conditions. */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ExtractedRecord } from '../../records/index.ts';
import { aCount, anObject, anyJson, aText, listOf, mapOf, maybe, orNull, type TypeOf } from '../schema.ts';
import { crawlRoute } from './shared.ts';

const recordSchema = anObject({
  page: orNull(aText('Number or file of its page')),
  url: orNull(aText()),
  type: aText(),
  path: orNull(aText('List whose item it is')),
  fields: anyJson<ExtractedRecord['fields']>('Values by field'),
});

const recordsSchema = anObject({
  total: aCount('Records that fit'),
  types: mapOf(aCount(), 'All records, by type'),
  records: listOf(recordSchema),
});

/** A record in a table. */
export type RecordRow = TypeOf<typeof recordSchema>;

/** Records in a table. */
export type RecordRows = TypeOf<typeof recordsSchema>;

/** Routes of records. */
export const recordRoutes = [
  crawlRoute({
    path: '/records',
    tag: 'Records',
    summary: 'Records that were made of the pages',
    query: anObject({
      type: maybe(aText('Records of this type alone', 300)),
      words: maybe(aText('Records with all these words in their values', 500)),
      offset: maybe(aCount()),
      limit: maybe(aCount('At most 500')),
    }),
    answer: recordsSchema,
    run: async ({ crawl, query }) => {
      const { place } = crawl;
      return readRecords(join(place.out, 'records.jsonl'), query);
    },
  }),
];

/** Reads records line by line: only those that are given are kept. */
export async function readRecords(
  file: string,
  asked: {
    readonly type?: string | undefined;
    readonly words?: string | undefined;
    readonly offset?: number | undefined;
    readonly limit?: number | undefined;
  },
): Promise<RecordRows> {
  const { type = '', words = '', offset = 0 } = asked;
  const limit = Math.min(asked.limit ?? 100, 500);
  const types: Record<string, number> = {};
  const records: RecordRow[] = [];
  let total = 0;
  if (!existsSync(file)) return { total, types, records };
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (line === '') continue;
    const record = JSON.parse(line) as ExtractedRecord;
    types[record.type] = (types[record.type] ?? 0) + 1;
    if (type !== '' && record.type !== type) continue;
    if (wanted.length > 0 && !hasAll(record, wanted)) continue;
    if (total++ < offset || records.length >= limit) continue;
    const { page, url, path, fields } = record;
    records.push({ page, url, type: record.type, path, fields });
  }
  return { total, types, records };
}

function hasAll({ fields }: ExtractedRecord, words: readonly string[]): boolean {
  const text = Object.values(fields)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
