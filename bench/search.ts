import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defaultSettings } from '../src/config/index.ts';
import type { SiteStore } from '../src/model/index.ts';
import { runCrawl } from '../src/run/crawl.ts';
import { answer } from '../src/run/search/answer.ts';
import { catchUp } from '../src/search/index.ts';
import { openStoreAt } from '../src/store/index.ts';
import { startPostgres } from '../test/postgres.ts';
import { type Bench, readArgs, UsageError } from './bench.ts';
import { startServers } from './gather/site/process.ts';
import { Report } from './report.ts';
import { addressOf, fillStore } from './search/fill.ts';
import { knownItems, PageMaker } from './search/made-pages.ts';
import { type Ask, type Measured, measure } from './search/measure.ts';
import { miniSearch, type Peer, pagefind, pagefindAt } from './search/peers.ts';

/** Known pages looked for in a large index, beside other programs; and what indexing costs a crawl. */
export const search: Bench = {
  name: 'search',
  summary: 'known pages among 100,000, half of them Chinese, beside MiniSearch and Pagefind',
  usage: [
    '    --pages N       pages of the large index (default 100000)',
    '    --peer-pages N  pages on which the others are measured too (default 10000)',
    '    --peers DIR     where Pagefind is installed (or ARGIOPE_PEERS; npm install pagefind)',
    '    --postgres      the large index in PostgreSQL too, in a server that is started for it',
    '    --part P        answers, or crawl: what a crawl loses by the index',
    '    --seed N        what is made and asked (default 1)',
    '    --quick         2,000 pages: a look, not a measurement',
    '    --markdown      tables to paste into docs/benchmarks.md',
  ].join('\n'),
  run,
};

const questions = 200;
/** Crawls of each kind. */
const rounds = 9;

