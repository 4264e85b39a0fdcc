import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { blogOfSet } from '../../test/sites/blog.ts';
import { runCrawl } from '../crawl-process.ts';
import { startServers } from '../gather/site/process.ts';
import { withSite } from '../site-process.ts';
import type { Part, PartContext } from './part.ts';

/** What the proxy between the browser and the network costs, and what recording costs, each in one run. */
export const proxy: Part = { name: 'proxy', title: 'What the proxy costs', run };

/** There and back, since machines are not equally fast at all times. */
const order = ['with', 'without', 'without', 'with'] as const;
/** Share of the pages in a second that the proxy may cost. */
const allowed = 0.05;
const pagesOfSite = { full: 20_000, quick: 2_000 };

async function run({ report, folder, options }: PartContext): Promise<void> {
  for (const set of options.sets.slice(-1)) {
    const { truth } = blogOfSet(set);
    const browser = { with: [] as number[], without: [] as number[] };
    await withSite('blog', { articles: truth.articles }, async (site) => {
      for (const way of order) {
        report.progress(`proxy: S${set} ${way} it`);
        browser[way].push(await pace(site.url, join(folder, way), [], way === 'without'));
      }
    });
    print(report, `S${set} in the browser`, browser, 'the proxy', true);
  }
  const gathered = { with: [] as number[], without: [] as number[] };
  const servers = await startServers({ pages: options.quick ? pagesOfSite.quick : pagesOfSite.full });
  try {
    const url = `http://127.0.0.1:${servers.ports[0]}/`;
    for (const way of order) {
      report.progress(`proxy: static site ${way} a recording`);
      const flags = ['--engine', 'http', '--workers', '32', ...(way === 'with' ? ['--warc'] : [])];
      gathered[way].push(await pace(url, join(folder, way), flags, false));
    }
  } finally {
    await servers.close();
  }
  report.note(
    'Plain requests judge addresses themselves and take the proxy only where they are recorded (--warc).',
  );
  print(report, 'static site by HTTP', gathered, 'recording', false);
}

/** Pages in a second of crawling. */
async function pace(url: string, out: string, flags: readonly string[], direct: boolean): Promise<number> {
  const before = process.env.NODE_OPTIONS;
  if (direct) process.env.NODE_OPTIONS = `--import ${new URL('direct.ts', import.meta.url).href}`;
  try {
    const { summary } = await runCrawl(url, out, flags);
    return summary.pages / summary.seconds;
  } finally {
    if (before === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = before;
    await rm(out, { recursive: true, force: true });
  }
}

function print(
  report: PartContext['report'],
  what: string,
  paces: Readonly<Record<'with' | 'without', readonly number[]>>,
  name: string,
  judged: boolean,
): void {
  const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
  const cost = 1 - mean(paces.with) / mean(paces.without);
  report.table(
    [what, 'pages/s, first', 'second', 'mean'],
    (['without', 'with'] as const).map((way) => [`${way} ${name}`, ...paces[way], mean(paces[way])]),
  );
  const percent = `${(cost * 100).toFixed(1)} %`;
  if (judged) report.verdict(cost <= allowed, `${name} costs at most 5 % of the pages in a second`, percent);
  else report.note(`${name} costs ${percent}`);
}
