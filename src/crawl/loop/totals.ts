import type { Totals } from '../../model/index.ts';

/** Totals that can be counted up; `saved` is what goes into the store with each step. */
export type Counting = { -readonly [K in keyof Totals]: number };
