import { visibleText } from '../../src/dom/text.ts';
import { storedDocument } from '../../src/html/stored.ts';
import type { Page, SiteStore } from '../../src/model/index.ts';
import type { HostileSite } from './hostile.ts';
import { hostileCases, robotsCases } from './hostile-cases.ts';

/** How a crawl of the hostile site went: what ended otherwise than it must, one line each. */
export interface HostileVerdict {
  readonly good: number;
  /** Malformed pages that are in the store as pages. */
  readonly malformed: number;
  /** How things that go wrong ended, by code, and how often. */
  readonly endings: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
}

/** Compares a store with what the hostile site is. A browser sees some things otherwise, and believes what a page says of its encoding. */
export async function judgeHostile(
  store: SiteStore,
  site: HostileSite,
  { isBrowser = false } = {},
): Promise<HostileVerdict> {
  const byUrl = new Map<string, Page>();
  for (const page of await store.pages({})) if (page.entry.kind === 'url') byUrl.set(page.entry.url, page);
  const endOf = (url: string) => {
    const page = byUrl.get(url);
    return page?.error?.code ?? page?.status ?? 'not found';
  };
  const wrong: string[] = [];
  const endings: Record<string, number> = {};
  const expect = (url: string, ends: string, others: readonly string[] = []) => {
    const end = endOf(url);
    endings[end] = (endings[end] ?? 0) + 1;
    if (end !== ends && !others.includes(end))
      wrong.push(`${url} ended as ${end}, not ${ends}: ${byUrl.get(url)?.error?.message ?? ''}`);
  };
  for (const [name, { ends, text, label, browser }] of Object.entries(hostileCases)) {
    expect(`${site.url}${name}`, ends, isBrowser ? browser : []);
    if (isBrowser && label === 'wrong') continue;
    const shown = text === undefined ? '' : await textOf(store, byUrl.get(`${site.url}${name}`));
    if (text !== undefined && !shown.includes(text))
      wrong.push(`${name} shows ${shown.slice(0, 60)}, not ${text}`);
  }
  for (const [name, url] of Object.entries(site.robots)) {
    const { home, no } = robotsCases[name] as (typeof robotsCases)[string];
    expect(url, home);
    const page = byUrl.get(url);
    const links = page?.status === 'kept' ? await store.transitions(page.number) : [];
    const reason = links.find(({ action }) => action.label === '/no')?.reason;
    if (home === 'kept' && (reason === 'robots') !== (no === 'robots'))
      wrong.push(`${name}: /no is ${reason}`);
  }
  for (const url of site.tls) expect(url, 'UNREACHABLE');
  const isPage = (url: string) => ['kept', 'merged'].includes(endOf(url));
  const count = (length: number, urlOf: (n: number) => string) =>
    Array.from({ length }, (_, number) => urlOf(number)).filter(isPage).length;
  return {
    good: count(site.good, (number) => (number === 0 ? site.url : `${site.url}good/${number}`)),
    malformed: count(site.malformed, (number) => `${site.url}m/${number}`),
    endings,
    wrong,
  };
}

async function textOf(store: SiteStore, page: Page | undefined): Promise<string> {
  return page?.content ? visibleText(await storedDocument(store, page)) : '';
}
