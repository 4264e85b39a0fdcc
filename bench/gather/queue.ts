import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChild } from '../children.ts';
import { ended, runCrawl, startArgiope } from '../crawl-process.ts';
import { watchMemory } from '../memory.ts';
import { hostAddresses } from './hosts.ts';
import type { GatherContext, GatherPart } from './part.ts';
import type { FillOrder } from './queue/fill.ts';
import { type Servers, startServers } from './site/process.ts';

/** Most resident memory in MiB, and seconds from the start of the program to its first request. */
const [mostMiB, mostSeconds] = [400, 5];
/** Seconds for which a crawl goes on after it was taken up. */
export const goesOn = 10;
const script = fileURLToPath(new URL('queue/fill.ts', import.meta.url));

/** Millions of addresses in the frontier: memory while they are filed, and taking up the crawl. */
export const queue: GatherPart = {
  name: 'queue',
  title: 'Millions of addresses in the queue',
  run,
};

async function run({ report, quick, folder }: GatherContext): Promise<void> {
  const count = quick ? 200_000 : 10_000_000;
  const servers = await startServers({ pages: 1_000_000 });
  try {
    const hosts = hostAddresses(1000, servers.ports);
    const list = join(folder, 'hosts.txt');
    await writeFile(list, `${hosts.map((host) => `${host}/`).join('\n')}\n`);
    const out = join(folder, 'out');
    const flags = ['--engine', 'http', '--delay', '0.1'];
    await runCrawl(`@${list}`, out, [...flags, '--max-pages', '1'], [4]);
    const file = join(out, 'argiope.db');
    const name = new URL(`${hosts[0]}/`).host;
    const filled = await fill({ store: `sqlite:${file}`, name, hosts, count }, report.progress);
    const resumed = await resume(servers, ['crawl', `@${list}`, '--out', out, ...flags]);
    const { size } = await stat(file);
    report.table(
      ['step', 'addresses', 'seconds', 'addresses/s', 'MiB'],
      [
        ['file them', filled.filed, filled.seconds, filled.filed / filled.seconds, filled.mib],
        ['start to first request', null, resumed.first, null, null],
        [`${goesOn} s of gathering`, resumed.requests, goesOn, resumed.requests / goesOn, resumed.mib],
      ],
    );
    report.note(`The store takes ${Math.round(size / 1e6)} MB on the disk.`);
    const short = `${(count / 1e6).toLocaleString('en')} million addresses queued`;
    for (const [what, mib] of [
      ['filing', filled.mib],
      ['gathering', resumed.mib],
    ] as const)
      report.verdict(
        mib <= mostMiB,
        `${short}: at most ${mostMiB} MiB while ${what}`,
        `${Math.round(mib)} MiB`,
      );
    report.verdict(
      resumed.first <= mostSeconds,
      `${short}: first request within ${mostSeconds} s`,
      `${resumed.first.toFixed(2)} s`,
    );
  } finally {
    await servers.close();
  }
}

/** Files addresses in a process of its own. */
export async function fill(
  order: FillOrder,
  progress: (text: string) => void,
): Promise<{ filed: number; seconds: number; mib: number }> {
  const started = performance.now();
  const args = ['--heap-growing-percent=30', script, JSON.stringify(order)];
  const child = startChild(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const memory = watchMemory(child.pid ?? 0);
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
  });
  if ((await ended(child)) !== 0) throw new Error('filing failed');
  const seconds = (performance.now() - started) / 1000;
  const { filed } = JSON.parse(said) as { filed: number };
  progress(`${filed} addresses filed in ${Math.round(seconds)} s`);
  return { filed, seconds, mib: memory().peakMiB };
}

/** Has a command take up what waits, lets it work for a while, and ends it as a person would. */
export async function resume(
  servers: Servers,
  args: readonly string[],
): Promise<{ first: number; requests: number; mib: number; atEnd: number }> {
  await servers.reset();
  const started = performance.now();
  const child = startArgiope([...args, '--quiet']);
  child.stdout?.resume();
  child.stderr?.resume();
  const [gathering, memory] = [watchMemory(child.pid ?? 0), watchMemory(child.pid ?? 0)];
  const exited = once(child, 'exit');
  let isOver = false;
  void exited.then(() => {
    isOver = true;
  });
  while ((await servers.stats()).requests === 0) {
    if (isOver) throw new Error('the crawl ended before it asked for anything');
    await wait(10);
  }
  const first = (performance.now() - started) / 1000;
  await wait(goesOn * 1000);
  const { requests } = await servers.stats();
  const mib = gathering().peakMiB;
  child.kill('SIGINT');
  await exited;
  // A crawl that is ended writes its outputs.
  return { first, requests, mib, atEnd: memory().peakMiB };
}
