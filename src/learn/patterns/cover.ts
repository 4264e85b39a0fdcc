import { formatPattern } from '../../dom/pattern.ts';
import { addAbsolutes } from './absolute.ts';
import { addExact, addGeneral, CandidateSet } from './candidates.ts';
import { formsOf } from './forms.ts';
import { type JudgedPattern, judge } from './judge.ts';
import type { WayPoint } from './sample.ts';
import type { InductionTask, SeenElement } from './task.ts';

type Way = readonly WayPoint[];

/** The patterns that were chosen for a task, and all that were looked at. */
export interface PatternCover {
  readonly chosen: readonly JudgedPattern[];
  readonly pool: readonly JudgedPattern[];
}

/** A way of making patterns from an element; elements with the same key give the same patterns. */
interface Stage {
  readonly keyOf: (way: Way) => string;
  readonly add: (set: CandidateSet, way: Way, left: readonly Way[]) => void;
}

/** From patterns that generalise to those that hold for single elements: the next is used for what is left. */
const stages: readonly Stage[] = [
  { keyOf: likeness, add: addGeneral },
  {
    keyOf: (way) => likeness(way) + way.map(({ index }) => index).join(),
    add: (set, way, left) => {
      addExact(set, way);
      addAbsolutes(set, way, left);
    },
  },
];

/** Weight of an unwanted element under a pattern, where none without can be found. */
const unwantedWeight = 8;

/**
 * Covers all elements of a task with few short patterns, none of which covers an unwanted element; where that
 * is impossible, with as few of those as possible. Sequential covering: for an element that is left, the
 * pattern is taken that covers most of what is left for the length of its description.
 */
export function coverPositives(task: InductionTask): PatternCover {
  const left = new Set(task.positives.keys());
  const pool = new Map<string, JudgedPattern>();
  const chosen = stages.flatMap((stage) => runStage(task, stage, pool, left));
  const all = [...pool.values()];
  for (const seed of left) chosen.push(...take(all, seed, left));
  return { chosen: needed(chosen), pool: all };
}

function runStage(
  task: InductionTask,
  { keyOf, add }: Stage,
  pool: Map<string, JudgedPattern>,
  left: Set<number>,
): JudgedPattern[] {
  const chosen: JudgedPattern[] = [];
  const tried = new Set<string>();
  const wayOf = (at: number) => (task.positives[at] as SeenElement).way;
  for (const seed of left) {
    const key = keyOf(wayOf(seed));
    if (tried.has(key)) continue;
    tried.add(key);
    const set = new CandidateSet();
    add(set, wayOf(seed), [...left].map(wayOf));
    const fresh = judge(
      task,
      set.list().filter(({ text }) => !pool.has(text)),
    );
    for (const pattern of fresh) pool.set(pattern.text, pattern);
    const clean = [...pool.values()].filter(({ negatives }) => negatives.length === 0);
    chosen.push(...take(clean, seed, left));
  }
  return chosen;
}

/** Takes the pattern for an element that covers most for its cost, if there is one. */
function take(pool: readonly JudgedPattern[], seed: number, left: Set<number>): readonly JudgedPattern[] {
  let best: JudgedPattern | null = null;
  let most = 0;
  for (const pattern of pool) {
    if (!pattern.positives.includes(seed)) continue;
    const gain = pattern.positives.reduce((sum, at) => sum + (left.has(at) ? 1 : 0), 0);
    const worth = gain / (pattern.cost * (1 + (unwantedWeight * pattern.negatives.length) / gain));
    if (worth > most || (worth === most && best && isSimpler(pattern, best))) {
      most = worth;
      best = pattern;
    }
  }
  if (!best) return [];
  for (const at of best.positives) left.delete(at);
  return [best];
}

function isSimpler({ text: one }: JudgedPattern, { text: other }: JudgedPattern): boolean {
  return one.length < other.length || (one.length === other.length && one < other);
}

/** Leaves out what others cover together, the last taken first. */
function needed(chosen: readonly JudgedPattern[]): readonly JudgedPattern[] {
  let kept = chosen;
  for (const pattern of chosen.toReversed()) {
    const others = kept.filter((other) => other !== pattern);
    const covered = new Set(others.flatMap(({ positives }) => positives));
    if (pattern.positives.every((at) => covered.has(at))) kept = others;
  }
  return kept;
}

/** What the elements of one list share: all names on the way. */
function likeness(way: Way): string {
  return way.map((point) => formatPattern({ steps: formsOf(point) })).join(' ');
}
