/** Crawls: which there are, how they stand, and how they are steered. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ArgiopeError } from '../../model/index.ts';
import { crawlStates, type ServedCrawl } from '../crawl.ts';
import { figuresSchema } from '../live/figures.ts';
import { type Desk, jsonRoute } from '../route.ts';
import { aFlag, anObject, aText, aWord, listOf, mapOf, maybe, orNull, type TypeOf } from '../schema.ts';
import { checkedCrawl, optionValue } from './options.ts';
import { crawlRoute } from './shared.ts';
import { canBeShared } from './workers.ts';

const failureSchema = anObject({ code: aText(), message: aText(), advice: orNull(aText()) });

/** A crawl as a whole. */
const crawlSchema = anObject({
  id: aText('Name in addresses'),
  out: aText('Folder of the crawl'),
  seeds: listOf(aText()),
  state: aWord(crawlStates),
  createdAt: orNull(aText('ISO 8601')),
  finishedAt: orNull(aText('ISO 8601; null while work is left')),
  failure: orNull(failureSchema),
  figures: orNull(figuresSchema),
  settings: mapOf(aText(), 'Settings that decide what the pages are'),
  mirror: orNull(aText('Address of the mirror, where it was written')),
  hasRecords: aFlag('Whether records were made of its pages'),
  mayShare: aFlag('Whether its store lets several processes work on it: /workers says who does'),
});

/** A crawl as the API tells of it. */
export type ToldCrawl = TypeOf<typeof crawlSchema>;

/** A crawl whose store cannot be read is told as such: it must not hide the others. */
async function viewOf(crawl: ServedCrawl, desk: Desk): Promise<ToldCrawl> {
  try {
    return await readView(crawl, desk);
  } catch (error) {
    if (!(error instanceof ArgiopeError)) throw error;
    const { code, message, advice } = error;
    const nothing = {
      seeds: [],
      createdAt: null,
      finishedAt: null,
      figures: null,
      settings: {},
      mirror: null,
    };
    return {
      id: crawl.id,
      out: crawl.place.out,
      ...nothing,
      state: 'failed',
      failure: { code, message, advice },
      hasRecords: false,
      mayShare: canBeShared(crawl.place.store),
    };
  }
}

async function readView(crawl: ServedCrawl, desk: Desk): Promise<ToldCrawl> {
  const info = await crawl.info();
  const { failure, id, place } = crawl;
  const hasMirror = existsSync(join(place.out, 'mirror', 'index.html'));
  return {
    id,
    out: place.out,
    seeds: info?.seeds ?? [],
    state: await crawl.state(info),
    createdAt: info?.createdAt ?? null,
    finishedAt: info?.finishedAt ?? null,
    failure: failure && { code: failure.code, message: failure.message, advice: failure.advice },
    figures: crawl.feed.samples.at(-1) ?? (await crawl.figures()),
    settings: Object.fromEntries(
      Object.entries(info?.settings ?? {}).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
    mirror: hasMirror ? `${desk.mirror()}${encodeURIComponent(id)}/mirror/index.html` : null,
    hasRecords: existsSync(join(place.out, 'records.jsonl')),
    mayShare: canBeShared(place.store),
  };
}

const steering = (word: 'pause' | 'continue' | 'stop', summary: string) =>
  crawlRoute({
    method: 'POST',
    path: `/${word}`,
    tag: 'Crawls',
    summary,
    answer: crawlSchema,
    run: async ({ crawl, desk }) => {
      if (word === 'pause') await crawl.pause();
      else if (word === 'stop') await crawl.stop();
      else await crawl.goOn();
      return viewOf(crawl, desk);
    },
  });

/** Routes of crawls. */
export const crawlRoutes = [
  jsonRoute({
    method: 'GET',
    path: '/api/crawls',
    tag: 'Crawls',
    summary: 'All crawls that are served',
    answer: anObject({ crawls: listOf(crawlSchema), root: aText('Folder below which new crawls are kept') }),
    run: async ({ desk }) => ({
      crawls: await Promise.all(desk.crawls.list().map((crawl) => viewOf(crawl, desk))),
      root: desk.crawls.root,
    }),
  }),
  jsonRoute({
    method: 'POST',
    path: '/api/crawls',
    tag: 'Crawls',
    summary: 'Begin a crawl; checks what it is given as the command line does',
    body: anObject({
      seeds: listOf(aText('Address to start from', 4096)),
      folder: maybe(aText('Name of its folder below the root; the host unless given', 200)),
      options: maybe(mapOf(optionValue, 'Options of `argiope crawl` by their names in camel case')),
    }),
    answer: crawlSchema,
    run: async ({ desk, body }) => {
      const { settings } = checkedCrawl(body, desk.crawls.root);
      return viewOf(await desk.crawls.begin(settings), desk);
    },
  }),
  crawlRoute({
    path: '',
    tag: 'Crawls',
    summary: 'One crawl',
    answer: crawlSchema,
    run: async ({ crawl, desk }) => viewOf(crawl, desk),
  }),
  steering('pause', 'Hold a crawl that runs in this process'),
  steering('continue', 'Go on with a crawl that was paused or stopped'),
  steering('stop', 'End a crawl after the pages in hand'),
];
