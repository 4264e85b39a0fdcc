import { type CandidateRules, candidatesOf, type FoundCandidate } from './candidates.ts';
import { markedElements } from './delegation.ts';
import { listenerBook } from './listeners.ts';
import { type Kept, markVisit } from './marks.ts';
import { makePaths } from './paths.ts';
import { prepareReactions } from './reactions.ts';
import { captures, nothingInside } from './snapshot.ts';

interface Gathering {
  readonly rules: CandidateRules;
  /** The element that is looked at, and its path. */
  current: Element | null;
  path: string;
  readonly pathOf: (element: Element) => string;
  readonly found: FoundCandidate[];
  /** Elements that listeners around them were resolved to, as they come. */
  readonly marked: Iterator<Element>;
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
  const marked = markedElements()[Symbol.iterator]();
  const otherPath = makePaths();
  const gathering: Gathering = {
    rules,
    current: null,
    path: '',
    pathOf: (element) => (element === gathering.current ? gathering.path : otherPath(element)),
    found,
    marked,
  };
  takeMarked(gathering);
  gather(root, `/${root.node.tag.toUpperCase()}`, gathering);
  return found;
}

function takeMarked({ marked }: Gathering): void {
  for (let next = marked.next(); !next.done; next = marked.next()) markVisit(next.value, captures.count);
}

function gather(kept: Kept, path: string, gathering: Gathering): void {
  if (kept.unsure || kept.candidates.length > 0) {
    gathering.current = kept.element;
    gathering.path = path;
    const hidden = kept.hidden || kept.inHidden;
    kept.candidates = candidatesOf(kept.element, gathering.pathOf, hidden, gathering.rules);
    kept.unsure = false;
    // What is bound here may stand for elements inside.
    takeMarked(gathering);
  }
  let reactive = kept.candidates.length > 0 ? 1 : 0;
  for (const candidate of kept.candidates) gathering.found.push(candidate);
  if (kept.inside !== nothingInside) reactive += gatherInside(kept, path, gathering);
  if (kept.foreign) {
    gatherForeign(kept.foreign.candidates, path, gathering);
    reactive++;
  }
  kept.reactive = reactive;
}

function gatherInside({ inside, light, node, foreign }: Kept, path: string, gathering: Gathering): number {
  let reactive = 0;
  let prefix = path;
  let counts = new Map<string, number>();
  const framed = node.frame && !foreign ? inside.length - 1 : -1;
  for (let at = 0; at < inside.length; at++) {
    const inner = inside[at] as Kept;
    if (at === light) {
      prefix = `${path}/#shadow`;
      counts = new Map();
    }
    const { tag } = inner.node;
    const index = (counts.get(tag) ?? 0) + 1;
    counts.set(tag, index);
    if (inner.reactive > 0 || inner.visit === captures.count) {
      const name = tag.toUpperCase();
      const step = at === framed ? `${path}/#document/${name}` : `${prefix}/${name}[${index}]`;
      gather(inner, step, gathering);
    }
    reactive += inner.reactive;
  }
  return reactive;
}

function gatherForeign(candidates: readonly FoundCandidate[], path: string, { found }: Gathering): void {
  for (const candidate of candidates)
    found.push({ ...candidate, xpath: `${path}/#document${candidate.xpath}` });
}
