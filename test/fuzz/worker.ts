import { parentPort, workerData } from 'node:worker_threads';
import { Corpus } from './corpus.ts';
import { growth } from './growth.ts';
import { targets } from './targets.ts';

/** What the thread that tries inputs is told. */
export interface Task {
  readonly target: string;
  readonly seed: number;
  readonly seeds: readonly string[];
  readonly until: number;
  /** The input that is being tried, for whoever finds that it takes too long: its length, and its UTF-16 units. */
  readonly current: SharedArrayBuffer;
}

/** What it tells. */
export type Told =
  | { readonly kind: 'new'; readonly input: string }
  | { readonly kind: 'failure'; readonly input: string; readonly why: string }
  | { readonly kind: 'done'; readonly tried: number; readonly outcomes: number };

const { target: name, seed, seeds, until, current } = workerData as Task;
const target = targets.find((each) => each.name === name);
if (!target) throw new Error(`there is no reader ${name}`);
const tell = (told: Told): void => parentPort?.postMessage(told);
const corpus = new Corpus(target, seed);
const [length, units] = [new Int32Array(current, 0, 2), new Uint16Array(current, 8)];
const failed = new Set<string>();
let tried = 0;
/** Looking at times takes long: one new input of so many. */
const timedEvery = 10;
let fresh = 0;

function attempt(input: string, isNew: (input: string) => void): void {
  for (let at = 0; at < Math.min(input.length, units.length); at++) units[at] = input.charCodeAt(at);
  Atomics.store(length, 0, input.length);
  Atomics.add(length, 1, 1);
  tried++;
  const result = corpus.try(input);
  if (result === true) isNew(input);
  else if (typeof result === 'object') report(input, (result.error as Error).stack ?? String(result.error));
}

function report(input: string, why: string, isSlow = false): void {
  // One of each kind: the same line of the same file fails for many inputs.
  const kind = why
    .split('\n')
    .slice(0, 3)
    .join()
    .replace(/["'`].*["'`]/g, '');
  if (failed.has(kind) || failed.size >= 20) return;
  failed.add(kind);
  tell({ kind: 'failure', input: isSlow ? input : corpus.shrink(input), why });
}

for (const given of [...target.seeds, ...seeds]) attempt(given, () => {});
while (Date.now() < until)
  attempt(corpus.next(), (input) => {
    tell({ kind: 'new', input });
    const slow = fresh++ % timedEvery === 0 ? growth(target, input) : null;
    if (slow !== null) report(input, slow, true);
  });
tell({ kind: 'done', tried, outcomes: corpus.size });
