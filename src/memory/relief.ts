import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Bytes that the process may have, and by how many it may grow, before what is unused is looked for. A crawl by the
 * browser begins with 200 to 250 MiB.
 */
const [usual, step] = [288 << 20, 64 << 20];
/** Share of the time that may be spent on it. */
const share = 1 / 20;
/** Bytes from which a page is large: next to them what V8 leaves lying about counts. */
const large = 1 << 20;
/** Percent by which the heap may grow between two collections while a large page is at hand. */
const tight = 10;

/** The same at other times; `null`: the process belongs to somebody else, and its memory is no concern of ours. */
let growth: number | null = null;
let isTight = false;
let mark = usual;
let due = 0;
let collect: ((how: object) => void) | null = null;

/** The process is a crawl's own: V8 is told how much memory it may leave unused, in percent of what is in use. */
export function manageMemory(percent: number): void {
  growth = percent;
  growBy(percent);
}

/** Something of so many bytes is about to be read: several times as much will be in memory, and most of it for a moment. */
export function expectLarge(bytes: number): void {
  if (growth === null || isTight || bytes < large) return;
  isTight = true;
  growBy(Math.min(tight, growth));
}

/**
 * Gives memory back that nothing is in any more, where the process has grown: called when something of so many bytes is
 * done with. V8 keeps all that it has ever emptied for its own later use (a process that had needed 436 MiB for a moment
 * had 484 with 4 in use), and what comes next may be put beside it. Only a collection as for want of memory returns it:
 * 110 ms where 40 MiB are in use, 280 ms where it is 130. Where no number is given much is done with, however soon after
 * the last time.
 */
export function giveBackMemory(bytes: number = Number.POSITIVE_INFINITY): void {
  if (growth === null || (bytes < large && !isTight)) return;
  if (isTight) growBy(growth);
  isTight = false;
  const now = performance.now();
  if ((now < due && bytes < Number.POSITIVE_INFINITY) || process.memoryUsage.rss() < mark) return;
  collect ??= collector();
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const took = performance.now() - now;
  due = now + took + took / share;
  mark = Math.max(usual, process.memoryUsage.rss() + step);
}

function growBy(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

function collector(): (how: object) => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as (how: object) => void;
}
