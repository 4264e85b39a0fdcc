import { join } from 'node:path';
import type { ExtractedRecord, RecordSchema, RejectedRecord } from '../../extract/index.ts';
import { valuesOf } from '../../extract/index.ts';
import { csvLine } from '../csv.ts';
import { writeText } from '../disk.ts';
import { Staging } from '../staging.ts';
import { writePostgres } from './postgres.ts';
import { writeSqlite } from './sqlite.ts';
import { tablesOf } from './tables.ts';

/** Where records go besides `records.jsonl`. */
export type RecordSink =
  | { readonly kind: 'csv' }
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Records of one extraction. */
export interface RecordSet {
  /** Site or folder that they are of. */
  readonly source: string;
  readonly records: readonly ExtractedRecord[];
  readonly rejected: readonly RejectedRecord[];
  readonly schema: RecordSchema | null;
}

/** Writes `records.jsonl` and `rejected.jsonl`, and what else is asked for; gives the places it wrote to. */
export async function writeRecords(
  set: RecordSet,
  { dir, sinks = [] }: { readonly dir: string; readonly sinks?: readonly RecordSink[] },
): Promise<readonly string[]> {
  const places = [join(dir, 'records.jsonl'), join(dir, 'rejected.jsonl')];
  await writeLines(places[0] as string, set.records);
  await writeLines(places[1] as string, set.rejected);
  for (const sink of sinks) places.push(await writeTo(sink, set, dir));
  return places;
}

async function writeLines(path: string, lines: readonly object[]): Promise<void> {
  await writeText(path, async (file) => {
    for (const line of lines) await file.add(`${JSON.stringify(line)}\n`);
  });
}

async function writeTo(sink: RecordSink, set: RecordSet, dir: string): Promise<string> {
  switch (sink.kind) {
    case 'csv':
      return writeSheets(set.records, join(dir, 'records'));
    case 'sqlite':
      writeSqlite(sink.file, set.source, tablesOf(set.records, set.source, set.schema));
      return sink.file;
    case 'postgres':
      await writePostgres(sink.url, set.source, tablesOf(set.records, set.source, set.schema));
      return new URL(sink.url).host;
  }
}

/** One sheet for each type and list, since their columns differ; several values have line breaks between them. */
async function writeSheets(records: readonly ExtractedRecord[], folder: string): Promise<string> {
  const staging = await Staging.begin(folder, ['.']);
  try {
    for (const { name, columns, sheet } of sheetsOf(records))
      await writeText(join(staging.dir, `${name}.csv`), async (file) => {
        await file.add(csvLine(['page', 'url', ...columns]));
        for (const { page, url, fields } of sheet) {
          const cells = columns.map((column) =>
            fields[column] === undefined ? null : valuesOf(fields[column]).join('\n'),
          );
          await file.add(csvLine([page, url, ...cells]));
        }
      });
    await staging.finish();
  } catch (error) {
    await staging.abandon();
    throw error;
  }
  return folder;
}

interface Sheet {
  readonly name: string;
  readonly columns: readonly string[];
  readonly sheet: readonly ExtractedRecord[];
}

function sheetsOf(records: readonly ExtractedRecord[]): readonly Sheet[] {
  const names = tablesOf(records, '', null).map(({ name }) => name);
  const groups = Map.groupBy(records, ({ type, path }) => (path === null ? type : `${type}_${path}`));
  return [...groups.values()].map((sheet, at) => ({
    name: names[at] as string,
    columns: [...new Set(sheet.flatMap(({ fields }) => Object.keys(fields)))],
    sheet,
  }));
}
