import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Bench, byName, readArgs, UsageError } from './bench.ts';
import { articles } from './extract/parts/articles.ts';
import { changes } from './extract/parts/changes.ts';
import { confidence } from './extract/parts/confidence.ts';
import { fields } from './extract/parts/fields.ts';
import { free } from './extract/parts/free.ts';
import { labelled } from './extract/parts/labelled.ts';
import { lists } from './extract/parts/lists.ts';
import { loo } from './extract/parts/loo.ts';
import { made } from './extract/parts/made.ts';
import { memory } from './extract/parts/memory.ts';
import { named } from './extract/parts/named.ts';
import type { ExtractPart } from './extract/parts/part.ts';
import { pauses } from './extract/parts/pauses.ts';
import { pointed } from './extract/parts/pointed.ts';
import { records } from './extract/parts/records.ts';
import { table2 } from './extract/parts/table2.ts';
import { things } from './extract/parts/things.ts';
import { time } from './extract/parts/time.ts';
import { Report } from './report.ts';

const parts: readonly ExtractPart[] = [
  table2,
  fields,
  loo,
  made,
  free,
  named,
  labelled,
  pointed,
  confidence,
  records,
  lists,
  things,
  articles,
  time,
  changes,
  memory,
  pauses,
];
const names = parts.map(({ name }) => name).join(', ');

/** Wrappers, names, rules and records on public data sets. */
export const extract: Bench = {
  name: 'extract',
  summary: 'fields, records and times of extraction on public data sets',
  usage: [
    '    --data DIR    folder with the unpacked data sets (SWDE: auto/ book/ … groundtruth/; VINTS: zhao1/; articles/: NAME.html, NAME.txt)',
    `    --only p,q    only ${names}`,
    '    --quick       few sites: a look, not a measurement',
    '    --markdown    tables to paste into docs/benchmarks.md',
  ].join('\n'),
  run,
};

async function run(args: readonly string[]): Promise<boolean> {
  const { chosen, data, quick, markdown } = readOptions(args);
  const report = new Report(markdown ? 'markdown' : 'text');
  for (const part of chosen) {
    report.section(part.title);
    // One that fails is a claim that does not hold; the others are measured all the same.
    await part.run({ report, data, quick }).catch((error: Error) => {
      report.note(error.stack ?? error.message);
      report.verdict(false, `${part.name} runs to its end`, error.message.split('\n')[0] ?? '');
    });
  }
  return report.close();
}

function readOptions(args: readonly string[]) {
  const values = readArgs(args, {
    data: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  });
  const chosen = values.only?.split(',').map((name) => byName(parts, name, '--only')) ?? parts;
  return { chosen, data: dataFor(chosen, values.data), quick: values.quick, markdown: values.markdown };
}

/** The data are not part of the project: without them there is nothing to measure. */
function dataFor(chosen: readonly ExtractPart[], folder: string | undefined): string {
  if (folder === undefined && chosen.every(({ needs }) => needs.length === 0)) return '';
  if (folder === undefined)
    throw new UsageError('extract needs --data DIR, the folder with the unpacked data sets');
  const data = resolve(folder);
  for (const { name, needs } of chosen) {
    const missing = needs.find((need) => !existsSync(join(data, need)));
    if (missing !== undefined) {
      throw new UsageError(
        `--data ${folder} has no "${missing}", which ${name} reads: unpack the data sets there`,
      );
    }
  }
  return data;
}
