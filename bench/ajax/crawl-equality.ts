import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { FileLayout } from '../../src/derive/index.ts';
import type { SiteStore } from '../../src/model/index.ts';
import { allTransitions, keptPages, withStore } from './outputs.ts';

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
    const layout = await FileLayout.read(site);
    const files = new Map([...names].map(([number, print]) => [layout.fileOf(number), print]));
    return {
      page: [...names.values()].sort(),
      edge: await edgesOf(site, names),
      mirror: await filesOf(join(out, 'mirror'), files),
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

/** `names` are fingerprints by the files of their pages. */
async function filesOf(folder: string, names: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const files: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = relative(folder, join(entry.parentPath, entry.name));
    // The overview and the search list pages in the order in which they were found.
    if (!entry.isFile() || place === 'overview.html' || /^search[/\\]/.test(place)) continue;
    const content = await readFile(join(folder, place));
    const text = place.endsWith('.html') ? withoutNames(content.toString(), dirname(place), names) : content;
    files.push(`${names.get(place) ?? place} ${createHash('sha256').update(text).digest('hex')}`);
  }
  return files.sort();
}

/**
 * Names of page files become fingerprints. Notes on how and when the page was reached are left out: after a
 * resume a page may rightly have been reached by another path, which its title and its name tell of.
 */
function withoutNames(text: string, folder: string, names: ReadonlyMap<string, string>): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<meta name="?argiope:[^>]*>/g, '')
    .replace(/( › [^<]*)?<\/title>/, '</title>')
    .replace(/(="?)([^"\s<>:#]+\.html)\b/g, (whole, before: string, link: string) => {
      const fingerprint = names.get(join(folder, link));
      return fingerprint ? `${before}${fingerprint}.html` : whole;
    })
    .replace(/(["'(=])(?:\.\.\/)+/g, '$1');
}
