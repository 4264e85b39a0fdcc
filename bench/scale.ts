import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres, type TestServer } from '../test/postgres.ts';
import { differences, namedGraph, none } from '../test/shared-graph.ts';
import { serveManyHosts } from '../test/sites/many-hosts.ts';
import { type Bench, readArgs } from './bench.ts';
import { startServers } from './gather/site/process.ts';
import { Report } from './report.ts';
import { argiope, type Process, start } from './scale/process.ts';
import type { Cell } from './table.ts';

/** Milliseconds that each answer takes, and seconds between requests to one host. */
const [latency, delay] = [100, 0.2];
/** Pages that one worker process has in hand: latency bounds it long before a processor does. */
const inHand = 8;

/** Workers that share a crawl in one PostgreSQL: pace by their number, and what kills cost. */
export const scale: Bench = {
  name: 'scale',
  summary: 'workers that share a crawl in PostgreSQL: pace by their number, politeness, kills',
  usage: [
    '    --workers a,b  numbers of worker processes (1,2,4)',
    '    --seconds S    length of each measurement (15)',
    '    --hosts N      hosts (400)',
    '    --kills N      kills of workers and of PostgreSQL (20)',
    '    --quick        50 hosts, 5 s, 1 and 2 workers, 4 kills: a look, not a measurement',
    '    --markdown     tables to paste into docs/benchmarks.md',
  ].join('\n'),
  run,
};

