import { type CandidateRules, candidatesOf, type FoundCandidate } from './candidates.ts';
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

interface Step {
  /** What stands before the step: nothing, or the way into a shadow root or frame. */
  readonly into: string;
  readonly tag: string;
  /** Place among siblings of the same name, 0 for the root of a document. */
  readonly index: number;
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
  for (const reference of listenerBook().bearers) {
    const bearer = reference.deref() as Node | undefined;
    if (bearer?.nodeType === 1 && bearer.isConnected) markVisit(bearer as Element, captures.count);
  }
  const otherPath = makePaths();
  const gathering: Gathering = {
    rules,
    pathOf: (element) => (element === gathering.current ? pathOfSteps(gathering.steps) : otherPath(element)),
    found,
    marked: 0,
    current: null,
    steps: [{ into: '', tag: root.node.tag, index: 0 }],
  };
  takeMarked(gathering);
  gather(root, gathering);
  return found;
}

function pathOfSteps(steps: readonly Step[]): string {
  let path = '';
  for (const { into, tag, index } of steps)
    path += `${into}/${tag.toUpperCase()}${index > 0 ? `[${index}]` : ''}`;
  return path;
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
    gatherForeign(kept.foreign.candidates, gathering);
    reactive++;
  }
  kept.reactive = reactive;
}

function gatherInside({ inside, light, node, foreign }: Kept, gathering: Gathering): number {
  let reactive = 0;
  let counts = new Map<string, number>();
  let into = '';
  const framed = node.frame && !foreign ? inside.length - 1 : -1;
  for (let at = 0; at < inside.length; at++) {
    const inner = inside[at] as Kept;
    if (at === light) {
      into = '/#shadow';
      counts = new Map();
    }
    const { tag } = inner.node;
    const index = (counts.get(tag) ?? 0) + 1;
    counts.set(tag, index);
    if (inner.reactive > 0 || inner.visit === captures.count) {
      gathering.steps.push(at === framed ? { into: '/#document', tag, index: 0 } : { into, tag, index });
      gather(inner, gathering);
      gathering.steps.pop();
    }
    reactive += inner.reactive;
  }
  return reactive;
}

function gatherForeign(candidates: readonly FoundCandidate[], { steps, found }: Gathering): void {
  const path = pathOfSteps(steps);
  for (const candidate of candidates)
    found.push({ ...candidate, xpath: `${path}/#document${candidate.xpath}` });
}
