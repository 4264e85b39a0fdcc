import { join } from 'node:path';
import { fileKind } from '../model/file.ts';
import type { Page } from '../model/page.ts';
import { pagesOf } from '../model/pages.ts';
import type { SiteStore } from '../model/store.ts';
import { writeText } from './disk.ts';

/** A file that links lead to, as the listing has it. */
export interface FileRow {
  readonly number: number;
  readonly url: string;
  readonly contentType: string;
  /** One short word: `pdf`, `json`. */
  readonly kind: string;
  /** Number of the page on which a link to it was found first, `null` for a seed. */
  readonly foundOn: number | null;
  /** Whether the file itself is in the store. */
  readonly kept: boolean;
}

/** Addresses at which a file was found and no page, in number order. */
export async function* filePages(site: SiteStore): AsyncGenerator<Page & { readonly url: string }> {
  for await (const page of pagesOf(site, 'failed'))
    if (page.error?.code === 'FILE' && page.entry.kind === 'url') yield { ...page, url: page.entry.url };
}

/** How many files of each kind links lead to, the most frequent first; `null` where there are none. */
export async function fileKinds(site: SiteStore): Promise<Readonly<Record<string, number>> | null> {
  const kinds = new Map<string, number>();
  for await (const { url, error } of filePages(site)) {
    const kind = fileKind(error?.contentType ?? '', url);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  if (kinds.size === 0) return null;
  return Object.fromEntries([...kinds].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)));
}

/** Writes `files.jsonl`: one record for each file that links lead to, in number order. */
export async function writeFiles(
  site: SiteStore,
  options: { readonly dir: string },
): Promise<{ readonly path: string; readonly files: number }> {
  const path = join(options.dir, 'files.jsonl');
  let files = 0;
  await writeText(path, async (file) => {
    for await (const { number, url, error, foundOn = null } of filePages(site)) {
      const contentType = error?.contentType ?? '';
      const kept = await site.hasResource(url);
      const row: FileRow = { number, url, contentType, kind: fileKind(contentType, url), foundOn, kept };
      await file.add(`${JSON.stringify(row)}\n`);
      files++;
    }
  });
  return { path, files };
}
