import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteStore } from '../../model/store.ts';
import { onDisk, writeText } from '../disk.ts';
import { failures } from './problems.ts';

/** Writes `failures.jsonl`: one record for each page that could not be had. There is no file where all could. */
export async function writeFailures(
  site: SiteStore,
  options: { readonly dir: string },
): Promise<{ readonly path: string; readonly failures: number }> {
  const path = join(options.dir, 'failures.jsonl');
  const rows = await failures(site);
  if (rows.length === 0) await onDisk(path, () => rm(path, { force: true }));
  else
    await writeText(path, async (file) => {
      for (const { kind: _kind, to: _to, ...row } of rows) await file.add(`${JSON.stringify(row)}\n`);
    });
  return { path, failures: rows.length };
}