async function run(args: readonly string[]): Promise<boolean> {
  const given = readArgs(args, {
    pages: { type: 'string', default: '100000' },
    'peer-pages': { type: 'string', default: '10000' },
    peers: { type: 'string' },
    part: { type: 'string' },
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean' },
    postgres: { type: 'boolean' },
    markdown: { type: 'boolean' },
  });
  const [pages, peerPages, seed] = [given.pages, given['peer-pages'], given.seed].map(Number) as [
    number,
    number,
    number,
  ];
  if (![pages, peerPages, seed].every((value) => Number.isSafeInteger(value) && value > 0))
    throw new UsageError('--pages, --peer-pages and --seed must be whole numbers from 1 on');
  if (given.part !== undefined && given.part !== 'answers' && given.part !== 'crawl')
    throw new UsageError(`--part must be answers or crawl; got "${given.part}"`);
  const report = new Report(given.markdown ? 'markdown' : 'text');
  const folder = mkdtempSync(join(tmpdir(), 'argiope-search-'));
  const peers = pagefindAt(given.peers ?? process.env.ARGIOPE_PEERS);
  try {
    if (given.part !== 'crawl') {
      const sizes = given.quick ? [2000, 2000] : [peerPages, pages];
      await answers({
        report,
        folder,
        peers,
        seed,
        peerPages: sizes[0] as number,
        pages: sizes[1] as number,
        postgres: given.postgres ?? false,
      });
    }
    if (given.part !== 'answers') await crawlCost(report, folder, given.quick ? 500 : 2000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return report.close();
}

interface AnswerContext {
  readonly report: Report;
  readonly folder: string;
  readonly peers: string | null;
  readonly seed: number;
  readonly peerPages: number;
  readonly pages: number;
  readonly postgres: boolean;
}

async function answers({
  report,
  folder,
  peers,
  seed,
  peerPages,
  pages,
  postgres,
}: AnswerContext): Promise<void> {
  const maker = new PageMaker(seed);
  report.section('Known pages');
  const rows: { readonly measured: Measured; readonly seconds: number }[] = [];
  rows.push(await byArgiope(report, folder, maker, peerPages, seed));
  const others: [string, (() => Promise<Peer>) | null][] = [
    ['MiniSearch', async () => miniSearch(maker, peerPages)],
    ['Pagefind', peers === null ? null : () => pagefind(peers, maker, peerPages, folder)],
  ];
  for (const [name, start] of others) {
    if (start === null) {
      report.note(`- ${name} is absent: name its folder with --peers`);
      continue;
    }
    const peer = await start();
    const measured = await measure(name, peerPages, knownItems(maker, peerPages, questions, seed), peer.ask);
    rows.push({ measured, seconds: peer.seconds });
    await peer.close();
  }
  if (pages !== peerPages) rows.push(await byArgiope(report, folder, maker, pages, seed));
  if (postgres) rows.push(await byPostgres(report, folder, maker, pages, seed));
  const kinds = Object.keys(rows[0]?.measured.mrr ?? {});
  report.table(
    ['index', 'pages', 'MRR', ...kinds, 'median ms', 'worst ms', 'indexed in s'],
    rows.map(({ measured: { name, pages: size, all, mrr, median, worst }, seconds }) => [
      ...[name, size, all],
      ...kinds.map((kind) => mrr[kind] ?? null),
      ...[median, worst, seconds],
    ]),
  );
  const large = rows.filter(({ measured }) => measured.name === 'Argiope').at(-1)?.measured as Measured;
  report.verdict(large.all >= 0.9, `known pages among ${large.pages}: MRR ≥ .9`, large.all.toFixed(3));
  report.verdict(
    large.median <= 50,
    `median answer among ${large.pages} ≤ 50 ms`,
    `${large.median.toFixed(1)} ms`,
  );
}

async function byArgiope(report: Report, folder: string, maker: PageMaker, pages: number, seed: number) {
  const out = join(folder, `argiope-${pages}`);
  const file = join(out, 'argiope.db');
  try {
    await withSite(`sqlite:${file}`, (site) =>
      fillStore(site, maker, pages, (done) => report.progress(`${done} pages stored`)),
    );
    const before = statSync(file).size;
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    await withSite(`sqlite:${file}`, (site) =>
      catchUp(site, {
        progress: (done, of) => done % 20_000 === 0 && report.progress(`${done} of ${of} pages indexed`),
      }),
    );
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const size = statSync(file).size - before;
    report.note(
      `- ${pages} pages: ${Math.round(pages / seconds)} pages/s (${((user + system) / pages / 1000).toFixed(2)} ms of processor each), ${(size / 2 ** 20).toFixed(0)} MiB of index for ${(before / 2 ** 20).toFixed(0)} MiB of store, ${(size / pages / 1024).toFixed(2)} KiB a page`,
    );
    return await withSite(`sqlite:${file}`, async (site) => {
      const items = knownItems(maker, pages, questions, seed);
      const measured = await measure('Argiope', pages, items, askerOf(site, out));
      const frame = await answer(site, out, 'imprint', { limit: 10 });
      report.verdict(
        frame.total === 0,
        `a word of the frame of ${pages} pages gives none of them`,
        `${frame.total} hits`,
      );
      return { measured, seconds };
    });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function askerOf(site: SiteStore, out: string): Ask {
  return async ({ query }) => {
    const { hits } = await answer(site, out, query, { limit: 10 });
    return hits.map(({ number }) => number ?? -1);
  };
}

/** The same in PostgreSQL. */
async function byPostgres(report: Report, out: string, maker: PageMaker, pages: number, seed: number) {
  const server = await startPostgres();
  try {
    return await withSite(server.url, async (site) => {
      await fillStore(site, maker, pages, (done) => report.progress(`${done} pages stored in PostgreSQL`));
      const start = performance.now();
      await catchUp(site);
      const seconds = (performance.now() - start) / 1000;
      const items = knownItems(maker, pages, questions, seed);
      return { measured: await measure('Argiope, PostgreSQL', pages, items, askerOf(site, out)), seconds };
    });
  } finally {
    await server.stop();
  }
}

/** Opens a store for some work; closing it leaves one file, whose size can be told. */
async function withSite<T>(place: string, work: (site: SiteStore) => Promise<T>): Promise<T> {
  const store = await openStoreAt(place);
  try {
    const site = await store.site('made.test', { seeds: [addressOf(0)], settings: {} });
    if (!site) throw new Error('the store has no site');
    return await work(site);
  } finally {
    await store.close();
  }
}

/** Processor time of the same crawl with and without what notes pages for the index, in turns. */
async function crawlCost(report: Report, folder: string, pages: number): Promise<void> {
  report.section('What a crawl loses');
  const servers = await startServers({ pages });
  const costs = { with: [] as number[], without: [] as number[] };
  try {
    for (let round = 0; round < rounds; round++)
      for (const way of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        await servers.reset();
        const cost = await crawlOnce(
          `http://127.0.0.1:${servers.ports[0]}/`,
          join(folder, `crawl-${round}-${way}`),
          way === 'with',
        );
        costs[way].push(cost);
        report.progress(`${way} the index: ${cost.toFixed(2)} ms of processor a page`);
      }
  } finally {
    await servers.close();
  }
  // The least of them: what else the machine did can only add.
  const [given, bare] = [Math.min(...costs.with), Math.min(...costs.without)];
  const lost = 1 - bare / given;
  report.table(
    ['crawl', 'ms of processor a page'],
    [
      ['with the index', given],
      ['without', bare],
    ],
  );
  report.verdict(lost <= 0.05, 'a crawl loses ≤ 5 % by the index', `${(lost * 100).toFixed(1)} %`);
}

async function crawlOnce(url: string, out: string, indexed: boolean): Promise<number> {
  const file = join(out, 'argiope.db');
  await (await openStoreAt(`sqlite:${file}`)).close();
  if (!indexed) {
    const database = new DatabaseSync(file);
    database.exec('DROP TRIGGER pages_to_search');
    database.close();
  }
  const settings = defaultSettings([url], {
    out,
    store: `sqlite:${file}`,
    engine: 'http',
    workers: 32,
    robots: 'ignore',
  });
  const cpu = process.cpuUsage();
  const { pages } = await runCrawl(settings, { outputs: false });
  const { user, system } = process.cpuUsage(cpu);
  rmSync(out, { recursive: true, force: true });
  return (user + system) / 1000 / pages;
}
