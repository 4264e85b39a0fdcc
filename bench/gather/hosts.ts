import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCrawl } from '../crawl-process.ts';
import type { Cell } from '../table.ts';
import type { GatherContext, GatherPart } from './part.ts';
import { startServers } from './site/process.ts';

/** Milliseconds that each answer takes. */
const latency = 100;
/** Seconds between the starts of requests to one host. */
const delay = 0.2;
const ports = 4;

/** Many hosts with latency: throughput by workers, and manners as the servers saw them. */
export const hosts: GatherPart = {
  name: 'hosts',
  title: 'Many hosts, each 100 ms away',
  run,
};

async function run({ report, quick, folder }: GatherContext): Promise<void> {
  const count = quick ? 200 : 2000;
  const seconds = quick ? 5 : 20;
  const crews = quick ? [8, 32] : [8, 32, 128, 512];
  const servers = await startServers({ pages: 40, ports, latency });
  try {
    const list = join(folder, 'hosts.txt');
    const all = hostAddresses(count, servers.ports);
    await writeFile(list, `${all.map((host) => `${host}/`).join('\n')}\n`);
    const rows: (readonly Cell[])[] = [];
    let before = 0;
    for (const workers of crews) {
      await servers.reset();
      const flags = ['--engine', 'http', '--workers', String(workers), '--delay', String(delay)];
      const limit = ['--max-time', String(seconds)];
      const out = join(folder, String(workers));
      const { memory } = await runCrawl(`@${list}`, out, [...flags, ...limit], [0, 4]);
      const { requests, hosts: asked, seconds: took, together, apart } = await servers.stats();
      const rate = requests / took;
      rows.push([
        workers,
        requests,
        asked,
        took,
        rate,
        (100 * rate * latency) / 1000 / workers,
        memory.peakMiB,
      ]);
      report.verdict(together === 1, `${workers} workers: one request at a time at each host`, `${together}`);
      // Clocks of the two processes tick in whole milliseconds.
      const least = delay * 1000 - 2;
      report.verdict(
        apart !== null && apart >= least,
        `${workers} workers: ${delay} s between requests to one host`,
        `${apart?.toFixed(0)} ms at the server`,
      );
      const full = rate >= 0.8 * (workers / (latency / 1000));
      report.verdict(
        full || rate > 0.9 * before,
        `${workers} workers: throughput grows with them until the processor is full`,
        `${Math.round(rate)} requests/s after ${Math.round(before)}`,
      );
      before = rate;
    }
    const heads = [
      'workers',
      'requests',
      'hosts',
      'seconds',
      'requests/s',
      '% of what latency allows',
      'MiB',
    ];
    report.table(heads, rows);
  } finally {
    await servers.close();
  }
}

/** Addresses of so many hosts, without a path: loopback addresses, each with every port. */
export function hostAddresses(count: number, all: readonly number[]): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const machine = Math.floor(at / all.length);
    return `http://127.1.${machine >> 7}.${(machine & 127) + 1}:${all[at % all.length]}`;
  });
}
