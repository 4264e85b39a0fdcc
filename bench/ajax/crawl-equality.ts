import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { SiteStore } from '../../src/model/index.ts';
import { allTransitions, keptPages, startNumber, withStore } from './outputs.ts';

/** What a crawl found, free of page numbers, times and the paths that were taken. */
export interface CrawlFingerprint {
  /** Content fingerprints; a fingerprint that occurs twice is there twice. */
  readonly page: readonly string[];
  /** Source, XPath, event, instruction and target of every transition. */
  readonly edge: readonly string[];
  /** Name and hash of every mirror file. */
  readonly mirror: readonly string[];
}

/** Something that one of two crawls has and the other has not. */
export interface Difference {
  readonly kind: keyof CrawlFingerprint;
  readonly text: string;
}

/** Reads what a finished crawl found. */
export async function fingerprintOf(out: string): Promise<CrawlFingerprint> {
  return withStore(out, async (site) => {
    const pages = await keptPages(site);
    const names = new Map(pages.map((page) => [page.number, page.content?.fingerprint ?? 'none']));
    return {
      page: [...names.values()].sort(),
      edge: await edgesOf(site, names),
      mirror: await filesOf(join(out, 'mirror'), names, await startNumber(site)),
    };
  });
}

/** What is missing from one of the two or too many in it. */
export function differences(one: CrawlFingerprint, other: CrawlFingerprint): readonly Difference[] {
  return (['page', 'edge', 'mirror'] as const).flatMap((kind) => [
    ...beyond(one[kind], other[kind]).map((text) => ({ kind, text: `only unbroken: ${text}` })),
    ...beyond(other[kind], one[kind]).map((text) => ({ kind, text: `only resumed: ${text}` })),
  ]);
}

/** Members of the first list that the second has fewer of. */
function beyond(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const text of other) left.set(text, (left.get(text) ?? 0) + 1);
  return list.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

async function edgesOf(site: SiteStore, names: ReadonlyMap<number, string>): Promise<readonly string[]> {
  const edges = (await allTransitions(site)).map(({ source, target, action }) => {
    const to = target === null ? 'nowhere' : (names.get(target) ?? `unkept`);
    return [names.get(source) ?? 'unkept', action.xpath, action.event, action.instruction.text, to].join(' ');
  });
  return edges.sort();
}

async function filesOf(
  folder: string,
  names: ReadonlyMap<number, string>,
  start: number,
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    const text = entry.name.endsWith('.html') ? withoutNumbers(content.toString(), names, start) : content;
    const name = withoutNumbers(basename(path), names, start);
    files.push(
      `${join(relative(folder, entry.parentPath), name)} ${createHash('sha256').update(text).digest('hex')}`,
    );
  }
  return files.sort();
}

/**
 * Names of page files become fingerprints. Notes on how and when the page was reached are left out: after a
 * resume a page may rightly have been reached by another path.
 */
function withoutNumbers(text: string, names: ReadonlyMap<number, string>, start: number): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<meta name="?argiope:[^>]*>/g, '')
    .replace(/\b(\d+|index)\.html/g, (whole, name: string) => {
      const fingerprint = names.get(name === 'index' ? start : Number(name));
      return fingerprint ? `${fingerprint}.html` : whole;
    });
}
