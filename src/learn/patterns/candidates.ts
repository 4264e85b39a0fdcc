import { bareStep, formatPattern, type Pattern, type PatternStep } from '../../dom/pattern.ts';
import { exactForms, formsOf, isLandmark, isNamed, namedForms, pairedForms } from './forms.ts';
import type { WayPoint } from './sample.ts';

/** A pattern that may be taken, with how far its names are from the elements it was made for. */
export interface CandidatePattern {
  readonly text: string;
  readonly pattern: Pattern;
  /** Levels without a name between the last named step and the element, at least. */
  readonly reach: number;
}

interface Anchor {
  readonly step: PatternStep;
  /** Levels between it and the element. */
  readonly levels: number;
}

/** Places of an element from which patterns begin. */
const mostAnchors = 24;
/** Steps of the longest pattern behind its anchor. */
const longestTail = 5;

/** Collects patterns without repetition. */
export class CandidateSet {
  readonly #all = new Map<string, CandidatePattern>();

  /** Adds a pattern from anywhere: its first step is a `//`. */
  add(steps: readonly PatternStep[], reach = 0): void {
    const [first, ...rest] = steps;
    if (first) this.#put({ steps: [{ ...first, descendant: true }, ...rest] }, reach);
  }

  /** Adds a pattern from the top of the document. */
  addAbsolute(steps: readonly PatternStep[]): void {
    this.#put({ steps }, 0);
  }

  /** What was collected, in an order that depends on nothing but itself. */
  list(): readonly CandidatePattern[] {
    return [...this.#all.values()].sort((one, other) => (one.text < other.text ? -1 : 1));
  }

  #put(pattern: Pattern, reach: number): void {
    const text = formatPattern(pattern);
    const known = this.#all.get(text);
    if (!known || known.reach > reach) this.#all.set(text, { text, pattern, reach });
  }
}

/** Adds the patterns that generalise: by names that last, and by structure. */
export function addGeneral(set: CandidateSet, way: readonly WayPoint[]): void {
  const target = way.at(-1) as WayPoint;
  const parent = way.at(-2);
  const anchors = anchorsOf(way);
  const single = formsOf(target);
  const targets = [...single, ...pairedForms(target)];
  for (const form of targets) {
    set.add([form]);
    for (const anchor of anchors) set.add([anchor.step, below(form)], isNamed(form) ? 0 : anchor.levels);
  }
  if (parent) addWithParent(set, anchors, [...formsOf(parent), ...pairedForms(parent)], single);
  addNested(set, anchors, target);
  addChains(set, way);
}

function addWithParent(
  set: CandidateSet,
  anchors: readonly Anchor[],
  parents: readonly PatternStep[],
  targets: readonly PatternStep[],
): void {
  for (const parent of parents) {
    for (const target of targets) {
      set.add([parent, target]);
      for (const { step, levels } of anchors) {
        if (levels > 0)
          set.add([step, below(parent), target], isNamed(parent) || isNamed(target) ? 0 : levels);
      }
    }
  }
}

/** Two anchors, the outer one a strong one: `//div#comments//div.pager//a`. */
function addNested(set: CandidateSet, anchors: readonly Anchor[], target: WayPoint): void {
  const outer = anchors.filter(({ step }) => step.id !== null || isLandmark(step.tag));
  const last = bareStep(target.tag, true);
  for (const inner of anchors) {
    for (const { step, levels } of outer) {
      if (levels > inner.levels) set.add([step, below(inner.step), last], inner.levels);
    }
  }
}

/** The bare names of the last elements of the way, alone and from each anchor on. */
function addChains(set: CandidateSet, way: readonly WayPoint[]): void {
  const bare = way.map(({ tag }) => bareStep(tag));
  for (let length = 2; length <= Math.min(longestTail, way.length - 1); length++) {
    const start = way.length - length;
    if (isTop(way[start] as WayPoint)) break;
    const tail = bare.slice(start + 1);
    for (const first of formsOf(way[start] as WayPoint)) set.add([first, ...tail], way.length - 2 - start);
  }
}

/** Adds the patterns that hold for few elements: by what they say, and by where they stand. */
export function addExact(set: CandidateSet, way: readonly WayPoint[]): void {
  const target = way.at(-1) as WayPoint;
  const parent = way.at(-2);
  const anchors = anchorsOf(way);
  for (const form of exactForms(target)) {
    set.add([form]);
    for (const anchor of anchors) set.add([anchor.step, below(form)], isNamed(form) ? 0 : anchor.levels);
    if (parent) for (const first of formsOf(parent)) set.add([first, form]);
  }
  addPlaces(set, way);
}

/** One step of the way from an anchor with its place: `//table#list/tbody/tr/td[2]/a`. */
function addPlaces(set: CandidateSet, way: readonly WayPoint[]): void {
  const bare = way.map(({ tag }) => bareStep(tag));
  for (let start = Math.max(1, way.length - longestTail - 1); start < way.length - 1; start++) {
    if (isTop(way[start] as WayPoint)) continue;
    for (let at = start + 1; at < way.length; at++) {
      const index = way[at]?.index ?? null;
      const tail = bare.slice(start + 1);
      tail[at - start - 1] = { ...(bare[at] as PatternStep), index };
      for (const first of formsOf(way[start] as WayPoint)) set.add([first, ...tail], way.length - 2 - start);
    }
  }
}

/** What begins there is as well said from the top. */
function isTop({ tag }: WayPoint): boolean {
  return tag === 'html' || tag === 'body';
}

/** Ancestors that have a name of their own, the nearest first. */
function anchorsOf(way: readonly WayPoint[]): readonly Anchor[] {
  const anchors: Anchor[] = [];
  for (let at = way.length - 2; at >= 0; at--) {
    const point = way[at] as WayPoint;
    const steps = isLandmark(point.tag) ? formsOf(point) : namedForms(point);
    anchors.push(...steps.map((step) => ({ step, levels: way.length - 2 - at })));
  }
  return anchors.slice(0, mostAnchors);
}

function below(step: PatternStep): PatternStep {
  return { ...step, descendant: true };
}
