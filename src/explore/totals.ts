import type { Totals } from '../model/index.ts';

/** Totals that can be counted up; `saved` is what goes into the store with each step. */
export type Counting = { -readonly [K in keyof Totals]: number };

export const noTotals: Totals = {
  instructionsSeen: 0,
  instructionsUnique: 0,
  eventsFired: 0,
  eventsReplayed: 0,
  eventsSkipped: 0,
  eventsSuspended: 0,
  duplicates: 0,
  resets: 0,
  requests: 0,
  requestsFromCache: 0,
  bytes: 0,
  errors: 0,
  seconds: 0,
};
