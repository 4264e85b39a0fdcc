import { join } from 'node:path';
import { runCrawl } from '../crawl-process.ts';
import { figure } from '../table.ts';
import type { GatherContext } from './part.ts';
import { startServers } from './site/process.ts';

/** Share of the speed of plain reading that choosing has to reach where no page needs a browser. */
const share = 0.7;
const workers = 32;
/** Times that each engine crawls, in turn: machines are not equally fast at all times. */
const rounds = 3;
const engines = ['http', 'auto'] as const;

interface Crawled {
  readonly engine: (typeof engines)[number];
  readonly pages: number;
  readonly seconds: number;
  readonly inBrowser: number;
}

/** What choosing costs on a static site, beside `--engine http` in the same run. */
export async function compareSpeed({ report, quick, folder }: GatherContext): Promise<void> {
  const pages = quick ? 1000 : 3000;
  const servers = await startServers({ pages });
  try {
    const all: Crawled[] = [];
    for (let round = 1; round <= rounds; round++) {
      for (const engine of engines) {
        report.progress(`auto: ${pages} static pages by ${engine}, ${round} of ${rounds}`);
        all.push(
          await crawlBy(engine, `http://127.0.0.1:${servers.ports[0]}/`, join(folder, `${engine}-${round}`)),
        );
      }
    }
    report.note(`A static site of ${pages} pages, ${workers} workers.\n`);
    report.table(
      ['engine', 'pages', 'in the browser', 'seconds', 'pages/s'],
      all.map((each) => [each.engine, each.pages, each.inBrowser, each.seconds, each.pages / each.seconds]),
    );
    judge(report, pages, all);
  } finally {
    await servers.close();
  }
}

async function crawlBy(engine: Crawled['engine'], url: string, out: string): Promise<Crawled> {
  const flags = ['--engine', engine, '--workers', String(workers)];
  const { summary } = await runCrawl(url, out, flags);
  const { pages, seconds, engines: chosen } = summary;
  return { engine, pages, seconds, inBrowser: chosen?.browser ?? 0 };
}

function judge(report: GatherContext['report'], pages: number, all: readonly Crawled[]): void {
  const found = all.filter((each) => each.pages === pages && each.inBrowser === 0).length;
  report.verdict(
    found === all.length,
    'every static page, none in the browser',
    `${found} of ${all.length} crawls`,
  );
  const ratio = best(all, 'auto') / best(all, 'http');
  report.verdict(
    ratio >= share,
    `choosing at no less than ${share} × the speed of --engine http`,
    `${figure(ratio)} × (${Math.round(best(all, 'auto'))} and ${Math.round(best(all, 'http'))} pages/s)`,
  );
}

/** Pages per second of the fastest crawl by an engine. */
function best(all: readonly Crawled[], engine: Crawled['engine']): number {
  return Math.max(...all.flatMap((each) => (each.engine === engine ? each.pages / each.seconds : [])));
}
