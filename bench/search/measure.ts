import type { KnownItem } from './made-pages.ts';

/** Answers a question with the numbers of the pages that it finds, the best first. */
export type Ask = (item: KnownItem) => Promise<readonly number[]>;

/** How well, and how fast, questions were answered. */
export interface Measured {
  readonly name: string;
  readonly pages: number;
  /** Mean of one over the place of the page that was meant, by kind of question and language. */
  readonly mrr: Readonly<Record<string, number>>;
  readonly all: number;
  readonly median: number;
  readonly worst: number;
}

/** Asks all questions one after the other; the first ten hits count. */
export async function measure(
  name: string,
  pages: number,
  items: readonly KnownItem[],
  ask: Ask,
): Promise<Measured> {
  const ranks = new Map<string, number[]>();
  const times: number[] = [];
  for (const item of items) {
    const start = performance.now();
    const found = await ask(item);
    times.push(performance.now() - start);
    const at = found.slice(0, 10).indexOf(item.number);
    const key = `${item.kind} ${item.lang}`;
    ranks.set(key, [...(ranks.get(key) ?? []), at < 0 ? 0 : 1 / (at + 1)]);
  }
  times.sort((one, other) => one - other);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const mrr = Object.fromEntries(
    [...ranks].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, values]) => [key, mean(values)]),
  );
  const all = mean([...ranks.values()].flat());
  return { name, pages, mrr, all, median: times[times.length >> 1] ?? 0, worst: times.at(-1) ?? 0 };
}
