import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { App } from './apps/app.ts';
import { apps as catalogue } from './apps/catalogue.ts';
import { blog } from './apps/measure/blog.ts';
import { capture } from './apps/measure/capture.ts';
import { coverage } from './apps/measure/coverage.ts';
import { type AppCrawl, crawlApp } from './apps/measure/crawl-app.ts';
import { lag } from './apps/measure/lag.ts';
import { late } from './apps/measure/late.ts';
import type { AppsPart } from './apps/measure/part.ts';
import { shadow } from './apps/measure/shadow.ts';
import { speed } from './apps/measure/speed.ts';
import { identityPairs } from './apps/pairs.ts';
import { rtdmSpeed } from './apps/rtdm.ts';
import { type Bench, byName, readArgs } from './bench.ts';
import { Report } from './report.ts';

const rtdm: AppsPart = {
  name: 'rtdm',
  title: 'RTDM against a general tree edit distance',
  crawls: 'none',
  run: ({ report, quick }) => rtdmSpeed(report, quick),
};

const pairs: AppsPart = {
  name: 'pairs',
  title: 'Content identity on labelled pairs',
  crawls: 'none',
  run: ({ report, quick, apps }) => identityPairs(report, quick, apps),
};

const parts: readonly AppsPart[] = [coverage, blog, shadow, late, lag, speed, capture, rtdm, pairs];
const partNames = parts.map(({ name }) => name);

/** Apps with known truth: whether everything is found, once, and what that costs. */
export const apps: Bench = {
  name: 'apps',
  summary: `${catalogue.length} apps with known truth: every part found, once, with few events`,
  usage: [
    '    --apps a,b    only these apps',
    `    --part p,q    only ${partNames.join(', ')}`,
    '    --quick       samples of the long parts: a look, not a measurement',
    '    --markdown    tables to paste into docs/benchmarks.md',
    '    --keep DIR    write the outputs of the crawls there and leave them',
  ].join('\n'),
  run,
};

async function run(args: readonly string[]): Promise<boolean> {
  const { chosen, named, quick, markdown, keep } = readOptions(args);
  const report = new Report(markdown ? 'markdown' : 'text');
  const folder = keep ? await cleared(resolve(keep)) : await mkdtemp(join(tmpdir(), 'argiope-apps-'));
  const crawls: AppCrawl[] = [];
  try {
    await crawlAll(report, named.filter(neededBy(chosen)), join(folder, 'crawls'), crawls);
    for (const part of chosen) {
      report.section(part.title);
      const context = { report, quick, apps: named, crawls };
      // One that fails is a claim that does not hold; the others are measured all the same.
      await part.run({ ...context, folder: join(folder, part.name) }).catch((error: Error) => {
        report.note(error.stack ?? error.message);
        report.verdict(false, `${part.name} runs to its end`, error.message.split('\n')[0] ?? '');
      });
    }
    return report.close();
  } finally {
    await Promise.all(crawls.map(({ site }) => site.close()));
    if (!keep) await rm(folder, { recursive: true, force: true });
  }
}

/** Outputs of an earlier run would be taken up instead of made anew. */
async function cleared(folder: string): Promise<string> {
  for (const name of ['crawls', ...partNames]) await rm(join(folder, name), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

function neededBy(chosen: readonly AppsPart[]): (app: App) => boolean {
  return ({ name }) =>
    chosen.some(({ crawls }) => crawls === 'all' || (crawls !== 'none' && crawls.includes(name)));
}

/** One after the other: two at once would disturb each other's measurements. */
async function crawlAll(
  report: Report,
  wanted: readonly App[],
  folder: string,
  crawls: AppCrawl[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const app of wanted) {
    report.progress(`crawl: ${app.name}`);
    crawls.push(await crawlApp(app, join(folder, app.name)));
  }
}

function readOptions(args: readonly string[]) {
  const values = readArgs(args, {
    apps: { type: 'string' },
    part: { type: 'string' },
    quick: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    keep: { type: 'string' },
  });
  return {
    chosen: values.part?.split(',').map((name) => byName(parts, name, '--part')) ?? parts,
    named: values.apps?.split(',').map((name) => byName(catalogue, name, '--apps')) ?? catalogue,
    quick: values.quick,
    markdown: values.markdown,
    keep: values.keep ?? null,
  };
}
