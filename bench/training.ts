import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Bench, byName, readArgs } from './bench.ts';
import { Report } from './report.ts';
import { drift } from './training/parts/drift.ts';
import { figure3 } from './training/parts/figure3.ts';
import type { TrainingPart } from './training/parts/part.ts';
import { table1 } from './training/parts/table1.ts';
import { types } from './training/parts/types.ts';

const parts: readonly TrainingPart[] = [table1, figure3, types, drift];
const names = parts.map(({ name }) => name).join(', ');

/** Table 1 and figure 3 of the valid-pages paper anew, type decisions, and models on changed templates. */
export const training: Bench = {
  name: 'training',
  summary: 'table 1 and figure 3 of the valid-pages paper anew, page types, changed templates',
  usage: [
    `    --only p,q    only ${names}`,
    '    --quick       small sites and few events: a look, not a measurement',
    '    --markdown    tables to paste into docs/benchmarks.md',
    '    --plot FILE   where the plot of figure 3 goes (default argiope-out/training.svg)',
    '    --keep DIR    write the outputs of the crawls there and leave them',
  ].join('\n'),
  run,
};

async function run(args: readonly string[]): Promise<boolean> {
  const { chosen, quick, markdown, keep, plot } = readOptions(args);
  const style: 'markdown' | 'text' = markdown ? 'markdown' : 'text';
  const report = new Report(style);
  const folder = keep ? await cleared(resolve(keep)) : await mkdtemp(join(tmpdir(), 'argiope-training-'));
  try {
    for (const part of chosen) {
      report.section(part.title);
      const context = { report, quick, style, plot, folder: join(folder, part.name) };
      // One that fails is a claim that does not hold; the others are measured all the same.
      await part.run(context).catch((error: Error) => {
        report.note(error.stack ?? error.message);
        report.verdict(false, `${part.name} runs to its end`, error.message.split('\n')[0] ?? '');
      });
    }
    return report.close();
  } finally {
    if (!keep) await rm(folder, { recursive: true, force: true });
  }
}

/** Outputs of an earlier run would be taken up instead of made anew. */
async function cleared(folder: string): Promise<string> {
  for (const { name } of parts) await rm(join(folder, name), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

function readOptions(args: readonly string[]) {
  const values = readArgs(args, {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    plot: { type: 'string', default: join('argiope-out', 'training.svg') },
    keep: { type: 'string' },
  });
  return {
    chosen: values.only?.split(',').map((name) => byName(parts, name, '--only')) ?? parts,
    quick: values.quick,
    markdown: values.markdown,
    keep: values.keep ?? null,
    plot: resolve(values.plot),
  };
}
