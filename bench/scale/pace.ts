import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from '../../test/postgres.ts';
import { startServers } from '../gather/site/process.ts';
import type { Report } from '../report.ts';
import type { Cell } from '../table.ts';
import { committed, inHand, untilAllWork, work } from './crawls.ts';
import { argiope } from './process.ts';
import { idleTime, processorTime } from './processors.ts';

/** Milliseconds that each answer takes, and seconds between requests to one host. */
const [latency, delay] = [100, 0.2];

/** Throughput by the number of worker processes, each bounded by latency alone. */
export async function pace(
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
  const busy: (readonly Cell[])[] = [];
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
      const spent = () => [
        processorTime(workers.map(({ pid }) => pid)),
        processorTime([servers.pid]),
        processorTime([database.pid()]),
        idleTime(),
      ];
      const [begun, from] = [spent(), performance.now()];
      await sleep(seconds * 1000);
      const elapsed = (performance.now() - from) / 1000;
      const used = spent().map((time, at) => time - (begun[at] ?? 0));
      const { requests, together, apart } = await servers.stats();
      const pages = (await committed(url)) - before;
      await Promise.all(workers.map((worker) => worker.end()));
      const rate = requests / seconds;
      single ||= rate / count;
      const share = rate / (single * count);
      rows.push([count, requests, rate, (rate * latency) / 1000, pages / seconds, share]);
      const [ofWorkers = 0, ofServers = 0, ofDatabase = 0, idle = 0] = used;
      const aPage = (time: number) => (1000 * time) / Math.max(1, pages);
      busy.push([
        ...[count, ofWorkers / elapsed, ofServers / elapsed, ofDatabase / elapsed, idle / elapsed],
        ...[aPage(ofWorkers), aPage(ofDatabase)],
      ]);
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
    // Each as a number of processors; the last two in milliseconds of processor time.
    report.table(
      ['workers', 'processors: workers', 'servers', 'PostgreSQL', 'idle', 'ms a page: workers', 'PostgreSQL'],
      busy,
    );
  } finally {
    await servers.close();
  }
}

/** Addresses of so many hosts: loopback addresses, each with every port. */
function addresses(count: number, ports: readonly number[]): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const place = Math.floor(at / ports.length);
    return `http://127.1.${place >> 7}.${1 + (place & 127)}:${ports[at % ports.length]}/`;
  });
}
