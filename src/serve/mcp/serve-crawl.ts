import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CrawlSettings } from '../../config/settings.ts';
import { ArgiopeError, type CrawlSummary } from '../../model/index.ts';
import type { ExtractedRecord } from '../../records/index.ts';
import type { StorePlace } from '../../run/controls.ts';
import { findPage } from '../../run/history.ts';
import type { CrawledPage } from '../../run/library/page.ts';
import { PageShelf } from '../../run/library/shelf.ts';
import { openStoreAt } from '../../store/index.ts';
import { readRecords } from '../api/records.ts';
import type { AskedPart, McpCall, McpPage, McpPort, RecordQuestion } from './port.ts';
import { type McpWires, serveMcp } from './server.ts';

/** The crawl that a client may ask, and what it may crawl. */
export interface McpOptions extends McpWires {
  readonly place: Required<StorePlace>;
  /** How the site is crawled; `null`: it is not. */
  readonly settings: CrawlSettings | null;
}

/** Serves one crawl to a client that speaks MCP, until its input ends. */
export async function runMcp({ place, settings, ...wires }: McpOptions): Promise<void> {
  await serveMcp(portOf(place, settings), wires);
}

function portOf(place: Required<StorePlace>, settings: CrawlSettings | null): McpPort {
  const crawl = settings === null ? {} : { crawl: crawler(settings), query: asker(place, settings) };
  const about =
    settings === null
      ? `A crawl that was made before, kept in ${place.out}.`
      : `The site of ${settings.seeds.join(', ')}, crawled into ${place.out}; links are followed within the scope "${settings.scope}".`;
  return {
    about,
    ...crawl,
    search: async (asked) => {
      const { runSearch } = await import('../../run/search/search.ts');
      const { command: _, hits, ...found } = await runSearch({ ...place, ...asked });
      return { ...found, hits: hits.map(hitRow) };
    },
    page: (asked) => readPage(place, asked.page, asked.part),
    records: (asked) => (asked.query === '' ? recordsOf(place, asked) : recordsFound(place, asked)),
  };
}

/** Asks the forms of this crawl and of no other; what was learned of them is kept beside it. */
function asker(place: Required<StorePlace>, settings: CrawlSettings): NonNullable<McpPort['query']> {
  return async ({ query, seconds }, { signal }) => {
    const { runQuery } = await import('../../run/query/query.ts');
    const whom = { outs: [place.out], store: place.store, urls: [], about: null, sources: null };
    const kept = { dir: join(place.out, 'query'), save: null, saved: null, records: [] };
    const { command: _, ...report } = await runQuery(
      { query, ...whom, ...kept, timeout: seconds, crawl: settings },
      { signal },
    );
    return report;
  };
}

/** A hit without what only a screen needs. */
function hitRow({
  marks: _marks,
  entry: _entry,
  score: _score,
  states = [],
  ...hit
}: object & {
  readonly marks: unknown;
  readonly entry: unknown;
  readonly score: unknown;
  readonly states?: readonly { readonly number: number | null; readonly label: string }[];
}): object {
  const others = states.map(({ number, label }) => ({ number, label }));
  return { ...hit, ...(others.length > 0 && { states: others }) };
}

/** Crawls one call after the other: a store has one crawl at a time. */
function crawler(settings: CrawlSettings): NonNullable<McpPort['crawl']> {
  let isRunning = false;
  return async ({ pages, seconds }, call) => {
    if (isRunning)
      throw new ArgiopeError('STORE_LOCKED', 'a call of crawl is under way already', {
        advice: 'Wait for its answer, or cancel it; what it has stored is kept.',
      });
    isRunning = true;
    try {
      const before = await keptPagesIn(settings.store);
      const { runCrawl } = await import('../../run/crawl.ts');
      const most = before + pages;
      const limited = {
        ...settings,
        maxPages: settings.maxPages === null ? most : Math.min(settings.maxPages, most),
        maxTime: settings.maxTime === null ? seconds : Math.min(settings.maxTime, seconds),
      };
      return told(await runCrawl(limited, { signal: call.signal, listen: listener(call) }), before);
    } finally {
      isRunning = false;
    }
  };
}

