import { mkdir } from 'node:fs/promises';
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
}

/** A static site, gathered by Argiope and by the others in one run. */
export const speed: GatherPart = {
  name: 'speed',
  title: 'A static site, everything stored',
  run,
};

async function run({ report, quick, peers, folder }: GatherContext): Promise<void> {
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
    const measured = [await crawlByArgiope(servers, join(folder, 'argiope-1'), report.progress)];
    for (const { gatherer, state } of found)
      if (state.kind === 'installed') measured.push(await crawlByPeer(gatherer, state, servers, folder));
    // Once before and once after the others, since machines are not equally fast at all times.
    measured.push(await crawlByArgiope(servers, join(folder, 'argiope-2'), report.progress));
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
): Promise<Measured> {
  await servers.reset();
  const url = `http://127.0.0.1:${servers.ports[0]}/`;
  const { summary, memory } = await runCrawl(url, out, ['--engine', 'http', '--workers', String(workers)]);
  const stats = await servers.stats();
  progress(`argiope: ${summary.pages} pages in ${summary.seconds} s, ${Math.round(memory.peakMiB)} MiB`);
  // From its first step to the last page on the disk, which is more than the server sees.
  const seconds = Math.max(summary.seconds, stats.seconds);
  return { ...{ name: 'Argiope', slower: null, seconds }, ...counted(stats) };
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
  return { ...{ name, slower, seconds: stats.seconds }, ...counted(stats) };
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
  const own = measured.filter(({ name }) => name === 'Argiope');
  const rate = own.reduce((sum, each) => sum + rateOf(each), 0) / own.length;
  for (const each of own)
    report.verdict(each.pages === pages, 'Argiope finds every page', `${each.pages} of ${pages}`);
  for (const peer of measured.filter(({ name }) => name !== 'Argiope')) {
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
