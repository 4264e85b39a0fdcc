import { frameAgents } from './frames.ts';
import { flushRecords, type SettleLimits, settle } from './settle.ts';
import { bookOfStorage } from './storage.ts';
import { beginTaskEpoch, tasks } from './tasks.ts';

// A page and the frames of its origin, as one.

/** Begins to count tasks anew. */
export function beginEpoch(): void {
  beginTaskEpoch();
  bookOfStorage().exploring = true;
  const inner = frameAgents();
  for (let at = 0; at < inner.length; at++) inner[at]?.begin();
}

/** Waits until this page and its frames have settled. */
export async function settleAll(limits: SettleLimits): Promise<'quiet' | 'budget'> {
  let result = await settle(limits);
  const inner = frameAgents();
  if (inner.length === 0) return result;
  const before = tasks.mutations;
  for (let at = 0; at < inner.length; at++)
    if ((await inner[at]?.settle(limits)) === 'budget') result = 'budget';
  // A frame may have changed its parent.
  flushRecords();
  if (tasks.mutations !== before && (await settle(limits)) === 'budget') result = 'budget';
  return result;
}
