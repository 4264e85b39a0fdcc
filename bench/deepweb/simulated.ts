import { type FormInput, SurfacePlan } from '../../src/forms/index.ts';
import type { Report } from '../report.ts';
import { greedyCover, MadeDatabase } from './database.ts';

const words: FormInput = { name: 'q', kind: 'word', values: [], required: false };
/** Questions that are under way at once, as a crawl has them. */
const [leastBatch, mostBatch, batchShare] = [2, 40, 0.06];

/** Asks databases of words without a server and a crawl: what is chosen, and whether stated coverage holds. */
export function measureSimulated(
  report: Report,
  cases: readonly { readonly records: number; readonly cap: number; readonly seed: number }[],
): void {
  report.section('Words only, simulated without a server');
  const rows: (string | number)[][] = [];
  let held = 0;
  for (const { records, cap, seed } of cases) {
    const database = new MadeDatabase(records, seed);
    const begun = performance.now();
    const { plan, asked, seen } = asking(database, cap);
    const seconds = (performance.now() - begun) / 1000;
    const share = seen / records;
    const answers = [...database.words.keys()].map((q) =>
      database
        .find({ q })
        .slice(0, cap)
        .map(({ id }) => id),
    );
    const greedy = greedyCover(answers, Math.min(share, 0.99));
    const { low = 0, high = 1 } = plan.coverage ?? {};
    const holds = share >= low - 1e-9 && share <= high + 1e-9;
    if (holds) held++;
    const reached = `${(100 * share).toFixed(1)} %`;
    const interval = `${low.toFixed(3)}–${high.toFixed(3)}`;
    rows.push([
      records,
      cap,
      seed,
      reached,
      asked,
      greedy,
      (asked / greedy).toFixed(2),
      interval,
      holds ? 'yes' : 'no',
      plan.end ?? '-',
      seconds.toFixed(0),
    ]);
    report.note(rows.at(-1)?.join('  ') ?? '');
  }
  report.table(
    ['records', 'cap', 'seed', 'reached', 'asked', 'greedy', '×', 'coverage', 'holds', 'ended', 's'],
    rows,
  );
  report.verdict(held >= 0.9 * cases.length, 'interval holds: ≥ 9 of 10', `${held} of ${cases.length}`);
}

function asking(database: MadeDatabase, cap: number) {
  const start = [0, 3, 9].map((id) => database.records[id]?.title).join(', ');
  const plan = new SurfacePlan([words], `Records Such as ${start}.`);
  const seen = new Set<number>();
  let asked = 0;
  while (plan.end === null) {
    const batch = [];
    const room = Math.min(mostBatch, Math.max(leastBatch, Math.ceil(batchShare * asked)));
    for (let next = plan.next(); next !== null; next = plan.next()) {
      batch.push(next);
      if (batch.length >= room || next.use === 'nonsense') break;
    }
    for (const submission of batch) {
      asked++;
      const found = database.find(submission.values).slice(0, cap);
      for (const { id } of found) seen.add(id);
      const records = found.map(({ id, title, text, genre, year, place }) => {
        return { key: String(id), texts: [title, text, genre, year, place] };
      });
      plan.heard(submission, { records, total: null });
    }
    if (batch.length === 0) break;
  }
  return { plan, asked, seen: seen.size };
}
