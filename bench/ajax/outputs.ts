import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { FileLayout } from '../../src/derive/index.ts';
import type { Page, SiteStore, Transition } from '../../src/model/index.ts';
import { openStoreAt } from '../../src/store/index.ts';

/** Reads the store that a crawl left in its output folder. */
export async function withStore<T>(out: string, read: (site: SiteStore) => Promise<T>): Promise<T> {
  const store = await openStoreAt(`sqlite:${join(out, 'argiope.db')}`, { readOnly: true });
  try {
    const [info] = await store.sites();
    const site = info ? await store.site(info.name) : null;
    if (!site) throw new Error(`${out} holds no crawl`);
    return await read(site);
  } finally {
    await store.close();
  }
}

/** Every page that was kept. */
export async function keptPages(site: SiteStore): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (;;) {
    const piece = await site.pages({ status: 'kept', after: pages.at(-1)?.number ?? -1, limit: 1000 });
    if (piece.length === 0) return pages;
    pages.push(...piece);
  }
}

/** Every transition. */
export async function allTransitions(site: SiteStore): Promise<readonly Transition[]> {
  const transitions: Transition[] = [];
  for await (const transition of site.allTransitions()) transitions.push(transition);
  return transitions;
}

/** Numbers of the kept pages with their files in the mirror. */
export async function mirrorFiles(out: string): Promise<ReadonlyMap<number, string>> {
  return withStore(out, async (site) => {
    const layout = await FileLayout.read(site);
    const fileOf = (number: number) => join(out, 'mirror', layout.fileOf(number));
    return new Map((await keptPages(site)).map(({ number }) => [number, fileOf(number)]));
  });
}

/** Text of the body of a mirror file without any white space, comparable to `BlogPage.text`. */
export async function bareTextOf(file: string): Promise<string> {
  const document = parse(await readFile(file, 'utf8'));
  const parts: string[] = [];
  collectText(document, parts);
  return parts.join('').replace(/\s+/g, '');
}

const unseen = new Set(['head', 'script', 'style', 'template', 'noscript']);

function collectText(node: DefaultTreeAdapterTypes.Node, parts: string[]): void {
  if (unseen.has(node.nodeName)) return;
  if ('value' in node && node.nodeName === '#text') parts.push(node.value);
  if ('childNodes' in node) for (const kid of node.childNodes) collectText(kid, parts);
}