async function run(args: readonly string[]): Promise<boolean> {
  const values = readArgs(args, {
    workers: { type: 'string' },
    seconds: { type: 'string' },
    hosts: { type: 'string' },
    kills: { type: 'string' },
    quick: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  });
  const { quick } = values;
  const counts = (values.workers ?? (quick ? '1,2' : '1,2,4')).split(',').map(Number);
  const seconds = Number(values.seconds ?? (quick ? 5 : 15));
  const hosts = Number(values.hosts ?? (quick ? 50 : 400));
  const kills = Number(values.kills ?? (quick ? 4 : 20));
  const report = new Report(values.markdown ? 'markdown' : 'text');
  const folder = await mkdtemp(join(tmpdir(), 'argiope-scale-'));
  const database = await startPostgres();
  try {
    await pace(report, database, folder, { counts, seconds, hosts });
    if (kills > 0) await killing(report, database, folder, kills);
    return report.close();
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throughput by the number of worker processes, each bounded by latency alone. */
async function pace(
  report: Report,
  database: TestServer,
  folder: string,
  {
    counts,
    seconds,
    hosts,
  }: { readonly counts: readonly number[]; readonly seconds: number; readonly hosts: number },
): Promise<void> {
  report.section(`${hosts} hosts, each ${latency} ms away, ${inHand} pages in hand per worker`);
  const servers = await startServers({ pages: 400, ports: 4, latency });
  const rows: (readonly Cell[])[] = [];
  let single = 0;
  try {
    const list = join(folder, 'hosts.txt');
    await writeFile(list, `${addresses(hosts, servers.ports).join('\n')}\n`);
    for (const count of counts) {
      const url = `${database.url}?schema=scale_${count}`;
      const flags = ['--engine', 'http', '--detach', '--delay', String(delay), '--store', url, '--fresh'];
      await argiope(['crawl', `@${list}`, ...flags]);
      const workers = Array.from({ length: count }, () => work(url));
      await untilAllWork(url, count);
      await servers.reset();
      const before = await committed(url);
      await sleep(seconds * 1000);
      const { requests, together, apart } = await servers.stats();
      const pages = (await committed(url)) - before;
      await Promise.all(workers.map((worker) => worker.end()));
      const rate = requests / seconds;
      single ||= rate / count;
      const share = rate / (single * count);
      rows.push([count, requests, rate, (rate * latency) / 1000, pages / seconds, share]);
      report.verdict(share >= 0.9, `${count} workers: at least 0.9 of linear`, share.toFixed(2));
      report.verdict(together === 1, `${count} workers: one request at a time at each host`, `${together}`);
      report.verdict(
        apart !== null && apart >= delay * 1000 - 2,
        `${count} workers: ${delay} s between requests to one host`,
        `${apart?.toFixed(0)} ms at the server`,
      );
    }
    const heads = ['workers', 'requests', 'requests/s', 'in flight', 'pages stored/s', 'of linear'];
    report.table(heads, rows);
  } finally {
    await servers.close();
  }
}

/** Kills workers and the database at random moments; what comes out is compared with one process. */
async function killing(report: Report, database: TestServer, folder: string, kills: number): Promise<void> {
  report.section(`${kills} kills of workers and of PostgreSQL`);
  const hosts = 16;
  const site = await serveManyHosts({ hosts, pages: Math.max(20, 5 * kills), latency: 20 });
  try {
    const [file, out] = [join(folder, 'alone.db'), join(folder, 'alone')];
    const alone = ['--store', `sqlite:${file}`, '--out', out, '--quiet'];
    await argiope(['crawl', ...site.seeds, '--engine', 'http', ...alone]);
    const truth = await namedGraph(`sqlite:${file}`, hosts);
    const usual = repeats(site.asked);
    const url = `${database.url}?schema=kills`;
    await argiope(['crawl', ...site.seeds, '--engine', 'http', '--detach', '--store', url]);
    site.asked.clear();
    const workers = [work(url), work(url), work(url)];
    let [ended, crashes] = [0, 0];
    while (ended + crashes < kills && (await statusOf(url)).finishedAt === null) {
      const asked = site.asked.size;
      for (let tries = 0; tries < 200 && site.asked.size < asked + 10; tries++) await sleep(50);
      if ((ended + crashes) % 5 === 4) {
        crashes++;
        await database.crash();
      } else {
        const at = ended++ % workers.length;
        workers[at]?.kill();
        workers[at] = work(url);
      }
    }
    await Promise.all(workers.map(({ ended: end }) => end));
    const found = await namedGraph(url, hosts);
    const isSame = JSON.stringify(differences(found, truth)) === JSON.stringify(none);
    const again = repeats(site.asked) - usual;
    report.table(
      ['workers killed', 'crashes of PostgreSQL', 'pages', 'edges', 'requests repeated'],
      [[ended, crashes, found.pages.length, found.edges.length, again]],
    );
    report.verdict(
      isSame && found.finishedAt !== null,
      'the graph is that of one process',
      `${found.pages.length} pages`,
    );
    const most = (ended + 3 * crashes) * 6 * inHand;
    report.verdict(
      again <= most,
      `no more repeated than was in hand or not stored yet (${most})`,
      `${again}`,
    );
  } finally {
    await site.close();
  }
}

function work(url: string): Process {
  const flags = [
    '--workers',
    String(inHand),
    '--threads',
    '0',
    '--lease',
    '5',
    '--batch-age',
    '0.5',
    '--quiet',
  ];
  return start(['worker', '--store', url, ...flags]);
}

interface Status {
  readonly finishedAt: string | null;
  readonly pages: { readonly kept: number };
  readonly share: {
    readonly workers: readonly { readonly isAlive: boolean; readonly hosts: number }[];
  } | null;
}

async function statusOf(url: string): Promise<Status> {
  return JSON.parse(await argiope(['status', '--store', url, '--json'])) as Status;
}

async function committed(url: string): Promise<number> {
  return (await statusOf(url)).pages.kept;
}

/** Waits until so many workers have hosts, about as many each. */
async function untilAllWork(url: string, count: number): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const { share } = await statusOf(url);
    const alive = share?.workers.filter(({ isAlive, hosts }) => isAlive && hosts > 0) ?? [];
    if (alive.length === count) return;
    await sleep(500);
  }
  throw new Error(`expected ${count} workers at work`);
}

function repeats(asked: ReadonlyMap<string, readonly number[]>): number {
  return [...asked.values()].reduce((sum, times) => sum + times.length - 1, 0);
}

/** Addresses of so many hosts: loopback addresses, each with every port. */
function addresses(count: number, ports: readonly number[]): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const place = Math.floor(at / ports.length);
    return `http://127.1.${place >> 7}.${1 + (place & 127)}:${ports[at % ports.length]}/`;
  });
}
