import { normalizeUrl } from '../../frontier/normalize.ts';
import { withoutFragment } from '../../model/address.ts';
import { outcomeOf } from '../../model/errors.ts';
import type { LinkProblem, LinkSource } from '../../model/link-problem.ts';
import type { Page } from '../../model/page.ts';
import { pagesOf } from '../../model/pages.ts';
import type { SiteStore } from '../../model/store.ts';
import { EntryPaths } from '../entry-path.ts';
import { pageLabel } from '../label.ts';
import { keptPages, Numbering } from '../numbering.ts';

/** Sources that are named: who mends a link in a template sees it on few pages as well as on thousands. */
const sourcesNamed = 100;
/** Pages whose links are read at once. */
const atOnce = 500;

type Found = Omit<LinkProblem, 'links' | 'from'>;

/** What could not be had, in number order, with the pages that link to it. */
export async function failures(site: SiteStore): Promise<readonly LinkProblem[]> {
  const found: Found[] = [];
  const paths = new EntryPaths(site);
  for await (const page of pagesOf(site, 'failed')) {
    const problem = await failureOf(page, paths);
    if (problem?.kind === 'broken') found.push(problem);
  }
  return withSources(site, found, paths);
}

/** Addresses that links should not have: broken ones, redirects, and those of pages that have another one. */
export async function linkProblems(site: SiteStore): Promise<readonly LinkProblem[]> {
  const found: Found[] = [];
  const paths = new EntryPaths(site);
  for await (const page of pagesOf(site, 'failed')) {
    const problem = await failureOf(page, paths);
    if (problem !== null) found.push(problem);
  }
  for await (const page of keptPages(site)) {
    const problem = redirectOf(page);
    if (problem !== null) found.push(problem);
  }
  for await (const page of pagesOf(site, 'merged')) {
    const problem = await duplicateOf(page, site);
    if (problem !== null) found.push(problem);
  }
  return withSources(
    site,
    found.sort((one, other) => one.number - other.number),
    paths,
  );
}

async function failureOf(page: Page, paths: EntryPaths): Promise<Found | null> {
  const { number, entry, error } = page;
  const code = error?.code ?? '';
  if (outcomeOf(code) !== 'failed') return null;
  const url = entry.kind === 'url' ? entry.url : null;
  const label = pageLabel('', await paths.of(page));
  const reason = briefly(error?.message ?? '');
  const to = code === 'REDIRECT' ? (/redirects to (\S+?),? which/.exec(reason)?.[1] ?? null) : null;
  return { kind: to === null ? 'broken' : 'redirect', number, url, label, code, reason, to };
}

/** What came, where a message also says what was expected: that it was a page is known. */
function briefly(message: string): string {
  return message.replace(/^Expected .*?, but /s, '').replace(/\.$/, '');
}

function redirectOf({ number, entry, content }: Page): Found | null {
  if (entry.kind !== 'url' || !/^https?:/i.test(entry.url)) return null;
  const to = normalizeUrl(content?.address ?? '');
  if (to === null || withoutFragment(to) === withoutFragment(entry.url)) return null;
  const label = content?.title ?? '';
  return { kind: 'redirect', number, url: entry.url, label, code: null, reason: `leads to ${to}`, to };
}

async function duplicateOf({ number, entry, mergedInto }: Page, site: SiteStore): Promise<Found | null> {
  const into = entry.kind === 'url' && mergedInto !== null ? await site.page(mergedInto) : null;
  if (entry.kind !== 'url' || into?.entry.kind !== 'url') return null;
  const to = normalizeUrl(into.content?.address ?? '') ?? into.entry.url;
  const label = into.content?.title ?? '';
  const reason = `shows the page of ${to}`;
  return { kind: 'duplicate', number, url: entry.url, label, code: null, reason, to };
}

/** Adds the pages that link to each, in one look at the numbers of all links. */
async function withSources(
  site: SiteStore,
  found: readonly Found[],
  paths: EntryPaths,
): Promise<readonly LinkProblem[]> {
  if (found.length === 0) return [];
  const numbering = await Numbering.read(site);
  const leading = new Map(found.map(({ number }) => [number, { links: 0, sources: new Set<number>() }]));
  const { nextNumber } = await site.info();
  for (let from = 0; from < nextNumber; from += atOnce) {
    const numbers = await site.leadNumbers({ from, to: from + atOnce });
    for (let at = 0; at < numbers.length; at += 2) {
      const to = leading.get(numbers[at + 1] as number);
      const source = to && numbering.resolve(numbers[at] as number);
      if (to === undefined || source === null || source === undefined) continue;
      to.links++;
      if (to.sources.size < sourcesNamed) to.sources.add(source);
    }
  }
  const problems: LinkProblem[] = [];
  for (const problem of found) {
    const { links = 0, sources = [] } = leading.get(problem.number) ?? {};
    problems.push({ ...problem, links, from: await sourcesOf(sources, site, paths) });
  }
  return problems;
}

async function sourcesOf(
  numbers: Iterable<number>,
  site: SiteStore,
  paths: EntryPaths,
): Promise<readonly LinkSource[]> {
  const sources: LinkSource[] = [];
  for (const number of numbers) {
    const page = await site.page(number);
    if (!page?.content) continue;
    const { address, title } = page.content;
    sources.push({ number, address, label: pageLabel(title, await paths.of(page)) });
  }
  return sources;
}
