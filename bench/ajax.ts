import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { blogSets } from '../test/sites/blog-sets.ts';
import { asc } from './ajax/asc.ts';
import { figures } from './ajax/figures.ts';
import { kill } from './ajax/kill.ts';
import { latency } from './ajax/latency.ts';
import { mirror } from './ajax/mirror.ts';
import type { AjaxOptions, Part } from './ajax/part.ts';
import { proxy } from './ajax/proxy.ts';
import { sets } from './ajax/sets.ts';
import { type Bench, UsageError } from './bench.ts';
import { Report } from './report.ts';

const parts: readonly Part[] = [figures, sets, latency, mirror, kill, asc, proxy];

/** The figures and tables of the dAjaxCrawling and ASC papers, measured anew in one run. */
export const ajax: Bench = {
  name: 'ajax',
  summary: 'figures 1-2 and tables 1-2 of the dAjaxCrawling paper, table 1 of ASC, anew',
  usage: [
    `    --part P      only ${parts.map((part) => part.name).join(', ')} (repeatable)`,
    '    --sets 1,2    only these sets of table 1',
    '    --all         `single` for all sets, not for 1 and 2 only (long)',
    '    --quick       set 1, two samples, three kills: a look, not a measurement',
    '    --seed N      moments of the kills (default 1)',
    '    --markdown    tables to paste into docs/benchmarks.md',
    '    --keep        leave the output folders and name them',
  ].join('\n'),
  run,
};

async function run(args: readonly string[]): Promise<boolean> {
  const { chosen, markdown, keep, options } = readOptions(args);
  const folder = await mkdtemp(join(tmpdir(), 'argiope-bench-'));
  const report = new Report(markdown ? 'markdown' : 'text');
  try {
    for (const part of chosen) {
      report.section(part.title);
      await part.run({ report, folder: join(folder, part.name), options });
    }
    return report.close();
  } finally {
    if (keep) report.note(`\noutputs: ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
}

function readOptions(args: readonly string[]) {
  const values = parse(args);
  const names = values.part ?? parts.map((part) => part.name);
  const chosen = names.map((name) => {
    const part = parts.find((candidate) => candidate.name === name);
    if (!part)
      throw new UsageError(`--part must be one of ${parts.map((p) => p.name).join(', ')}; got "${name}"`);
    return part;
  });
  const options: AjaxOptions = {
    sets:
      values.sets?.split(',').map(setNumber) ?? (values.quick ? [1] : blogSets.map((_, index) => index + 1)),
    all: values.all,
    quick: values.quick,
    seed: Number(values.seed),
  };
  if (!Number.isSafeInteger(options.seed))
    throw new UsageError(`--seed must be a whole number; got "${values.seed}"`);
  return { chosen, markdown: values.markdown, keep: values.keep, options };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        part: { type: 'string', multiple: true },
        sets: { type: 'string' },
        all: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        markdown: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function setNumber(text: string): number {
  const number = Number(text);
  if (!blogSets[number - 1])
    throw new UsageError(`--sets takes numbers from 1 to ${blogSets.length}; got "${text}"`);
  return number;
}
