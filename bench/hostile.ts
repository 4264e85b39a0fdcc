import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '../src/model/index.ts';
import { startHostile } from '../test/sites/hostile.ts';
import { judgeHostile } from '../test/sites/hostile-verdict.ts';
import { withStore } from './ajax/outputs.ts';
import { type Bench, readArgs } from './bench.ts';
import { killGroup } from './children.ts';
import { ended, runCrawl, startArgiope } from './crawl-process.ts';
import { startHarmful } from './hostile/site.ts';
import { Report } from './report.ts';

/** Hostile pages and servers among healthy ones, in one crawl with the browser. */
export const hostile: Bench = {
  name: 'hostile',
  summary: 'pages and servers that mean harm, among healthy ones, in one crawl with the browser',
  usage: [
    '    --max-time S  limit of the crawl (default 3600)',
    '    --healthy N   healthy pages (default 100)',
    '    --signals N   crawls that are asked to end at some moment (default 3)',
    '    --only RE     hostile pages whose names match, and no hostile servers',
    '    --keep        leave the crawl in the folder for temporary files',
    '    --markdown    tables to paste into docs/benchmarks.md',
  ].join('\n'),
  run,
};

/** Things that are named one by one. */
const told = 30;

/** What a crawl may take of memory in Node, how soon it ends when asked, and what is left of the pace of healthy hosts. */
const [mostMiB, endSeconds, paceShare] = [512, 30, 0.9];

interface Options {
  readonly maxTime: number;
  readonly healthy: number;
  readonly signals: number;
  readonly only: RegExp | null;
}

