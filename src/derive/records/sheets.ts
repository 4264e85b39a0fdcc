import { join } from 'node:path';
import type { ExtractedRecord } from '../../records/index.ts';
import { valuesOf } from '../../records/index.ts';
import { csvLine } from '../csv.ts';
import { TextFile } from '../disk.ts';
import { Staging } from '../staging.ts';
import { type RecordTable, titleOf } from './tables.ts';

/** One sheet for each type and list, since their columns differ; several values have line breaks between them. */
export async function writeSheets(
  records: Iterable<ExtractedRecord>,
  tables: ReadonlyMap<string, RecordTable>,
  folder: string,
): Promise<string> {
  const staging = await Staging.begin(folder, ['.']);
  const sheets = new Map(
    [...tables].map(([title, { name, fields }]) => [
      title,
      { file: new TextFile(join(staging.dir, `${name}.csv`)), fields },
    ]),
  );
  try {
    for (const { file, fields } of sheets.values())
      await file.add(csvLine(['page', 'url', 'key', ...fields]));
    for (const record of records) {
      const sheet = sheets.get(titleOf(record));
      const cells = sheet?.fields.map((field) => {
        const value = record.fields[field];
        return value === undefined ? null : valuesOf(value).join('\n');
      });
      await sheet?.file.add(csvLine([record.page, record.url, record.key ?? null, ...(cells ?? [])]));
    }
    for (const { file } of sheets.values()) await file.finish();
    await staging.finish();
  } catch (error) {
    for (const { file } of sheets.values()) await file.abandon();
    await staging.abandon();
    throw error;
  }
  return folder;
}
