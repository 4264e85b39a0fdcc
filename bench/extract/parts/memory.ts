import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ran, runArgiope } from '../../crawl-process.ts';
import { isFlat, quarters } from '../../memory.ts';
import { writeListPages } from '../shop.ts';
import type { ExtractPart } from './part.ts';

/** Items of one page. */
const items = 100;

/** What must be unique has to be remembered too. */
const schema = {
  title: 'thing',
  properties: { title: { 'x-unique': true }, maker: {}, price: { type: 'number', minimum: 0 } },
};

/** Memory of `argiope extract` by the number of records. */
export const memory: ExtractPart = {
  name: 'memory',
  title: 'Memory of an extraction by the number of records',
  needs: [],
  async run({ report, quick }) {
    const counts = quick ? [1000, 4000] : [25_000, 100_000];
    const folder = mkdtempSync(join(tmpdir(), 'argiope-bench-memory-'));
    try {
      const runs: (Extracted & { readonly records: number })[] = [];
      for (const count of counts) {
        report.progress(`memory: ${count} records`);
        runs.push({ ...(await extracted(join(folder, String(count)), count)), records: count });
      }
      report.note(
        `List pages of ${items} items, written as JSON lines, CSV and SQLite, with a field that must be unique.\n`,
      );
      report.table(
        ['records', 'written', 'seconds', 'MiB at most', 'MiB by quarters of the run'],
        runs.map(({ records, written, ran }) => [
          ...[records, written, ran.seconds.toFixed(1), ran.memory.peakMiB.toFixed(0)],
          quarters(ran.memory)
            .map((mib) => mib.toFixed(0))
            .join(', '),
        ]),
      );
      const [few, many] = runs as [(typeof runs)[0], (typeof runs)[0]];
      report.verdict(
        runs.every(({ written, records }) => written === records),
        'every item is a record',
        runs.map(({ written }) => written).join(', '),
      );
      const ratio = many.ran.memory.peakMiB / few.ran.memory.peakMiB;
      report.verdict(
        ratio <= 1.25,
        `most memory with ${many.records} records <= 1.25 times that with ${few.records}`,
        `${ratio.toFixed(2)} times, ${many.ran.memory.peakMiB.toFixed(0)} MiB`,
      );
      report.note(`Flat over the longer run: ${isFlat(many.ran.memory) ? 'yes' : 'no'}.`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

interface Extracted {
  readonly ran: Ran;
  readonly written: number;
}

async function extracted(folder: string, count: number): Promise<Extracted> {
  writeListPages(join(folder, 'pages'), count / items, items);
  writeFileSync(join(folder, 'schema.json'), JSON.stringify(schema));
  const sinks = ['--records', 'csv', '--records', 'sqlite'];
  const places = ['--pages', join(folder, 'pages'), '--out', join(folder, 'out')];
  const wanted = ['--schema', join(folder, 'schema.json'), '--min-confidence', '0'];
  const ran = await runArgiope(['extract', ...places, ...wanted, ...sinks, '--json', '--quiet']);
  if (ran.code !== 0) throw new Error(`extract ended with ${ran.code}: ${ran.stderr}`);
  const { records } = JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '{}') as { records: number };
  return { ran, written: records };
}
