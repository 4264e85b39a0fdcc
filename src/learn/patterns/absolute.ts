import { bareStep, type PatternStep, parsePattern, reducePaths } from '../../dom/pattern.ts';
import type { CandidateSet } from './candidates.ts';
import type { WayPoint } from './sample.ts';

/** Indices that are tried both ways; paths that differ in more keep the upper ones as they are. */
const mostFree = 6;

/**
 * Adds paths from the top to an element, the indices in which it differs from others that go through the same
 * names generalised: all of them (the paper's reduction), some, or none, since all may cover too much.
 */
export function addAbsolutes(
  set: CandidateSet,
  way: readonly WayPoint[],
  others: readonly (readonly WayPoint[])[],
): void {
  const alike = others.filter(
    (other) => other.length === way.length && other.every(({ tag }, at) => tag === way[at]?.tag),
  );
  const varying = [...way.keys()].filter((at) => alike.some((other) => other[at]?.index !== way[at]?.index));
  const free = varying.slice(-mostFree);
  for (let choice = 0; choice < 1 << free.length; choice++) {
    const open = new Set(free.filter((_, at) => choice & (1 << at)));
    set.addAbsolute(way.map((point, at) => placed(point, open.has(at))));
  }
}

function placed({ tag, index }: WayPoint, open: boolean): PatternStep {
  return { ...bareStep(tag), index: open || tag === 'body' ? null : index };
}

/** The paper's reduction of some paths as a pattern; `null` where their names differ. */
export function reducedPattern(paths: readonly string[]): readonly PatternStep[] | null {
  const [only, more] = reducePaths(paths);
  if (only === undefined || more !== undefined) return null;
  return parsePattern(only).steps.map((step) => (step.tag === 'body' ? bareStep('body') : step));
}
