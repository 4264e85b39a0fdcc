import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runCrawl } from '../crawl-process.ts';
import { runPeer } from '../peers/run.ts';
import type { Cell } from '../table.ts';
import type { GatherContext, GatherPart } from './part.ts';
import { type FoundGatherer, type Gatherer, gatherers } from './peers/gatherers.ts';
import type { ServerStats } from './site/host-log.ts';
import { type Servers, startServers } from './site/process.ts';

const workers = 32;
/** Seconds that a crawl may take. */
const longest = 1800;

/** What one crawl came to. */
interface Measured {
  readonly name: string;
  readonly slower: number | null;
  readonly pages: number;
  readonly requests: number;
  readonly seconds: number;
  readonly own: Own | null;
}

/** Argiope as it is, in one thread, or from the checkout to compare with. */
type Own = 'all' | 'one' | 'before';

const names: Readonly<Record<Own, string>> = {
  all: 'Argiope',
  one: 'Argiope --threads 0',
  before: 'Argiope before',
};

/** How many times as fast it is to be as before threads, or as in one of them, on two processors or more. */
const byThreads = 1.6;

/** A static site, gathered by Argiope and by the others in one run. */
export const speed: GatherPart = {
  name: 'speed',
  title: 'A static site, everything stored',
  run,
};

async function run({ report, quick, peers, before, folder }: GatherContext): Promise<void> {
  const pages = quick ? 2000 : 20_000;
  const found = gatherers.map((gatherer) => ({ gatherer, state: gatherer.find(peers) }));
  for (const { gatherer, state } of found)
    report.note(
      state.kind === 'absent'
        ? `- ${gatherer.name} is absent: ${state.reason}`
        : `- ${gatherer.name} ${state.version}`,
    );
  const servers = await startServers({ pages });
  try {
    const crawled = (run: number, own: Own) =>
      crawlByArgiope(servers, join(folder, `argiope-${own}-${run}`), report.progress, { own, before });
    const kinds: readonly Own[] = before === null ? ['all', 'one'] : ['all', 'one', 'before'];
    const measured: Measured[] = [];
    for (const own of kinds) measured.push(await crawled(1, own));
    for (const { gatherer, state } of found)
      if (state.kind === 'installed') measured.push(await crawlByPeer(gatherer, state, servers, folder));
    // Once before and once after the others, since machines are not equally fast at all times.
    for (const own of kinds.toReversed()) measured.push(await crawled(2, own));
    print(report, measured);
    judge(report, measured, pages);
  } finally {
    await servers.close();
  }
}

async function crawlByArgiope(
  servers: Servers,
  out: string,
  progress: (text: string) => void,
  { own, before }: { readonly own: Own; readonly before: string | null },
): Promise<Measured> {
  await servers.reset();
  const url = `http://127.0.0.1:${servers.ports[0]}/`;
  const flags = [
    '--engine',
    'http',
    '--workers',
    String(workers),
    ...(own === 'one' ? ['--threads', '0'] : []),
  ];
  const from = own === 'before' && before !== null ? join(before, 'bin', 'argiope.js') : undefined;
  const { summary, memory } = await runCrawl(url, out, flags, [0], from);
  const stats = await servers.stats();
  const name = names[own];
  progress(`${name}: ${summary.pages} pages in ${summary.seconds} s, ${Math.round(memory.peakMiB)} MiB`);
  // From its first step to the last page on the disk, which is more than the server sees.
  const seconds = Math.max(summary.seconds, stats.seconds);
  return { name, slower: null, seconds, own, ...counted(stats) };
}

async function crawlByPeer(
  { name, slower }: Gatherer,
  state: Extract<FoundGatherer, { kind: 'installed' }>,
  servers: Servers,
  folder: string,
): Promise<Measured> {
  await servers.reset();
  const out = join(folder, name.replace(/\W+/g, '-'));
  await mkdir(out, { recursive: true });
  const { command, args, env } = state.command(`http://127.0.0.1:${servers.ports[0]}/`, out, workers);
  await runPeer(command, args, {
    cwd: out,
    log: join(out, 'log.txt'),
    seconds: longest,
    ...(env && { env }),
  });
  const stats = await servers.stats();
  return { name, slower, seconds: stats.seconds, own: null, ...counted(stats) };
}

function counted({ pages, requests }: ServerStats): Pick<Measured, 'pages' | 'requests'> {
  return { pages, requests };
}

const rateOf = ({ pages, seconds }: Measured) => pages / seconds;

function print(report: GatherContext['report'], measured: readonly Measured[]): void {
  const rows = measured.map((each): Cell[] => [
    each.name,
    each.pages,
    each.requests,
    each.seconds,
    rateOf(each),
  ]);
  report.table(['crawler', 'pages', 'requests', 'seconds', 'pages/s'], rows);
}

function judge(report: GatherContext['report'], measured: readonly Measured[], pages: number): void {
  const own = measured.filter((each) => each.own !== null);
  const rateBy = (kind: Measured['own']) => {
    const some = measured.filter((each) => each.own === kind);
    return some.reduce((sum, each) => sum + rateOf(each), 0) / some.length;
  };
  const rate = rateBy('all');
  for (const each of own)
    report.verdict(each.pages === pages, `${each.name} finds every page`, `${each.pages} of ${pages}`);
  const asked = own.some((each) => each.own === 'before') ? 'before' : 'one';
  if (availableParallelism() > 1)
    report.verdict(
      rate >= byThreads * rateBy(asked),
      `at least ${byThreads} times as fast as ${names[asked]}`,
      `${(rate / rateBy(asked)).toFixed(2)} times (${Math.round(rate)} and ${Math.round(rateBy(asked))} pages/s)`,
    );
  for (const peer of measured.filter((each) => each.own === null)) {
    const ratio = rate / rateOf(peer);
    const same = peer.pages <= pages && own.every((each) => each.pages >= peer.pages);
    report.verdict(same, `no page that ${peer.name} found is missing`, `${peer.pages} of ${pages}`);
    if (peer.slower !== null)
      report.verdict(
        ratio >= peer.slower,
        `at least ${peer.slower} times as fast as ${peer.name}`,
        `${ratio.toFixed(1)} times (${Math.round(rate)} and ${Math.round(rateOf(peer))} pages/s)`,
      );
    else report.note(`${peer.name}: ${Math.round(rateOf(peer))} pages/s, which stores nothing but files`);
  }
}
