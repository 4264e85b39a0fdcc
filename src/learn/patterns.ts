import type { DocumentTree } from '../model/document.ts';
import type { TrainedPattern } from './model.ts';
import { alternatives } from './patterns/alternatives.ts';
import { coverPositives } from './patterns/cover.ts';
import type { JudgedPattern } from './patterns/judge.ts';
import type { Observation } from './patterns/observation.ts';
import { indexSample } from './patterns/sample.ts';
import { type InductionTask, type SeenElement, tasksOf } from './patterns/task.ts';

export type { Observation, ObservedResult } from './patterns/observation.ts';

/** What was learned about one type of page. */
export interface Induction {
  /** Sorted by event, type of target and support. */
  readonly patterns: readonly TrainedPattern[];
  /** Where wanted and unwanted elements could not be told apart, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Learns from what events did on the samples of one page type which elements lead to wanted pages.
 *
 * A pattern never covers an element that was seen to lead to an unwanted page; where no pattern can tell it
 * from wanted ones, recall goes first, the precision says so, and a warning names the elements. The order of
 * the observations does not matter.
 */
export function inducePatterns(
  samples: readonly DocumentTree[],
  observations: readonly Observation[],
): Induction {
  const indexed = samples.map(indexSample);
  const lost = observations.filter(({ sample, xpath }) => !indexed[sample]?.nodes.has(xpath));
  const learned = tasksOf(indexed, observations).map(learn);
  return {
    patterns: learned.flatMap(({ patterns }) => patterns),
    warnings: [
      ...(lost.length > 0 ? [lostWarning(lost)] : []),
      ...learned.flatMap(({ warnings }) => warnings),
    ],
  };
}

function learn(task: InductionTask): Induction {
  const { chosen, pool } = coverPositives(task);
  const found = alternatives(task, chosen, pool).toSorted((one, other) => compareFirst(one[0], other[0]));
  const mixed = found.flatMap((paths) => paths.find(({ negatives }) => negatives.length > 0) ?? []);
  return {
    patterns: found.map((paths) => trained(task, paths)),
    warnings: mixed.map((pattern) => mixedWarning(task, pattern)),
  };
}

function compareFirst(one: JudgedPattern | undefined, other: JudgedPattern | undefined): number {
  if (!one || !other) return 0;
  return other.positives.length - one.positives.length || (one.text < other.text ? -1 : 1);
}

function trained(task: InductionTask, paths: readonly JudgedPattern[]): TrainedPattern {
  const { positives, negatives, other, idle } = paths[0] as JudgedPattern;
  const wanted = positives.length + other;
  return {
    event: task.event,
    leadsTo: task.leadsTo,
    paths: paths.map(({ text }) => text),
    support: positives.length,
    precision: wanted / (wanted + negatives.length + idle),
    example: exampleOf(task.positives[positives[0] as number] as SeenElement),
  };
}

function mixedWarning(
  { event, leadsTo, positives, negatives }: InductionTask,
  pattern: JudgedPattern,
): string {
  const wanted = positives[pattern.positives[0] as number] as SeenElement;
  const unwanted = negatives[pattern.negatives[0] as number] as SeenElement;
  return (
    `${pattern.text} (${event}, leads to ${leadsTo}) cannot tell wanted elements from unwanted ones: ` +
    `it covers ${pattern.positives.length} wanted, such as ${placeOf(wanted)}, ` +
    `and ${pattern.negatives.length} unwanted, such as ${placeOf(unwanted)}.`
  );
}

function lostWarning(lost: readonly Observation[]): string {
  const [{ sample, xpath }] = lost as [Observation];
  return (
    `Observations of elements that are not in their samples were left out: ${lost.length}, ` +
    `the first of ${xpath} in sample ${sample + 1}.`
  );
}

function placeOf(element: SeenElement): string {
  return `${exampleOf(element)} in sample ${element.sample + 1}`;
}

/** An element by its label and its path. */
function exampleOf({ label, xpath }: SeenElement): string {
  const short = label.replace(/\s+/g, ' ').trim().slice(0, 60);
  return short === '' ? xpath : `"${short}" at ${xpath}`;
}
