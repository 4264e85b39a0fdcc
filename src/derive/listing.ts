import { join } from 'node:path';
import type { SiteStore } from '../model/store.ts';
import { writeText } from './disk.ts';
import { EntryPaths } from './entry-path.ts';
import { wantedPages } from './numbering.ts';

/** What a listing of pages consists of. */
export interface PagesReport {
  readonly path: string;
  readonly pages: number;
}

/** Writes `pages.jsonl`: one line of JSON for each kept page, in number order. */
export async function writePages(site: SiteStore, options: { readonly dir: string }): Promise<PagesReport> {
  const path = join(options.dir, 'pages.jsonl');
  const paths = new EntryPaths(site);
  let pages = 0;
  await writeText(path, async (file) => {
    for await (const page of wantedPages(site)) {
      const { content } = page;
      const line = {
        number: page.number,
        url: page.entry.kind === 'url' ? page.entry.url : null,
        entry: await paths.of(page),
        type: content?.type ?? null,
        title: content?.title ?? '',
        fingerprint: content?.fingerprint ?? null,
        time: content?.capturedAt ?? null,
        status: content?.status ?? null,
        address: content?.address ?? null,
      };
      await file.add(`${JSON.stringify(line)}\n`);
      pages++;
    }
  });
  return { path, pages };
}
