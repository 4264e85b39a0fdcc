import { join } from 'node:path';
import { writeGraph, writeMirror, writePages, writeSitemap } from '../../src/derive/index.ts';
import type { SiteStore } from '../../src/model/store.ts';
import { openStoreAt } from '../../src/store/index.ts';
import { runCrawl } from '../crawl-process.ts';
import type { Cell } from '../table.ts';
import type { GatherContext, GatherPart } from './part.ts';
import { startServers } from './site/process.ts';

const workers = 32;

/** What a command leaves beside its store, each made once more from the store alone. */
const outputs: Readonly<Record<string, (site: SiteStore, dir: string) => Promise<unknown>>> = {
  mirror: (site, dir) => writeMirror(site, { dir }),
  'sitemap.xml': (site, dir) => writeSitemap(site, { dir, baseUrl: null }),
  'graph.json': (site, dir) => writeGraph(site, { dir, format: 'json' }),
  'graph.graphml': (site, dir) => writeGraph(site, { dir, format: 'graphml' }),
  'pages.jsonl': (site, dir) => writePages(site, { dir }),
};

/** What one step took: of the clock and of the processor, the latter where it ran in this process. */
interface Step {
  readonly name: string;
  readonly seconds: number;
  readonly cpu: number | null;
}

/** A static site: how long the files take that are made of a crawl, beside the crawl itself. */
export const derive: GatherPart = {
  name: 'derive',
  title: 'Mirror, sitemap, graph and listing of a static site',
  run,
};

async function run({ report, quick, folder }: GatherContext): Promise<void> {
  const pages = quick ? 1000 : 20_000;
  const out = join(folder, 'out');
  const servers = await startServers({ pages });
  try {
    const flags = ['--engine', 'http', '--workers', String(workers)];
    const { summary, memory } = await runCrawl(`http://127.0.0.1:${servers.ports[0]}/`, out, flags);
    const { seconds, outputSeconds } = summary;
    report.progress(`${summary.pages} pages, ${Math.round(memory.peakMiB)} MiB`);
    const steps = [
      { name: 'crawl', seconds, cpu: null },
      { name: 'all files after it', seconds: outputSeconds, cpu: null },
      ...(await madeAgain(out, join(folder, 'again'))),
    ];
    const rows = steps.map((step): Cell[] => [
      step.name,
      step.seconds,
      step.cpu,
      summary.pages / step.seconds,
    ]);
    report.table(['step', 'seconds', 'CPU seconds', 'pages/s'], rows);
    report.verdict(summary.pages === pages, 'every page is there', `${summary.pages} of ${pages}`);
    report.verdict(
      outputSeconds <= seconds,
      'the files take no longer than the crawl',
      `${outputSeconds.toFixed(1)} s and ${seconds.toFixed(1)} s`,
    );
  } finally {
    await servers.close();
  }
}

async function madeAgain(out: string, dir: string): Promise<readonly Step[]> {
  const store = await openStoreAt(`sqlite:${join(out, 'argiope.db')}`, { readOnly: true });
  try {
    const [info] = await store.sites();
    const site = info ? await store.site(info.name) : null;
    if (site === null) throw new Error(`${out} holds no crawl`);
    const steps: Step[] = [];
    for (const [name, write] of Object.entries(outputs)) {
      const [clock, before] = [performance.now(), process.cpuUsage()];
      await write(site, dir);
      const { user, system } = process.cpuUsage(before);
      steps.push({ name, seconds: (performance.now() - clock) / 1000, cpu: (user + system) / 1e6 });
    }
    return steps;
  } finally {
    await store.close();
  }
}
