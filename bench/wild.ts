import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Bench, readArgs, UsageError } from './bench.ts';
import { Report } from './report.ts';
import type { Cell } from './table.ts';
import { katanaOn } from './wild/beside.ts';
import { suites } from './wild/catalogue.ts';
import { heads, row, shareSeen, shortcomings, vainLimit } from './wild/claims.ts';
import { type CrawlSettings, type Measured, measureSuite } from './wild/measure.ts';
import { missing } from './wild/serve.ts';
import type { Suite } from './wild/suite.ts';

/** Options with which everything is tried that may lead somewhere. */
const everything = [
  ...['--links', 'all', '--robots', 'ignore', '--unsafe', '--thorough', '1'],
  ...['--methods', 'GET,HEAD,OPTIONS,POST,PUT,DELETE'],
];

/** Share of the addresses that is to be found with everything on: 80 of the 91 of crawl-maze. */
const enoughOfAll = 80 / 91;

/** Share of the content that a fifth of the time has to show. */
const fifthShare = 0.6;

/** Sites that others wrote, and pages on published packages, by default settings. */
export const wild: Bench = {
  name: 'wild',
  summary: 'public sites and widgets: all of the truth, once, with few events, and an end',
  usage: [
    '    --data DIR    folder with a folder per suite, and node_modules for pages on packages',
    '    --only a,b    only these suites, or all that begin with a name: todomvc,page/mui-demo',
    '    --max-time S  limit of each crawl (default 120)',
    '    --engine E    engine of the crawls instead of the default one',
    '    --args "…"    further options of the crawls',
    '    --fifth       once more with a fifth of the time: how much of the content that shows',
    '    --katana FILE beside it, Katana on suites that are counted by the log of the server',
    '    --absent      name what was not found, and what was asked for in vain',
    '    --markdown    tables to paste into docs/benchmarks.md',
    '    --keep DIR    write the outputs of the crawls there and leave them',
  ].join('\n'),
  run,
};

async function run(args: readonly string[]): Promise<boolean> {
  const options = readOptions(args);
  const report = new Report(options.markdown ? 'markdown' : 'text');
  const folder = options.keep ? resolve(options.keep) : await mkdtemp(join(tmpdir(), 'argiope-wild-'));
  await mkdir(folder, { recursive: true });
  const settings = { ...options, folder };
  try {
    const measured = await crawlAll(report, options.chosen, settings);
    report.section('Public sites and widgets, by default settings');
    report.table(heads, measured.map(row));
    if (options.absent) for (const one of measured) tellAbsent(report, one);
    for (const one of measured) claim(report, one);
    if (options.katana) await beside(report, measured, settings, options.katana);
    if (options.fifth) await fifths(report, measured, settings);
    return report.close();
  } finally {
    if (!options.keep) await rm(folder, { recursive: true, force: true });
  }
}

/** One after the other: two at once would disturb each other's measurements. */
async function crawlAll(
  report: Report,
  chosen: readonly Suite[],
  settings: CrawlSettings,
): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const suite of chosen) {
    const why = missing(suite, settings.data);
    if (why !== null) {
      report.note(`skipped ${suite.name}: ${why}`);
      continue;
    }
    report.progress(`crawl: ${suite.name}`);
    try {
      measured.push(await measureSuite(suite, settings));
    } catch (error) {
      // A package of another version, a program that does not start: the other suites are measured all the same.
      report.verdict(false, suite.name, `not measured: ${(error as Error).message.split('\n', 2).join(' ')}`);
    }
  }
  return measured;
}

