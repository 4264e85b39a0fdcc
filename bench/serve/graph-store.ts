/** A store of many pages with menus, lists, items and states, as a crawl of a large site would have left it. */
import { join } from 'node:path';
import type { Action, Change, Page, PageContent, SiteStore, Transition } from '../../src/model/index.ts';
import { openStoreAt } from '../../src/store/index.ts';

const sections = [
  'docs',
  'shop',
  'news',
  'forum',
  'wiki',
  'jobs',
  'events',
  'people',
  'media',
  'help',
  'lab',
  'blog',
];
const home = 'http://big.test/';
/** Items of one list, and how many of ten are states of their list. */
const listed = 40;
const statesOfTen = 1;

interface Made {
  readonly url: string | null;
  readonly address: string;
  readonly title: string;
  readonly document: number;
  readonly parent: number;
  readonly depth: number;
}

/** Pages in the order of their numbers: the start page, sections, then each list with its items. */
function pagesOf(count: number): readonly Made[] {
  const pages: Made[] = [{ url: home, address: home, title: 'Big site', document: 0, parent: 0, depth: 0 }];
  for (const name of sections) {
    const url = `${home}${name}/`;
    pages.push({ url, address: url, title: `All ${name}`, document: pages.length, parent: 0, depth: 1 });
  }
  for (let list = 0; pages.length < count; list++) {
    const section = list % sections.length;
    const name = sections[section] as string;
    const url = `${home}${name}/list-${Math.floor(list / sections.length)}/`;
    const at = pages.length;
    pages.push({ url, address: url, title: `${name} ${list}`, document: at, parent: 1 + section, depth: 2 });
    for (let item = 0; item < listed && pages.length < count; item++) {
      const isState = item % 10 < statesOfTen;
      const address = isState ? url : `${url}item-${item}`;
      const title = isState ? `${name} ${list}` : `Item ${item} of ${name} ${list}`;
      const document = isState ? at : pages.length;
      pages.push({ url: isState ? null : address, address, title, document, parent: at, depth: 3 });
    }
  }
  return pages;
}

/** What each page leads to: the start page, all sections, its list, and the items beside it; what it was found by. */
function linksOf(pages: readonly Made[], number: number): readonly number[] {
  const { parent } = pages[number] as Made;
  const menu = Array.from({ length: 1 + sections.length }, (_, at) => at);
  const below = childrenOf(pages, number);
  const beside = [number - 2, number - 1, number + 1, number + 2].filter(
    (at) => pages[at]?.parent === parent,
  );
  return [...new Set([...menu, parent, ...below, ...beside])].filter((at) => at !== number);
}

function childrenOf(pages: readonly Made[], number: number): readonly number[] {
  const { depth } = pages[number] as Made;
  if (depth > 2) return [];
  const found: number[] = [];
  if (depth === 2) for (let at = number + 1; pages[at]?.parent === number; at++) found.push(at);
  else for (const [at, page] of pages.entries()) if (at !== number && page.parent === number) found.push(at);
  return found;
}

function actionTo(page: Made, number: number): Action {
  const isState = page.url === null;
  return {
    id: null,
    xpath: `/HTML/BODY[1]/A[${number + 1}]`,
    event: 'click',
    instruction: {
      kind: isState ? 'call' : 'url',
      scope: isState ? 'document' : 'site',
      text: page.url ?? `inline:show(${number})`,
      fingerprint: number.toString(16).padStart(16, '0'),
    },
    label: page.title,
  };
}

/** Fills a store with so many pages; gives how many links they have. */
export async function fillStore(out: string, count: number): Promise<number> {
  const store = await openStoreAt(`sqlite:${join(out, 'argiope.db')}`);
  try {
    const site = (await store.site('big.test', { seeds: [home], settings: {} })) as SiteStore;
    const pages = pagesOf(count);
    const links = pages.map((_, number) => linksOf(pages, number));
    // A state is entered by an action of its list: by its place among the links there.
    const entryOf = (number: number): Page['entry'] => {
      const { url, parent } = pages[number] as Made;
      if (url !== null) return { kind: 'url', url };
      return { kind: 'action', source: parent, ord: (links[parent] as readonly number[]).indexOf(number) };
    };
    const queued = pages.map(
      ({ document, depth }, number): Page => ({
        number,
        status: 'queued',
        entry: entryOf(number),
        document,
        depth,
        content: null,
        mergedInto: null,
        error: null,
        attempts: 0,
      }),
    );
    await site.commit({ queued, nextNumber: count });
    for (let from = 0; from < count; from += 500) {
      const some = pages
        .slice(from, from + 500)
        .map((page, at): Change => keptChange(pages, links, page, from + at));
      await site.commitAll(some);
    }
    await site.commit({ finishedAt: '2026-11-01T00:00:00.000Z' });
    return links.reduce((sum, own) => sum + own.length, 0);
  } finally {
    await store.close();
  }
}

function keptChange(
  pages: readonly Made[],
  links: readonly (readonly number[])[],
  { address, title }: Made,
  number: number,
): Change {
  const content: PageContent = {
    fingerprint: (number + 1).toString(16).padStart(16, '0'),
    address,
    title,
    lang: 'en',
    status: 200,
    contentType: 'text/html',
    lastModified: null,
    etag: null,
    freshUntil: null,
    bodyPrint: null,
    type: null,
    capturedAt: '2026-11-01T00:00:00.000Z',
    blob: '',
  };
  const kids = (links[number] as readonly number[]).slice(0, 20).map((to) => ({
    tag: 'a',
    attrs: { href: pages[to]?.url ?? '#' },
    kids: [pages[to]?.title ?? ''],
  }));
  const body = { tag: 'body', attrs: {}, kids: [{ tag: 'h1', attrs: {}, kids: [title] }, ...kids] };
  const root = { tag: 'html', attrs: {}, kids: [{ tag: 'head', attrs: {}, kids: [] }, body] };
  const document = { url: address, base: address, doctype: 'html', title, lang: 'en', root };
  const transitions = (links[number] as readonly number[]).map(
    (target, ord): Transition => ({
      source: number,
      ord,
      action: actionTo(pages[target] as Made, target),
      target,
      reason: 'known',
    }),
  );
  return { kept: { number, content, document: Buffer.from(JSON.stringify(document)) }, transitions };
}
