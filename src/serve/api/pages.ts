/** Pages of a crawl: lists of them, and one as a whole. */
import { EntryPaths, pageLabel } from '../../derive/index.ts';
import type { Page, SiteStore } from '../../model/index.ts';
import { mirrorFile } from '../../run/search/answer.ts';
import type { ServedCrawl } from '../crawl.ts';
import type { Desk } from '../route.ts';
import {
  aCount,
  aFlag,
  aNumber,
  anObject,
  aText,
  aWord,
  listOf,
  maybe,
  orNull,
  type TypeOf,
} from '../schema.ts';
import { crawlRoute, pageAt, pageRoute } from './shared.ts';

const statuses = ['queued', 'kept', 'merged', 'failed', 'unchanged', 'gone'] as const;

/** A page in a list. */
export const pageRowSchema = anObject({
  number: aCount(),
  status: aWord(statuses),
  kind: aWord(['url', 'state'], 'Whether an address leads to it, or events alone'),
  title: aText(),
  label: aText('Its title and what is fired on the way to it'),
  address: orNull(aText('Address that it showed, or that leads to it')),
  depth: aCount('Steps from the start page'),
  type: orNull(aText()),
  time: orNull(aText('When it was captured, ISO 8601')),
});

/** A page in a list. */
export type ToldRow = TypeOf<typeof pageRowSchema>;

/** What is told of pages in a list. */
export async function pageRows(site: SiteStore, pages: readonly Page[]): Promise<readonly ToldRow[]> {
  const paths = new EntryPaths(site);
  const rows: ToldRow[] = [];
  for (const page of pages) rows.push(await pageRow(page, paths));
  return rows;
}

async function pageRow(page: Page, paths: EntryPaths): Promise<ToldRow> {
  const { number, status, entry, content, depth } = page;
  return {
    number,
    status,
    kind: entry.kind === 'url' ? 'url' : 'state',
    title: content?.title ?? '',
    label: pageLabel(content?.title ?? '', await paths.of(page)),
    address: content?.address ?? (entry.kind === 'url' ? entry.url : null),
    depth,
    type: content?.type ?? null,
    time: content?.capturedAt ?? null,
  };
}

const pageSchema = anObject({
  ...pageRowSchema.shape,
  url: orNull(aText('Address that opens it; null where only events lead to it')),
  document: aCount('Page of the address in whose document it lives'),
  httpStatus: orNull(aNumber()),
  contentType: orNull(aText()),
  lang: aText(),
  fingerprint: orNull(aText('16 hex digits over its content')),
  dated: orNull(aText('When it was written or last changed, ISO 8601, as far as anybody says')),
  tags: listOf(aText()),
  mergedInto: orNull(aCount('Page that shows the same')),
  error: orNull(anObject({ code: aText(), message: aText() })),
  attempts: aCount(),
  foundOn: orNull(aCount('Page on which it was found first')),
  mirror: orNull(aText('Address of its mirror, on the origin of mirrors')),
  isMirrorWritten: aFlag('Whether that is a file of the mirror; else it is made from the store'),
});

/** One page as a whole. */
export type ToldPage = TypeOf<typeof pageSchema>;

async function viewOf(desk: Desk, crawl: ServedCrawl, site: SiteStore, page: Page): Promise<ToldPage> {
  const { content, entry, document, mergedInto, error, attempts } = page;
  const paths = new EntryPaths(site);
  const file = content === null ? null : await mirrorFile(site, crawl.place.out, page);
  const base = `${desk.mirror()}${encodeURIComponent(crawl.id)}/`;
  const own = content === null ? null : `${base}page/${page.number}/`;
  return {
    ...(await pageRow(page, paths)),
    url: await paths.addressOf(page),
    document,
    httpStatus: content?.status ?? null,
    contentType: content?.contentType ?? error?.contentType ?? null,
    lang: content?.lang ?? '',
    fingerprint: content?.fingerprint ?? null,
    dated: content?.dated?.moment ?? null,
    tags: [...(content?.tags ?? [])],
    mergedInto,
    error: error && { code: error.code, message: error.message },
    attempts,
    foundOn: entry.kind === 'url' ? (page.foundOn ?? null) : entry.source,
    mirror: file === null ? own : base + file.split('/').map(encodeURIComponent).join('/'),
    isMirrorWritten: file !== null,
  };
}

/** Routes of pages. */
export const pageRoutes = [
  crawlRoute({
    path: '/pages',
    tag: 'Pages',
    summary: 'Pages in number order',
    query: anObject({
      status: maybe(aWord(statuses)),
      after: maybe(aNumber('Number of the last page that is known', { whole: true, from: -1 })),
      limit: maybe(aNumber('How many at most; 50 unless given', { whole: true, from: 1, to: 500 })),
    }),
    answer: anObject({
      pages: listOf(pageRowSchema),
      next: orNull(aCount('To be given as after for more; null at the end')),
    }),
    run: async ({ crawl, query }) => {
      const { status, after, limit = 50 } = query;
      return crawl.shelf.read(async (site) => {
        const filter = { ...(status && { status }), ...(after !== undefined && { after }) };
        const found = await site.pages({ ...filter, limit: limit + 1 });
        const shown = found.slice(0, limit);
        const next = found.length > limit ? (shown.at(-1)?.number ?? null) : null;
        return { pages: await pageRows(site, shown), next };
      });
    },
  }),
  pageRoute({
    path: '',
    tag: 'Pages',
    summary: 'One page: what it is, how it was found, what became of it',
    answer: pageSchema,
    run: async ({ crawl, number, desk }) => {
      const page = await pageAt(crawl, number);
      return crawl.shelf.read((site) => viewOf(desk, crawl, site, page));
    },
  }),
];
