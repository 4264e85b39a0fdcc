import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../src/drivers/chromium/find.ts';
import type { DocumentTree } from '../src/model/index.ts';
import { apps } from './apps/catalogue.ts';
import { type Bench, UsageError } from './bench.ts';
import { crawlByArgiope } from './peers/argiope.ts';
import { crawlee, toldCrawlee } from './peers/crawlee.ts';
import { crawljax } from './peers/crawljax.ts';
import { katana } from './peers/katana.ts';
import type { Ended, Installed, Peer } from './peers/peer.ts';
import { type Renderer, startRenderer } from './peers/render.ts';
import { appTarget, blogTarget, forumTarget, type Target } from './peers/targets.ts';
import { claimsAgainst, forumClaims, type Measured, perPage, sumOf } from './peers/verdicts.ts';
import { Report } from './report.ts';
import type { Cell } from './table.ts';

const all: readonly Peer[] = [crawlee, katana, crawljax];

/** Argiope beside other crawlers, on the same sites, in one run. */
export const peers: Bench = {
  name: 'peers',
  summary: 'the blog and the apps crawled by Argiope and by the crawlers that are installed',
  usage: [
    '    --peers DIR   where they are installed (or ARGIOPE_PEERS; see docs/benchmarks.md)',
    '    --part P      sites (the blog and the apps) or forum (against Crawlee that is told every selector)',
    '    --rounds N    crawls of the forum by each, in turns (default 3)',
    '    --apps a,b    only these apps; "none" for the blog alone',
    '    --only p,q    only these peers',
    '    --seconds N   limit of each crawl (default 120)',
    '    --quick       20 articles of the blog, three apps, 30 seconds: a look, not a measurement',
    '    --markdown    tables to paste into docs/benchmarks.md',
    '    --keep        leave the output folders and name them',
  ].join('\n'),
  run,
};

/** What one crawl gave. */
interface Crawl {
  readonly documents: readonly DocumentTree[];
  readonly events: number | null;
  readonly seconds: number;
  readonly ended: Ended;
}

/** A crawler that takes part. */
interface Crawler {
  readonly name: string;
  crawl(url: string, out: string): Promise<Crawl>;
}

