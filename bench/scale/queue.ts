import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from '../../test/postgres.ts';
import { runCrawl } from '../crawl-process.ts';
import { hostAddresses } from '../gather/hosts.ts';
import { fill, goesOn, resume } from '../gather/queue.ts';
import { type Servers, startServers } from '../gather/site/process.ts';
import type { Report } from '../report.ts';
import type { Cell } from '../table.ts';
import { argiope } from './process.ts';
import { processorTime } from './processors.ts';

/** A store with a crawl of many hosts, and how it is gone on with. */
interface Filed {
  readonly name: string;
  readonly store: string;
  readonly goOn: readonly string[];
  /** Bytes that it takes. */
  readonly size: () => Promise<number>;
  /** Seconds of processor time of its server. */
  readonly spent: () => number;
}

/** Millions of addresses filed and gathered from, in SQLite and in PostgreSQL, step by step. */
export async function queue(
  report: Report,
  database: TestServer,
  folder: string,
  { steps, stores }: { readonly steps: readonly number[]; readonly stores: readonly string[] },
): Promise<void> {
  report.section('Millions of addresses in the queue, in both stores');
  const servers = await startServers({ pages: 1_000_000 });
  try {
    const hosts = hostAddresses(1000, servers.ports);
    const list = join(folder, 'queue.txt');
    await writeFile(list, `${hosts.map((host) => `${host}/`).join('\n')}\n`);
    const rows: (readonly Cell[])[] = [];
    for (const store of stores) {
      const filed = store === 'sqlite' ? await inSqlite(folder, list) : await inPostgres(database, list);
      rows.push(...(await measure(report, servers, hosts, filed, steps)));
    }
    const gathering = ['first request s', 'requests/s', 'MiB', 'MiB at the end', 'server ms a request'];
    const filing = ['addresses', 'filed/s', 'MiB', 'server ms an address', 'MB on the disk'];
    report.table(['store', ...filing, ...gathering], rows);
  } finally {
    await servers.close();
  }
}

async function measure(
  report: Report,
  servers: Servers,
  hosts: readonly string[],
  { name: where, store, goOn, size, spent }: Filed,
  steps: readonly number[],
): Promise<readonly (readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = [];
  const name = new URL(`${hosts[0]}/`).host;
  let from = 0;
  for (const count of steps) {
    const before = spent();
    const { filed, seconds, mib } = await fill({ store, name, hosts, count, from }, report.progress);
    const ofFiling = (1000 * (spent() - before)) / filed;
    const begun = spent();
    const resumed = await resume(servers, goOn);
    const ofGathering = (1000 * (spent() - begun)) / resumed.requests;
    rows.push([
      ...[where, count, filed / seconds, mib, ofFiling, Math.round((await size()) / 1e6)],
      ...[resumed.first, resumed.requests / goesOn, resumed.mib, resumed.atEnd, ofGathering],
    ]);
    report.progress(`${where}: ${rows.at(-1)?.join(' ')}`);
    from = count;
  }
  return rows;
}

const flags = ['--engine', 'http', '--delay', '0.1'];

async function inSqlite(folder: string, list: string): Promise<Filed> {
  const out = join(folder, 'queue');
  await runCrawl(`@${list}`, out, [...flags, '--max-pages', '1'], [4]);
  const file = join(out, 'argiope.db');
  return {
    name: 'SQLite',
    store: `sqlite:${file}`,
    goOn: ['crawl', `@${list}`, '--out', out, ...flags],
    size: async () => statSync(file).size,
    spent: () => 0,
  };
}

async function inPostgres(database: TestServer, list: string): Promise<Filed> {
  const store = `${database.url}?schema=queue`;
  await argiope(['crawl', `@${list}`, ...flags, '--detach', '--store', store]);
  return {
    name: 'PostgreSQL',
    store,
    goOn: ['worker', '--store', store],
    size: async () => {
      const sql = 'SELECT pg_database_size(current_database())::float8 AS n';
      return ((await database.client.query(sql)).rows[0] as { n: number }).n;
    },
    spent: () => processorTime([database.pid()]),
  };
}
