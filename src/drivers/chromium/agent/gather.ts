import { type CandidateRules, candidatesOf, type FoundCandidate, lookForCoverings } from './candidates.ts';
import { markedCount, markedElements } from './delegation.ts';
import { listenerBook } from './listeners.ts';
import { type Kept, markVisit } from './marks.ts';
import { makePaths } from './paths.ts';
import { prepareReactions } from './reactions.ts';
import { captures, nothingInside } from './snapshot.ts';

interface Gathering {
  readonly rules: CandidateRules;
  readonly pathOf: (element: Element) => string;
  readonly found: FoundCandidate[];
  /** Elements that listeners around them were resolved to, as far as they have been looked at. */
  marked: number;
  /** The element that is looked at, and the steps that lead to it: paths are made only where they are used. */
  current: Element | null;
  readonly steps: Step[];
}

/** A place among what is in an element. */
interface Step {
  readonly around: Kept;
  at: number;
  /** How many of each name there are up to a place; made only where a path is asked for. */
  counts: Map<string, number> | null;
  counted: number;
}

/**
 * Gives the candidates of a captured document in order. Looked at are elements that changed, those that
 * reacted before, those that bear listeners, and those that listeners around them stand for: scripts bind
 * without changing the document.
 */
export function gatherCandidates(root: Kept | null, rules: CandidateRules): FoundCandidate[] {
  const found: FoundCandidate[] = [];
  if (!root) return found;
  prepareReactions();
  lookForCoverings();
  for (const reference of listenerBook().bearers) {
    const bearer = reference.deref() as Node | undefined;
    if (bearer?.nodeType === 1 && bearer.isConnected) markVisit(bearer as Element, captures.count);
  }
  const otherPath = makePaths();
  const gathering: Gathering = {
    rules,
    pathOf: (element) =>
      element === gathering.current ? pathOfSteps(root, gathering.steps) : otherPath(element),
    found,
    marked: 0,
    current: null,
    steps: [],
  };
  takeMarked(gathering);
  gather(root, gathering);
  return found;
}

function pathOfSteps(root: Kept, steps: readonly Step[]): string {
  let path = `/${root.node.tag.toUpperCase()}`;
  for (const step of steps) path += stepPath(step);
  return path;
}

function stepPath(step: Step): string {
  const { around, at } = step;
  const { inside, light } = around;
  const { tag } = (inside[at] as Kept).node;
  const name = tag.toUpperCase();
  if (at === frameRootAt(around)) return `/#document/${name}`;
  // Kids and those of the shadow root are counted apart.
  if (!step.counts || (step.counted < light && at >= light)) {
    step.counts = new Map();
    step.counted = at >= light ? light : 0;
  }
  for (; step.counted <= at; step.counted++) {
    const each = (inside[step.counted] as Kept).node.tag;
    step.counts.set(each, (step.counts.get(each) ?? 0) + 1);
  }
  return `${at >= light ? '/#shadow' : ''}/${name}[${step.counts.get(tag)}]`;
}

/** Where in an element the root of its frame's document stands; -1 where there is none. */
function frameRootAt({ inside, node, foreign }: Kept): number {
  return node.frame && !foreign ? inside.length - 1 : -1;
}

function takeMarked(gathering: Gathering): void {
  const count = markedCount();
  if (count === gathering.marked) return;
  let at = 0;
  for (const element of markedElements()) if (at++ >= gathering.marked) markVisit(element, captures.count);
  gathering.marked = count;
}

function gather(kept: Kept, gathering: Gathering): void {
  if (kept.unsure || kept.candidates.length > 0) {
    gathering.current = kept.element;
    const hidden = kept.hidden || kept.inHidden;
    kept.candidates = candidatesOf(kept.element, gathering.pathOf, hidden, gathering.rules);
    kept.unsure = false;
    // What is bound here may stand for elements inside.
    takeMarked(gathering);
  }
  let reactive = kept.candidates.length > 0 ? 1 : 0;
  for (const candidate of kept.candidates) gathering.found.push(candidate);
  if (kept.inside !== nothingInside) reactive += gatherInside(kept, gathering);
  if (kept.foreign) {
    gatherForeign(kept, gathering);
    reactive++;
  }
  kept.reactive = reactive;
}

function gatherInside(around: Kept, gathering: Gathering): number {
  let reactive = 0;
  const { inside } = around;
  const step: Step = { around, at: 0, counts: null, counted: 0 };
  gathering.steps.push(step);
  for (let at = 0; at < inside.length; at++) {
    const inner = inside[at] as Kept;
    if (inner.reactive > 0 || inner.visit === captures.count) {
      step.at = at;
      gather(inner, gathering);
    }
    reactive += inner.reactive;
  }
  gathering.steps.pop();
  return reactive;
}

function gatherForeign({ element, foreign }: Kept, gathering: Gathering): void {
  gathering.current = element;
  const path = gathering.pathOf(element);
  const { found } = gathering;
  for (const candidate of foreign?.candidates ?? [])
    found.push({ ...candidate, xpath: `${path}/#document${candidate.xpath}` });
}
