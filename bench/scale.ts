import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/postgres.ts';
import { type Bench, readArgs, UsageError } from './bench.ts';
import { Report } from './report.ts';
import { browsers } from './scale/browsers.ts';
import { frontier } from './scale/frontier.ts';
import { kills } from './scale/kills.ts';
import { pace } from './scale/pace.ts';
import { queue } from './scale/queue.ts';

const parts = ['pace', 'browsers', 'kills', 'frontier', 'queue'] as const;

/** Workers that share a crawl in one PostgreSQL: pace by their number, and what kills cost. */
export const scale: Bench = {
  name: 'scale',
  summary:
    'workers that share a crawl in PostgreSQL: pace by their number, browsers, kills, a large frontier',
  usage: [
    `    --part a,b     parts (${parts.join(', ')}; all but the last two)`,
    '    --workers a,b  numbers of worker processes (1,2,4)',
    '    --seconds S    length of each measurement (15)',
    '    --hosts N      hosts (400)',
    '    --articles N   articles of the blog for browsers (24)',
    '    --kills N      kills of workers and of PostgreSQL (20)',
    '    --pages N      pages of each of the 16 hosts of the kills (5 for each kill)',
    '    --addresses N  addresses of the frontier (1000000); of the queue, steps a,b (1000000,3000000,10000000)',
    '    --stores a,b   stores of the queue (sqlite, postgres)',
    '    --quick        50 hosts, 5 s, 1 and 2 workers, 4 kills: a look, not a measurement',
    '    --markdown     tables to paste into docs/benchmarks.md',
  ].join('\n'),
  run,
};

async function run(args: readonly string[]): Promise<boolean> {
  const values = readArgs(args, {
    part: { type: 'string', default: 'pace,browsers,kills' },
    workers: { type: 'string' },
    seconds: { type: 'string' },
    hosts: { type: 'string' },
    articles: { type: 'string' },
    kills: { type: 'string' },
    pages: { type: 'string' },
    addresses: { type: 'string' },
    stores: { type: 'string', default: 'sqlite,postgres' },
    quick: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  });
  const { quick } = values;
  const wanted = values.part.split(',');
  const unknown = wanted.find((part) => !(parts as readonly string[]).includes(part));
  if (unknown !== undefined) throw new UsageError(`--part takes ${parts.join(', ')}; got "${unknown}"`);
  const counts = (values.workers ?? (quick ? '1,2' : '1,2,4')).split(',').map(Number);
  const seconds = Number(values.seconds ?? (quick ? 5 : 15));
  const hosts = Number(values.hosts ?? (quick ? 50 : 400));
  const articles = Number(values.articles ?? (quick ? 6 : 24));
  const killed = Number(values.kills ?? (quick ? 4 : 20));
  const pages = Number(values.pages ?? Math.max(20, 5 * killed));
  const report = new Report(values.markdown ? 'markdown' : 'text');
  const folder = await mkdtemp(join(tmpdir(), 'argiope-scale-'));
  const database = await startPostgres();
  try {
    if (wanted.includes('pace')) await pace(report, database, folder, { counts, seconds, hosts });
    if (wanted.includes('browsers')) await browsers(report, database, { counts, articles });
    if (wanted.includes('kills')) await kills(report, database, folder, { kills: killed, pages });
    if (wanted.includes('frontier')) await frontier(report, database, Number(values.addresses ?? 1_000_000));
    if (wanted.includes('queue'))
      await queue(report, database, folder, {
        steps: (values.addresses ?? '1000000,3000000,10000000').split(',').map(Number),
        stores: values.stores.split(','),
      });
    return report.close();
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
