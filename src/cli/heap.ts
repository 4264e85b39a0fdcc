import { manageMemory } from '../memory/relief.ts';

/** Percent of what is in use that the heap may grow by between two collections, as the launcher has it (bin/argiope.js). */
const usual = 50;

/**
 * Lets the heap of a gatherer double between two collections. What it holds is small (35 MB with 10,000 pages) and what
 * it throws away is much: with steps of 30 % all of it was looked through twice a second, which took 7 % of the
 * processor time of a crawl; without a bound V8 lets it grow to several times what is held. It costs 20 MiB.
 */
export function boundHeap({ gathers }: { readonly gathers: boolean }): void {
  manageMemory(gathers ? 100 : usual);
}
