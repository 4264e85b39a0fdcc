import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from '../../test/postgres.ts';
import { differences, namedGraph, none } from '../../test/shared-graph.ts';
import { serveManyHosts } from '../../test/sites/many-hosts.ts';
import type { Report } from '../report.ts';
import { inHand, statusOf, work } from './crawls.ts';
import { argiope } from './process.ts';

/** Seconds between requests to one host. */
const delay = 0.2;
/** Share of that which is left where a worker is held up between its turn and its request. */
const least = 0.9;
/** Every so many kills, it is PostgreSQL that is stopped at once. */
const crashEvery = 5;
/** Addresses that are asked for between two kills, at the least. */
const between = 10;

/** Kills workers and the database at random moments; what comes out is compared with one process. */
export async function kills(
  report: Report,
  database: TestServer,
  folder: string,
  { kills: wanted, pages }: { readonly kills: number; readonly pages: number },
): Promise<void> {
  report.section(`${wanted} kills of workers and of PostgreSQL`);
  const hosts = 16;
  const site = await serveManyHosts({ hosts, pages, latency: 20 });
  try {
    const [file, out] = [join(folder, 'alone.db'), join(folder, 'alone')];
    const alone = ['--store', `sqlite:${file}`, '--out', out, '--quiet'];
    await argiope(['crawl', ...site.seeds, '--engine', 'http', ...alone]);
    const truth = await namedGraph(`sqlite:${file}`, hosts);
    const usual = repeats(site.asked);
    const url = `${database.url}?schema=kills`;
    const flags = ['--engine', 'http', '--detach', '--delay', String(delay), '--store', url];
    await argiope(['crawl', ...site.seeds, ...flags]);
    site.asked.clear();
    site.apart = Number.POSITIVE_INFINITY;
    const workers = [work(url), work(url), work(url)];
    let [ended, crashes] = [0, 0];
    while (ended + crashes < wanted) {
      const asked = site.asked.size;
      for (let tries = 0; tries < 1200 && site.asked.size < asked + between; tries++) await sleep(25);
      if (site.asked.size < asked + between && (await statusOf(url)).finishedAt !== null) break;
      await sleep(Math.random() * 200);
      if ((ended + crashes) % crashEvery === crashEvery - 1) {
        crashes++;
        await database.crash();
      } else {
        const at = ended++ % workers.length;
        workers[at]?.kill();
        workers[at] = work(url);
      }
      if ((ended + crashes) % 10 === 0)
        report.progress(`${ended + crashes} kills, ${site.asked.size} addresses asked for`);
    }
    await Promise.all(workers.map(({ ended: end }) => end));
    const found = await namedGraph(url, hosts);
    const isSame = JSON.stringify(differences(found, truth)) === JSON.stringify(none);
    const again = repeats(site.asked) - usual;
    report.table(
      ['workers killed', 'crashes of PostgreSQL', 'pages', 'edges', 'requests repeated', 'ms apart'],
      [[ended, crashes, found.pages.length, found.edges.length, again, site.apart]],
    );
    report.verdict(ended + crashes >= wanted, `${wanted} kills before the end`, `${ended + crashes}`);
    report.verdict(
      isSame && found.finishedAt !== null,
      'the graph is that of one process, no row more',
      `${found.pages.length} pages, ${found.edges.length} edges`,
    );
    const most = (ended + workers.length * crashes) * inHand;
    report.verdict(
      again <= most,
      `no more repeated than pages in hand, of all workers where PostgreSQL was stopped (${most})`,
      `${again}`,
    );
    report.verdict(
      site.apart >= least * delay * 1000,
      `${delay} s between requests to one host, whoever asks`,
      `${site.apart.toFixed(0)} ms at the server`,
    );
  } finally {
    await site.close();
  }
}

function repeats(asked: ReadonlyMap<string, readonly number[]>): number {
  return [...asked.values()].reduce((sum, times) => sum + times.length - 1, 0);
}
