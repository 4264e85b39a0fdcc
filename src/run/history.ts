import { comparedLines, diffLines, EntryPaths, hunksOf, pageLabel, storedDocument } from '../derive/index.ts';
import { normalizeUrl } from '../frontier/index.ts';
import { estimateRate, firstVisit } from '../frontier/revisit/index.ts';
import { urlInstruction } from '../identity/index.ts';
import {
  ArgiopeError,
  type HistoryOptions,
  type Page,
  type PageHistory,
  type PageVersion,
  type SiteStore,
  type VersionDiff,
} from '../model/index.ts';
import type { StorePlace } from './controls.ts';
import { withSite } from './site.ts';

/** Tells what a page was over time: its versions, and what each has changed. */
export function runHistory(place: StorePlace & HistoryOptions): Promise<PageHistory> {
  return withSite(place, { readOnly: true }, async (site) =>
    historyOf(site, await findPage(site, place.page), place),
  );
}

async function historyOf(site: SiteStore, page: Page, options: HistoryOptions): Promise<PageHistory> {
  const { number, content, status } = page;
  const versions = await versionsOf(site, page);
  const first = versions[0]?.capturedAt ?? content?.capturedAt ?? '';
  const visits = (await site.visitsOf(number)) ?? firstVisit(number, first);
  const { firstSeen, lastSeen, checks, changes, goneAt } = visits;
  // Without a prior: what was never seen to change is not said to change.
  const rate = changes === 0 ? null : estimateRate(visits);
  return {
    command: 'history',
    number,
    address: content?.address ?? '',
    label: pageLabel(content?.title ?? '', await new EntryPaths(site).of(page)),
    status: status === 'gone' ? 'gone' : 'kept',
    firstSeen,
    lastSeen,
    checks,
    changes,
    perDay: rate,
    goneAt,
    versions,
    diffs: await diffsOf(site, page, versions, options),
  };
}

/** All contents that a page has had, the one it has now last. */
async function versionsOf(site: SiteStore, { number, content }: Page): Promise<readonly PageVersion[]> {
  const before = await site.versions(number);
  if (!content) return before;
  const { fingerprint, title, address, status, lastModified, capturedAt, blob, contentType } = content;
  const now = { version: before.length + 1, fingerprint, title, address, status, contentType };
  const { charset } = content;
  return [...before, { ...now, ...(charset !== undefined && { charset }), lastModified, capturedAt, blob }];
}

async function diffsOf(
  site: SiteStore,
  page: Page,
  versions: readonly PageVersion[],
  { versions: asked = null, html = false }: HistoryOptions,
): Promise<readonly VersionDiff[]> {
  const last = versions.at(-1)?.version ?? 0;
  if (asked !== null && (asked[0] < 1 || asked[1] > last)) {
    const there = last === 1 ? 'there is only version 1' : `there are versions 1 to ${last}`;
    throw new ArgiopeError('USAGE', `${there} of this page; got ${asked.join('..')}`, {
      advice: 'leave --version out to see all of them',
    });
  }
  const pairs = asked ? [asked] : versions.slice(1).map(({ version }) => [version - 1, version] as const);
  const read = new Map<number, readonly string[]>();
  const linesOf = async (version: number) => {
    const known = read.get(version) ?? (await readLines(site, page, versions[version - 1], html));
    read.set(version, known);
    return known;
  };
  const diffs: VersionDiff[] = [];
  for (const [from, to] of pairs) {
    const lines = diffLines(await linesOf(from), await linesOf(to));
    const count = (sign: string) => lines.filter((line) => line.sign === sign).length;
    diffs.push({ from, to, added: count('+'), removed: count('-'), hunks: hunksOf(lines) });
  }
  return diffs;
}

async function readLines(
  site: SiteStore,
  page: Page,
  version: PageVersion | undefined,
  html: boolean,
): Promise<readonly string[]> {
  if (!version || !page.content) return [];
  const { charset: _now, ...content } = page.content;
  const { contentType, charset, blob } = version;
  const then = {
    ...page,
    content: { ...content, contentType, blob, ...(charset !== undefined && { charset }) },
  };
  return comparedLines(await storedDocument(site, then), html);
}

/** The page with a number or an address; one that was merged stands for the page it was merged into. */
export async function findPage(site: SiteStore, asked: string): Promise<Page> {
  const number = /^\d+$/.test(asked) ? Number(asked) : await numberOf(site, asked);
  const found = number === null ? null : await site.page(number);
  const page = found?.mergedInto != null ? await site.page(found.mergedInto) : found;
  if (page?.content) return page;
  throw new ArgiopeError('USAGE', `the crawl holds no page ${asked}`, {
    advice: 'give the address of a page as pages.jsonl has it, or its number',
  });
}

async function numberOf(site: SiteStore, address: string): Promise<number | null> {
  const url = normalizeUrl(URL.canParse(address) ? address : `http://${address}`);
  if (url === null) return null;
  const { fingerprint } = urlInstruction(url);
  return (await site.numbersOf([fingerprint])).get(fingerprint) ?? null;
}