async function beside(
  report: Report,
  measured: readonly Measured[],
  settings: CrawlSettings,
  program: string,
): Promise<void> {
  const rows: (readonly Cell[])[] = [];
  for (const { suite, facts, found, notFound, asked } of measured.filter(({ suite }) => suite.byLog)) {
    report.progress(`Katana: ${suite.name}`);
    rows.push([suite.name, 'Argiope', facts, found, notFound.length, asked]);
    const whole = await measureSuite(suite, { ...settings, flags: everything });
    rows.push([
      suite.name,
      `Argiope ${everything.join(' ')}`,
      facts,
      whole.found,
      whole.notFound.length,
      whole.asked,
    ]);
    report.verdict(
      whole.found >= enoughOfAll * facts && whole.notFound.length <= vainLimit,
      `${suite.name} with everything on: ${Math.round(enoughOfAll * facts)} addresses, at most ${vainLimit} times 404`,
      `${whole.found}, ${whole.notFound.length}`,
    );
    for (const { name, addresses, ...counts } of await katanaOn(suite, settings.data, program))
      rows.push([suite.name, name, addresses, counts.found, counts.notFound, counts.requests]);
  }
  report.section('Beside Katana, by the log of the server');
  report.table(['suite', 'crawler', 'addresses', 'found', '404', 'requests'], rows);
}

function claim(report: Report, measured: Measured): void {
  const short = shortcomings(measured);
  report.verdict(
    short.length === 0,
    measured.suite.name,
    short.length === 0 ? 'as it should be' : short.join(', '),
  );
}

function tellAbsent(report: Report, { suite, absent, notFound }: Measured): void {
  if (notFound.length > 0)
    report.note(`answered 404 in ${suite.name}: ${notFound.slice(0, 100).join(' | ')}`);
  if (absent.length > 0) report.note(`not found in ${suite.name}: ${absent.slice(0, 100).join(' | ')}`);
}

async function fifths(report: Report, whole: readonly Measured[], settings: CrawlSettings): Promise<void> {
  const rows: (readonly Cell[])[] = [];
  for (const { suite, units, seconds } of whole) {
    const maxSeconds = Math.max(1, seconds / 5);
    report.progress(`a fifth: ${suite.name}`);
    const part = await measureSuite(suite, { ...settings, maxSeconds });
    const share = shareSeen(units, part.units);
    rows.push([suite.name, seconds, maxSeconds, units.size, `${Math.round(share * 100)} %`]);
    report.verdict(
      share >= fifthShare,
      `${suite.name} in a fifth of the time`,
      `${Math.round(share * 100)} %`,
    );
  }
  report.section('With a fifth of the time: share of distinct texts');
  report.table(['suite', 's whole', 's given', 'texts', 'seen'], rows);
}

function readOptions(args: readonly string[]) {
  const values = readArgs(withValue(args, '--args'), {
    data: { type: 'string' },
    only: { type: 'string' },
    'max-time': { type: 'string', default: '120' },
    engine: { type: 'string' },
    args: { type: 'string', default: '' },
    fifth: { type: 'boolean', default: false },
    katana: { type: 'string' },
    absent: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    keep: { type: 'string' },
  });
  const maxSeconds = Number(values['max-time']);
  if (!(maxSeconds > 0)) throw new UsageError(`--max-time takes seconds; got "${values['max-time']}"`);
  return {
    data: resolve(values.data ?? noData()),
    chosen: values.only === undefined ? suites : chosenBy(values.only.split(',')),
    maxSeconds,
    flags: [...(values.engine ? ['--engine', values.engine] : []), ...values.args.split(' ').filter(Boolean)],
    fifth: values.fifth,
    katana: values.katana === undefined ? null : resolve(values.katana),
    absent: values.absent,
    markdown: values.markdown,
    keep: values.keep ?? null,
  };
}

/** Joins an option with its value, which may begin with a dash. */
function withValue(args: readonly string[], option: string): readonly string[] {
  const at = args.indexOf(option);
  return at < 0 ? args : [...args.slice(0, at), `${option}=${args[at + 1] ?? ''}`, ...args.slice(at + 2)];
}

function noData(): never {
  throw new UsageError(
    'wild takes --data DIR, a folder with a folder per suite: docs/benchmarks.md tells which',
  );
}

/** Suites of these names, or below them. */
export function chosenBy(names: readonly string[]): readonly Suite[] {
  const fits = (suite: Suite, name: string) => suite.name === name || suite.name.startsWith(`${name}/`);
  const unknown = names.find((name) => !suites.some((suite) => fits(suite, name)));
  if (unknown !== undefined) {
    const known = suites.map(({ name }) => name).join(', ');
    throw new UsageError(`--only takes names of ${known}; got "${unknown}"`);
  }
  return suites.filter((suite) => names.some((name) => fits(suite, name)));
}