function listener({ progress }: McpCall): (event: { readonly kind: string }) => void {
  return (event) => {
    const { figures } = event as { figures?: { pages: number; frontier: number } };
    if (figures) progress(figures.pages, `${figures.pages} pages, ${figures.frontier} waiting`);
  };
}

function told(summary: CrawlSummary, before: number): object {
  const { pages, urlPages, statePages, errors, unseen, finished, stopped, seconds, out } = summary;
  return {
    pages,
    added: pages - before,
    urlPages,
    statePages,
    errors,
    unseen,
    finished,
    stopped,
    seconds,
    out,
  };
}

async function keptPagesIn(url: string): Promise<number> {
  if (url.startsWith('sqlite:') && !existsSync(url.slice('sqlite:'.length))) return 0;
  const store = await openStoreAt(url, { readOnly: true });
  try {
    const [info] = await store.sites();
    const site = info && (await store.site(info.name));
    return site ? await site.count('kept') : 0;
  } finally {
    await store.close();
  }
}

async function readPage(place: Required<StorePlace>, asked: string, part: AskedPart): Promise<McpPage> {
  const shelf = new PageShelf(place, { browser: null, viewport: [1280, 800] });
  try {
    const { number } = await shelf.read((site) => findPage(site, asked));
    const page = await shelf.page(number);
    if (page === null)
      throw new ArgiopeError('USAGE', `page ${asked} is not of a type that this crawl wants`, {
        advice: 'Ask for another page; the search tool finds those that are kept.',
      });
    const { kind, url, address, title, label, type, status, lang, time, dated } = page;
    const about = { number, kind, url, address, title, label, type, status, lang, time, dated };
    if (part === 'text') return { about, text: await page.markdown() };
    return { about, rows: await rowsOf(shelf, page, part) };
  } finally {
    await shelf.close();
  }
}

async function rowsOf(
  shelf: PageShelf,
  page: CrawledPage,
  part: Exclude<AskedPart, 'text'>,
): Promise<readonly object[]> {
  switch (part) {
    case 'links':
      return page.links;
    case 'records':
      return page.records.map(recordRow);
    case 'path':
      return page.entry;
    case 'actions': {
      const transitions = await shelf.read((site) => site.transitions(page.number));
      return transitions.map(({ action: { label, event, xpath, instruction }, target, reason }) => ({
        label,
        event,
        instruction: instruction.text,
        xpath,
        reason,
        target,
      }));
    }
  }
}

function recordRow({ page, url, type, path, fields }: ExtractedRecord): object {
  return { page, url, type, ...(path !== null && { path }), fields };
}

/** Records as they stand in the file, and how many there are of each type. */
async function recordsOf(
  { out }: StorePlace,
  { type, limit, offset }: Omit<RecordQuestion, 'query'>,
): Promise<object> {
  const file = join(out, 'records.jsonl');
  if (!existsSync(file))
    throw new ArgiopeError('USAGE', `there are no records in ${out}`, {
      advice: `Make them with: argiope extract --out ${out}`,
    });
  return readRecords(file, { type, limit, offset });
}

/** Records that fulfil conditions, by the index of search. */
async function recordsFound(place: Required<StorePlace>, asked: RecordQuestion): Promise<object> {
  const { runSearch } = await import('../../run/search/search.ts');
  const query = asked.type === '' ? asked.query : `type:"${asked.type.replaceAll('"', '')}" ${asked.query}`;
  const { hits, total, waiting } = await runSearch({
    ...place,
    query,
    limit: asked.limit,
    offset: asked.offset,
  });
  if (hits.length > 0 && hits[0]?.record === undefined)
    throw new ArgiopeError(
      'USAGE',
      `the question ${JSON.stringify(asked.query)} has no condition on a field`,
      {
        advice:
          'Write a field with a value, such as price<50 or author:Smith; the search tool finds pages by words.',
      },
    );
  const records = hits.map(({ number, url, record }) => ({ page: number, url, ...record }));
  return { total, records, ...(waiting !== undefined && { waiting }) };
}
