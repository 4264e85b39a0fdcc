import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filePages } from '../../derive/files.ts';
import { wantedOf } from '../../derive/numbering.ts';
import { recordsIn } from '../../derive/records/lines.ts';
import type { SiteStore } from '../../model/index.ts';
import {
  catchUp,
  type FilesRead,
  type IndexProgress,
  indexedRecord,
  indexFiles,
  recordBatches,
} from '../../search/index.ts';

/** What was added to an index. */
export interface Indexed extends FilesRead {
  readonly pages: number;
}

/** Whether an index has all pages of its store and all records of its folder. */
export async function isUpToDate(site: SiteStore, out: string): Promise<boolean> {
  const [waiting] = await site.search.waiting(1);
  const [unfiled] = await site.search.unfiled(1);
  return (
    waiting === undefined && unfiled === undefined && (await site.search.recordsPrint()) === recordsPrint(out)
  );
}

/** Brings the index of a crawl up to date: its pages, the text of kept PDF files, and the records of its folder. */
export async function bringUpToDate(
  site: SiteStore,
  out: string,
  progress?: IndexProgress,
): Promise<Indexed> {
  const waits = (await site.search.waiting(1)).length > 0;
  const files = waits ? await indexFiles(site, filePages(site)) : { read: 0, failed: [] };
  const isWanted = await wantedOf(site);
  const { read, cut } = await catchUp(site, { isWanted, ...(progress && { progress }) });
  await indexRecords(site, out);
  const why = 'it is too long, and only its beginning is';
  return { ...files, pages: read, failed: [...files.failed, ...cut.map((url) => ({ url, why }))] };
}

async function indexRecords(site: SiteStore, out: string): Promise<void> {
  const print = recordsPrint(out);
  if ((await site.search.recordsPrint()) === print) return;
  await site.search.putRecords(print, recordBatches(print === '' ? [] : recordsOf(out)));
}

function* recordsOf(out: string): Generator<ReturnType<typeof indexedRecord>> {
  for (const record of recordsIn(recordsFile(out))) yield indexedRecord(record);
}

function recordsFile(out: string): string {
  return join(out, 'records.jsonl');
}

/** Which records a folder has: `records.jsonl` is written anew whenever they change. */
function recordsPrint(out: string): string {
  const file = recordsFile(out);
  if (!existsSync(file)) return '';
  const { mtimeMs, size } = statSync(file);
  return `${size} ${mtimeMs}`;
}
