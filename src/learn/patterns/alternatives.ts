import { formatPattern, type Pattern, type PatternStep } from '../../dom/pattern.ts';
import { reducedPattern } from './absolute.ts';
import { addExact, CandidateSet } from './candidates.ts';
import { isLandmark } from './forms.ts';
import { type JudgedPattern, judge, type PatternKind } from './judge.ts';
import type { InductionTask, SeenElement } from './task.ts';

/** How many ways to the same elements are kept beside the paper's. */
const mostAlternatives = 4;

/** How much less a pattern is trusted for what it rests on. */
const distrust: Readonly<Record<PatternKind, number>> = {
  id: 0,
  landmark: 0.7,
  class: 1,
  attribute: 1.5,
  structure: 4,
  text: 5,
  position: 6,
  absolute: 9,
};

/**
 * For each chosen pattern the ways to its elements, the most robust first, the paper's reduced path last. None
 * covers an unwanted element that the chosen one does not.
 */
export function alternatives(
  task: InductionTask,
  chosen: readonly JudgedPattern[],
  pool: readonly JudgedPattern[],
): readonly (readonly JudgedPattern[])[] {
  const known = new Set(pool.map(({ text }) => text));
  const set = new CandidateSet();
  for (const pattern of chosen) addMore(set, task, pattern);
  const more = set.list().filter(({ text }) => !known.has(text));
  const bySize = Map.groupBy([...pool, ...judge(task, more)], ({ positives }) => positives.length);
  return chosen.map((pattern) => waysOf(task, pattern, bySize.get(pattern.positives.length) ?? []));
}

/** What covers all the elements must fit the first of them as well, so it is enough to look at that one. */
function addMore(set: CandidateSet, task: InductionTask, pattern: JudgedPattern): void {
  const [first] = pattern.positives;
  addExact(set, (task.positives[first as number] as SeenElement).way);
  const reduced = reducedTo(task, pattern);
  if (reduced) set.addAbsolute(reduced);
}

function waysOf(
  task: InductionTask,
  chosen: JudgedPattern,
  pool: readonly JudgedPattern[],
): readonly JudgedPattern[] {
  const allowed = new Set(chosen.negatives);
  const same = pool.filter(
    ({ positives, negatives }) =>
      isSame(positives, chosen.positives) && negatives.every((at) => allowed.has(at)),
  );
  const reduced = reducedTo(task, chosen);
  const last = reduced === null ? null : formatPattern({ steps: reduced });
  const paths = [
    ...independent(same.filter(({ kind }) => kind !== 'absolute')),
    ...same.filter(({ text }) => text === last),
  ];
  return paths.length > 0 ? paths : [chosen];
}

function reducedTo(task: InductionTask, { positives }: JudgedPattern): readonly PatternStep[] | null {
  return reducedPattern(positives.map((at) => (task.positives[at] as SeenElement).xpath));
}

/**
 * The best, and then those that do not need all the names of one before: if that has stopped matching because
 * a name is gone, they would not match either.
 */
function independent(patterns: readonly JudgedPattern[]): readonly JudgedPattern[] {
  const taken: { readonly pattern: JudgedPattern; readonly needs: ReadonlySet<string> }[] = [];
  for (const pattern of patterns.toSorted(byRank)) {
    const needs = needsOf(pattern.pattern);
    if (taken.some((earlier) => [...earlier.needs].every((need) => needs.has(need)))) continue;
    taken.push({ pattern, needs });
    if (taken.length === mostAlternatives) break;
  }
  return taken.map(({ pattern }) => pattern);
}

function needsOf({ steps }: Pattern): ReadonlySet<string> {
  const needs = steps.flatMap(({ tag, id, classes, attributes, text, index }) => [
    ...(isLandmark(tag) ? [tag] : []),
    ...(id === null ? [] : [`#${id}`]),
    ...classes.map((name) => `.${name}`),
    ...attributes.map(({ name, value }) => `@${name}=${value}`),
    ...(text === null ? [] : [`=${text}`]),
    ...(index === null ? [] : ['[]']),
  ]);
  return new Set(needs.length > 0 ? needs : ['structure']);
}

function byRank(one: JudgedPattern, other: JudgedPattern): number {
  return rank(one) - rank(other) || one.text.length - other.text.length || (one.text < other.text ? -1 : 1);
}

/** Robustness: what it rests on, and how much it says. */
function rank(pattern: JudgedPattern): number {
  return distrust[pattern.kind] + pattern.cost;
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((at, place) => at === other[place]);
}
