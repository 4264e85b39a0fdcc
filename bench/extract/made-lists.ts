import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultExtraction } from '../../src/config/index.ts';
import type { ExtractedRecord } from '../../src/records/index.ts';
import { runExtraction } from '../../src/run/extract.ts';
import { jsonLines } from '../../test/json-lines.ts';

/** The records that `argiope extract --pages` writes for some pages, with default settings. */
export async function recordsByDefault(
  pages: ReadonlyMap<string, string | Buffer>,
): Promise<readonly ExtractedRecord[]> {
  const folder = await mkdtemp(join(tmpdir(), 'argiope-lists-'));
  try {
    await mkdir(join(folder, 'pages'));
    for (const [name, html] of pages) await writeFile(join(folder, 'pages', name), html);
    const out = join(folder, 'out');
    await runExtraction(defaultExtraction(out, { pages: join(folder, 'pages') }));
    return jsonLines<ExtractedRecord>(join(out, 'records.jsonl'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What each item says that was found on a page, those of lists within records too. */
export function itemTexts(records: readonly ExtractedRecord[], page: string): readonly string[] {
  return records.flatMap(({ page: own, path, fields, lists = {}, sources = [] }) => {
    const stands = own === page || sources.some((source) => source.page === page);
    if (!stands) return [];
    const inner = Object.keys(lists).flatMap((name) => [fields[name] ?? []].flat().map(textOf));
    return path === null ? inner : [textOf(fields), ...inner];
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return plain(value);
  return Object.values(value as object)
    .map(textOf)
    .join(' | ');
}

/** Text as it is compared. */
export function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** How many items hold one record of the truth whole, and no other. */
export function rightItems(items: readonly string[], truth: readonly (readonly string[])[]): number {
  const wanted = truth.map((values) => values.map(plain));
  const taken = new Set<number>();
  for (const item of items) {
    const held = wanted.flatMap((values, at) => (values.every((value) => item.includes(value)) ? at : []));
    const [only] = held;
    // Records that say the same are each held by any of them.
    const isOne = held.every((at) => JSON.stringify(wanted[at]) === JSON.stringify(wanted[only ?? 0]));
    const free = held.find((at) => !taken.has(at));
    if (isOne && free !== undefined) taken.add(free);
  }
  return taken.size;
}
