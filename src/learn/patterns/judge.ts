import { type Pattern, type PatternAttribute, type PatternStep, visitMatches } from '../../dom/pattern.ts';
import type { CandidatePattern } from './candidates.ts';
import { isLabel, isLandmark, isNamed } from './forms.ts';
import type { InductionTask } from './task.ts';

/** What a pattern rests on: the weakest thing that it needs, or else the strongest that it has. */
export type PatternKind =
  | 'id'
  | 'landmark'
  | 'class'
  | 'attribute'
  | 'structure'
  | 'text'
  | 'position'
  | 'absolute';

/** A candidate with what it covers on the samples and what it costs. */
export interface JudgedPattern extends CandidatePattern {
  readonly kind: PatternKind;
  readonly positives: readonly number[];
  readonly negatives: readonly number[];
  /** Elements that led to other wanted types. */
  readonly other: number;
  /** Elements that changed nothing. */
  readonly idle: number;
  readonly cost: number;
}

/** Finds what each candidate covers, in one walk per sample. */
export function judge(
  task: InductionTask,
  candidates: readonly CandidatePattern[],
): readonly JudgedPattern[] {
  const tallies = candidates.map(() => ({
    positives: [] as number[],
    negatives: [] as number[],
    other: 0,
    idle: 0,
    unseen: 0,
  }));
  const patterns = candidates.map(({ pattern }) => pattern);
  for (const [at, { document }] of task.samples.entries()) {
    visitMatches(patterns, document, (xpath, _node, matched) => {
      const role = task.roles[at]?.get(xpath);
      for (const index of matched) {
        const tally = tallies[index] as (typeof tallies)[number];
        if (!role) tally.unseen++;
        else if (role.positive === null && role.negative === null) tally[role.other ? 'other' : 'idle']++;
        if (role && role.positive !== null) tally.positives.push(role.positive);
        if (role && role.negative !== null) tally.negatives.push(role.negative);
      }
    });
  }
  return candidates.map((candidate, at) => {
    const { unseen, ...covered } = tallies[at] as (typeof tallies)[number];
    const length = descriptionCost(candidate.pattern) + candidate.reach * reachCost;
    const inVain = 2 * covered.idle + 3 * covered.other + 0.25 * unseen;
    const cost = length * (1 + inVain / Math.max(1, covered.positives.length));
    return { ...candidate, ...covered, kind: kindOf(candidate.pattern), cost };
  });
}

/** What has a name far above only is easily joined by what a redesign puts in between. */
const reachCost = 0.8;

/** How much a pattern says, in steps: what is likely to last is cheap, what is likely to change dear. */
function descriptionCost({ steps }: Pattern): number {
  const own = steps.reduce((sum, step) => sum + stepCost(step), 0);
  if (!steps[0]?.descendant) return 8 + own / 2;
  if (steps.some(isNamed)) return own;
  return own + (steps.length === 1 ? 6 : 3);
}

/** Names that say nothing about an element. */
const vague: ReadonlySet<string> = new Set(['*', 'div', 'span']);

function stepCost({ tag, id, classes, attributes, text, index }: PatternStep): number {
  let cost = vague.has(tag) ? 1.4 : 1;
  // An id with a number in it is often that of one thing among many.
  if (id !== null) cost += /\d/.test(id) ? 3 : 0.4;
  cost += 0.8 * classes.length;
  for (const attribute of attributes) cost += attributeCost(attribute);
  if (text !== null) cost += 4;
  if (index !== null) cost += 4.5;
  return cost;
}

function attributeCost({ name, value }: PatternAttribute): number {
  if (isLabel(name)) return 3.5;
  if (!name.startsWith('data-')) return 1;
  return value === null ? 1.2 : 2;
}

function kindOf({ steps }: Pattern): PatternKind {
  if (!steps[0]?.descendant) return 'absolute';
  if (steps.some(({ index }) => index !== null)) return 'position';
  const attributes = steps.flatMap((step) => step.attributes);
  if (steps.some(({ text }) => text !== null) || attributes.some(({ name }) => isLabel(name))) return 'text';
  if (steps.some(({ id }) => id !== null)) return 'id';
  if (steps.some(({ tag }) => isLandmark(tag)) || attributes.some(({ name }) => name === 'role'))
    return 'landmark';
  if (steps.some(({ classes }) => classes.length > 0)) return 'class';
  return attributes.length > 0 ? 'attribute' : 'structure';
}