async function run(args: readonly string[]): Promise<boolean> {
  const options = readOptions(args);
  const report = new Report(options.markdown ? 'markdown' : 'text');
  const folder = await mkdtemp(join(tmpdir(), 'argiope-peers-'));
  const renderer = await startRenderer();
  try {
    if (options.part !== 'forum') await compareOnSites(report, options, renderer, folder);
    if (options.part !== 'sites') await compareOnForum(report, options, renderer, folder);
    return report.close();
  } finally {
    await renderer.close();
    if (options.keep) report.note(`\noutputs: ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
}

type Options = ReturnType<typeof readOptions>;

async function compareOnSites(
  report: Report,
  options: Options,
  renderer: Renderer,
  folder: string,
): Promise<void> {
  const installed = await lookFor(report, options.peers, options.folder);
  const crawlers = await crawlersOf(installed, options.seconds, renderer);
  const measured = await measureAll(report, options.targets, crawlers, folder);
  print(report, measured, options.seconds);
  report.note('All apps together');
  const names = [...new Set(measured.map(({ crawler }) => crawler))];
  const apps = (name: string) => measured.filter(({ crawler, kind }) => crawler === name && kind === 'app');
  report.table(
    heads.slice(1, -1),
    names.map((name) => cells(name, sumOf(apps(name)))),
  );
  judgeAll(report, measured, [...installed.keys()]);
}

/** By turns, so that a busy moment of the machine falls on both. */
async function compareOnForum(
  report: Report,
  options: Options,
  renderer: Renderer,
  folder: string,
): Promise<void> {
  const installed = await lookFor(report, [toldCrawlee], options.folder);
  const crawlers = await crawlersOf(installed, options.seconds, renderer);
  const rounds = Array.from({ length: options.rounds }, () => forumTarget());
  const measured = await measureAll(report, rounds, crawlers, join(folder, 'forum'));
  print(report, measured, options.seconds);
  for (const { ok, claim, measured: figures } of installed.size > 0 ? forumClaims(toldCrawlee, measured) : [])
    report.verdict(ok, claim, figures);
}

async function lookFor(
  report: Report,
  wanted: readonly Peer[],
  folder: string | null,
): Promise<ReadonlyMap<Peer, Installed>> {
  report.section('Crawlers');
  const installed = new Map<Peer, Installed>();
  for (const peer of wanted) {
    const found = folder
      ? await peer.find(resolve(folder))
      : { kind: 'absent' as const, reason: 'neither --peers nor ARGIOPE_PEERS names a folder' };
    if (found.kind === 'installed') installed.set(peer, found);
    report.note(
      found.kind === 'installed'
        ? `- ${peer.name} ${found.version}`
        : `- ${peer.name} is absent: ${found.reason}`,
    );
  }
  return installed;
}

async function crawlersOf(
  installed: ReadonlyMap<Peer, Installed>,
  seconds: number,
  renderer: Renderer,
): Promise<readonly Crawler[]> {
  const browser = await findBrowser({ path: null });
  const others = [...installed].map(
    ([{ name }, peer]): Crawler => ({
      name,
      async crawl(url, out) {
        const outcome = await peer.crawl({ url, seconds, browser, out });
        const documents: DocumentTree[] = [];
        for (const html of outcome.documents) documents.push(await renderer.render(html));
        return { ...outcome, documents };
      },
    }),
  );
  return [{ name: 'Argiope', crawl: (url, out) => crawlByArgiope(url, seconds, out) }, ...others];
}

async function measureAll(
  report: Report,
  targets: readonly Target[],
  crawlers: readonly Crawler[],
  folder: string,
): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const [place, target] of targets.entries()) {
    for (const crawler of crawlers) {
      report.progress(`peers: ${target.name} by ${crawler.name}`);
      const out = join(folder, `${place}-${crawler.name}`);
      await mkdir(out, { recursive: true });
      measured.push(await measure(target, crawler, out));
    }
  }
  return measured;
}

async function measure(target: Target, crawler: Crawler, out: string): Promise<Measured> {
  const served = await target.serve();
  try {
    const { documents, events, seconds, ended } = await crawler.crawl(served.url, out);
    return {
      crawler: crawler.name,
      site: target.name,
      kind: target.kind,
      pages: target.pages,
      found: target.found(documents),
      events,
      requests: await served.requests(),
      seconds,
      ended,
    };
  } finally {
    await served.close();
  }
}

const heads = ['site', 'crawler', 'pages', 'found', 'events', 'requests', 'seconds', 's/page', 'ended'];

function print(report: Report, measured: readonly Measured[], seconds: number): void {
  report.section('What each found');
  report.note(`Seconds of the whole command; "limit": ended after ${seconds} s.`);
  report.table(
    heads,
    measured.map((row) => [row.site, ...cells(row.crawler, row), row.ended]),
  );
}

function cells(name: string, sum: ReturnType<typeof sumOf>): Cell[] {
  return [name, sum.pages, sum.found, sum.events, sum.requests, sum.seconds, perPage(sum)];
}

function judgeAll(report: Report, measured: readonly Measured[], installed: readonly Peer[]): void {
  for (const peer of installed) {
    const failed = measured.filter(({ crawler, ended }) => crawler === peer.name && ended === 'failed');
    if (failed.length > 0)
      report.note(`${peer.name} failed and is not compared on ${failed.map(({ site }) => site).join(', ')}`);
    for (const { ok, claim, measured: figures } of claimsAgainst(peer, measured))
      report.verdict(ok, claim, figures);
  }
}

function readOptions(args: readonly string[]) {
  const values = parse(args);
  const seconds = Number(values.seconds ?? (values.quick ? 30 : 120));
  if (!Number.isSafeInteger(seconds) || seconds < 1)
    throw new UsageError(`--seconds must be a whole number above 0; got "${values.seconds}"`);
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 3));
  if (!Number.isSafeInteger(rounds) || rounds < 1)
    throw new UsageError(`--rounds must be a whole number above 0; got "${values.rounds}"`);
  if (values.part !== undefined && values.part !== 'sites' && values.part !== 'forum')
    throw new UsageError(`--part takes sites or forum; got "${values.part}"`);
  const quickApps = values.quick ? 'react-table,vue-hash,plain-widgets' : undefined;
  const chosen = values.apps ?? quickApps;
  const named =
    chosen === 'none' ? [] : (chosen?.split(',').map((name) => byName(apps, name, '--apps')) ?? apps);
  return {
    folder: values.peers ?? process.env.ARGIOPE_PEERS ?? null,
    seconds,
    rounds,
    part: values.part ?? null,
    targets: [blogTarget(values.quick ? 20 : 50), ...named.map(appTarget)],
    peers: values.only?.split(',').map((name) => byName(all, name, '--only')) ?? all,
    markdown: values.markdown,
    keep: values.keep,
  };
}

function byName<T extends { readonly name: string }>(list: readonly T[], name: string, option: string): T {
  const found = list.find((item) => item.name.toLowerCase() === name.toLowerCase());
  if (!found)
    throw new UsageError(
      `${option} takes names of ${list.map((item) => item.name).join(', ')}; got "${name}"`,
    );
  return found;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        peers: { type: 'string' },
        part: { type: 'string' },
        rounds: { type: 'string' },
        apps: { type: 'string' },
        only: { type: 'string' },
        seconds: { type: 'string' },
        quick: { type: 'boolean', default: false },
        markdown: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