async function run(args: readonly string[]): Promise<boolean> {
  const values = readArgs(args, {
    'max-time': { type: 'string', default: '3600' },
    healthy: { type: 'string', default: '100' },
    signals: { type: 'string', default: '3' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  });
  const options = {
    maxTime: Number(values['max-time']),
    healthy: Number(values.healthy),
    signals: Number(values.signals),
    only: values.only === undefined ? null : new RegExp(values.only),
  };
  const report = new Report(values.markdown ? 'markdown' : 'text');
  const folder = await mkdtemp(join(tmpdir(), 'argiope-hostile-'));
  try {
    const alone = await paceAlone(join(folder, 'alone'), options);
    await amongHostile(report, join(folder, 'among'), options, alone);
    await askedToEnd(report, folder, options);
    return report.close();
  } finally {
    if (!values.keep) await rm(folder, { recursive: true, force: true });
  }
}

const flags = ({ maxTime }: Options): readonly string[] => [
  '--engine',
  'browser',
  '--timeout',
  '10',
  // As on the web: a host is asked four times a second, whoever else there is.
  '--delay',
  '0.25',
  '--max-time',
  String(maxTime),
];

/** Seconds that healthy pages take where nobody else is there. */
async function paceAlone(out: string, options: Options): Promise<number> {
  const site = await startHarmful(options.healthy, () => false);
  try {
    await runCrawl(site.healthy, out, flags(options), [0, 4]);
    return site.span() / 1000;
  } finally {
    await site.close();
  }
}

async function amongHostile(report: Report, out: string, options: Options, alone: number): Promise<void> {
  const [site, servers] = [
    await startHarmful(options.healthy, (name) => options.only?.test(name) ?? true),
    await startHostile({ good: 40, malformed: 40 }),
  ];
  try {
    const bad = [servers.url, ...Object.values(servers.robots), ...servers.tls];
    const seeds = [site.url, ...(options.only === null ? bad : [])];
    const ran = await runCrawl(site.healthy, out, [...seeds, ...flags(options)], [0, 3, 4]);
    await withStore(out, async (store) => {
      const pages = new Map(
        (await store.pages({})).flatMap((page) =>
          page.entry.kind === 'url' ? [[page.entry.url, page] as const] : [],
        ),
      );
      const endOf = (url: string) => endingOf(pages.get(url));
      const kinds = Map.groupBy(site.pages, (url) => new URL(url).pathname.slice(1).split('-')[0] ?? '');
      report.section('Hostile pages, by kind and ending');
      report.table(
        ['kind', 'pages', 'endings'],
        [...kinds].map(([kind, urls]) => [kind, urls.length, counted(urls.map(endOf))]),
      );
      const open = site.pages.filter((url) => ['queued', 'not found', 'INTERNAL'].includes(endOf(url)));
      for (const url of open.slice(0, told))
        report.note(`- ${new URL(url).pathname}: ${endOf(url)} ${pages.get(url)?.error?.message ?? ''}`);
      const verdict =
        options.only === null
          ? await judgeHostile(store, servers, { isBrowser: true })
          : { good: 40, endings: {}, wrong: [] };
      for (const line of verdict.wrong.slice(0, told)) report.note(`- ${line}`);
      const wrong = new Set(
        verdict.wrong.map((line) => /\/([\w-]*) ended|^([\w-]+) shows/.exec(line)?.slice(1).join('') ?? line),
      ).size;
      const badly = Object.values(verdict.endings).reduce((sum, count) => sum + count, 0);
      report.verdict(
        open.length + wrong === 0,
        'each hostile page and server ends with its own reason',
        `${site.pages.length + badly - open.length - wrong} of ${site.pages.length + badly}`,
      );
      const well = Array.from(
        { length: options.healthy },
        (_, number) => new URL(number === 0 ? '/' : `/p/${number}`, site.healthy).href,
      ).filter((url) => endOf(url) === 'kept').length;
      report.verdict(
        well === options.healthy && verdict.good === 40,
        'nothing healthy is lost',
        `${well + verdict.good} of ${options.healthy + 40}`,
      );
      const stolen = [...pages.values()].filter(({ content }) => content?.title === 'stolen').length;
      report.verdict(stolen === 0, 'no page answers for another', `${stolen} did`);
    });
    report.verdict(
      site.reached() === 0,
      'nobody reaches an address that no seed names',
      `${site.reached()} connections`,
    );
    const peak = Math.round(ran.memory.peakMiB);
    report.verdict(peak <= mostMiB, 'Node stays within its memory', `${peak} MiB of ${mostMiB} MiB`);
    const late = ran.seconds - options.maxTime;
    report.verdict(
      late <= 10,
      'the crawl ends by itself, or within 10 s of --max-time',
      `${ran.seconds.toFixed(0)} s, ended as ${ran.summary.stopped}`,
    );
    const share = alone / (site.span() / 1000);
    report.verdict(
      share >= paceShare,
      'healthy hosts keep their pace',
      `${(100 * share).toFixed(0)} % of ${(options.healthy / alone).toFixed(1)} pages/s`,
    );
  } finally {
    await Promise.all([site.close(), servers.close()]);
  }
}

function endingOf(page: Page | undefined): string {
  return page?.error?.code ?? page?.status ?? 'not found';
}

function counted(endings: readonly string[]): string {
  return [...Map.groupBy(endings, (ending) => ending)]
    .map(([ending, all]) => `${ending} ${all.length}`)
    .sort()
    .join(', ');
}

/** Asks crawls to end at some moment, and looks how long that takes. */
async function askedToEnd(report: Report, folder: string, options: Options): Promise<void> {
  const took: number[] = [];
  for (let time = 0; time < options.signals; time++) {
    const site = await startHarmful(options.healthy);
    try {
      const child = startArgiope([
        'crawl',
        site.url,
        site.healthy,
        '--out',
        join(folder, `signal-${time}`),
        '--quiet',
        '--json',
        ...flags(options),
      ]);
      child.stdout?.resume();
      child.stderr?.resume();
      const end = ended(child);
      await Promise.race([end, wait(4000 + time * 9000)]);
      const start = performance.now();
      child.kill('SIGTERM');
      const patience = setTimeout(() => killGroup(child), 4 * endSeconds * 1000);
      await end;
      clearTimeout(patience);
      took.push((performance.now() - start) / 1000);
    } finally {
      await site.close();
    }
  }
  const longest = Math.max(0, ...took);
  report.verdict(
    longest <= endSeconds,
    `a crawl ends within ${endSeconds} s of SIGTERM`,
    `${took.map((seconds) => seconds.toFixed(1)).join(', ')} s`,
  );
}
