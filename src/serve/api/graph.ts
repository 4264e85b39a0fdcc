/** The graph of a crawl: its clusters, the links between its pages, and the way to a page. */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  clusterFile,
  clusterStamp,
  EntryPaths,
  Numbering,
  pageLabel,
  pageLinks,
  type SiteClusters,
  shortestWay,
  siteClusters,
  writeGraph,
} from '../../derive/index.ts';
import type { SiteStore, Transition } from '../../model/index.ts';
import type { ServedCrawl } from '../crawl.ts';
import { NotThere } from '../not-there.ts';
import { rawRoute } from '../route.ts';
import { aCount, anObject, anyJson, aText, listOf, maybe, orNull, type TypeOf } from '../schema.ts';
import { crawlParams, crawlRoute } from './shared.ts';

const clickSchema = anObject({
  event: aText('Event that was fired; links are clicks'),
  label: aText('What the element says'),
  xpath: aText('Where it is in the document'),
  reason: aText('Why it was fired or not'),
});

const stepSchema = anObject({
  number: aCount('Page'),
  label: aText(),
  url: orNull(aText('Address that opens it; null where only events do')),
  click: orNull(clickSchema),
  picture: aText('Address of the stored page, on the origin of mirrors'),
});

/** A page on a way, and what leads on from it; `null` on the last one. */
export type WayStep = TypeOf<typeof stepSchema>;

const waySchema = anObject({
  steps: listOf(stepSchema, 'From the start page on; empty where no way leads there'),
});

/** A way from the start page to another. */
export type Way = TypeOf<typeof waySchema>;

/** Routes of the graph. */
export const graphRoutes = [
  crawlRoute({
    path: '/graph',
    tag: 'Graph',
    summary: 'Pages and clusters, as clusters.json has them',
    answer: anyJson<SiteClusters>('Pages by columns, clusters, and links between clusters'),
    run: ({ crawl }) => clustersOf(crawl),
  }),
  rawRoute({
    method: 'GET',
    path: '/api/crawls/{crawl}/graph/links',
    tag: 'Graph',
    summary:
      'Links between pages: source, target and count of each as three 32-bit numbers (little endian), the first two as places in the columns of pages',
    params: crawlParams,
    produces: 'application/octet-stream',
    run: async ({ desk, params }, { response }) => {
      const links = await desk.crawls.get(params.crawl).shelf.read((site) => pageLinks(site));
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.end(Buffer.from(links.buffer, links.byteOffset, links.byteLength));
    },
  }),
  crawlRoute({
    path: '/graph/way',
    tag: 'Graph',
    summary: 'The shortest way from the start page to another, with what is clicked on it',
    query: anObject({
      to: aCount('Page'),
      from: maybe(aCount('Page to begin at instead of the start page')),
    }),
    answer: waySchema,
    run: async ({ crawl, desk, query }) => {
      const frame = (number: number) => `${desk.mirror()}${encodeURIComponent(crawl.id)}/point/${number}/`;
      return { steps: await crawl.shelf.read((site) => wayOf(site, query, frame)) };
    },
  }),
  rawRoute({
    method: 'GET',
    path: '/api/crawls/{crawl}/graph/graphml',
    tag: 'Graph',
    summary: 'The whole graph as GraphML',
    params: crawlParams,
    produces: 'application/graphml+xml',
    run: async ({ desk, params }, { response }) => {
      const dir = mkdtempSync(join(tmpdir(), 'argiope-graph-'));
      try {
        const { shelf, id } = desk.crawls.get(params.crawl);
        const { path } = await shelf.read((site) => writeGraph(site, { dir, format: 'graphml', forms: [] }));
        const name = `${id.replace(/[^\w.-]+/g, '_')}.graphml`;
        response.writeHead(200, {
          'content-type': 'application/graphml+xml; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
        });
        await pipeline(createReadStream(path), response);
      } finally {
        rmSync(dir, { recursive: true, force: true });
      }
    },
  }),
];

/** The clusters that were written with the crawl, made anew where the crawl has gone on since. */
async function clustersOf({ shelf, place }: ServedCrawl): Promise<SiteClusters> {
  const written = await readFile(join(place.out, clusterFile), 'utf8').then(JSON.parse, () => null);
  return shelf.read(async (site) =>
    written?.stamp === clusterStamp(await site.info()) ? written : siteClusters(site),
  );
}

async function wayOf(
  site: SiteStore,
  { to, from }: { readonly to: number; readonly from?: number },
  frame: (number: number) => string,
): Promise<readonly WayStep[]> {
  const numbering = await Numbering.read(site);
  const numbers: number[] = [];
  for (let number = 0; number < numbering.size; number++)
    if (numbering.resolve(number) === number) numbers.push(number);
  const place = (number: number | null) => {
    const found = numbers.indexOf(numbering.resolve(number) ?? -1);
    if (found >= 0) return found;
    throw new NotThere(
      `there is no page ${number} in this crawl`,
      'numbers of pages are in pages.jsonl and in the answers of a search',
    );
  };
  const links = await pageLinks(site, numbering);
  const way = shortestWay(links, numbers.length, place(from ?? numbering.start), place(to));
  const paths = new EntryPaths(site);
  const steps: WayStep[] = [];
  for (const [nth, at] of way.entries()) {
    const number = numbers[at] as number;
    const page = await site.page(number);
    if (page === null) return [];
    const next = way[nth + 1];
    const click = next === undefined ? null : await clickTo(site, numbering, number, numbers[next] as number);
    const label = pageLabel(page.content?.title ?? '', await paths.of(page));
    steps.push({ number, label, url: await paths.addressOf(page), click, picture: frame(number) });
  }
  return steps;
}

/** What leads from a page to another: rather what was fired than what was known, rather what says something. */
async function clickTo(
  site: SiteStore,
  numbering: Numbering,
  source: number,
  target: number,
): Promise<WayStep['click']> {
  const all = await site.transitions(source);
  const there = all.filter((one) => numbering.resolve(one.target) === target);
  const worth = ({ reason, action }: Transition) =>
    (reason === 'fired' ? 2 : 0) + (action.label === '' ? 0 : 1);
  const [best] = there.toSorted((one, other) => worth(other) - worth(one) || one.ord - other.ord);
  if (!best) return null;
  const { event, label, xpath } = best.action;
  return { event, label, xpath, reason: best.reason };
}
