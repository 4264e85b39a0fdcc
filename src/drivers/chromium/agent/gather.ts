import {
  type Asked,
  areWritten,
  type CandidateRules,
  candidatesOf,
  type FoundCandidate,
  lookForCoverings,
} from './candidates.ts';
import { markedCount, markedElements } from './delegation.ts';
import { isRewritten, writesProps } from './frameworks.ts';
import { LateParts } from './late-parts.ts';
import { listenerBook } from './listeners.ts';
import { type KeptElements, markVisit } from './marks.ts';
import { mayReact, prepareReactions } from './reactions.ts';
import { captures, nothingFound, nothingInside } from './snapshot.ts';
import { baseAddress } from './unhidden.ts';
import { hasSweptRows, rowCandidates } from './virtual-lists.ts';

interface Gathering {
  readonly root: KeptElements;
  readonly rules: CandidateRules;
  readonly found: FoundCandidate[];
  /** Whether even what nothing has changed is asked for again. */
  readonly all: boolean;
  /** Whether each element has to be asked for what a library has written on it. */
  readonly written: boolean;
  /** Elements that listeners around them were resolved to, as far as they have been looked at. */
  marked: number;
  /** The steps that lead to the element that is looked at: paths are made only where they are used. */
  readonly steps: Step[];
  /** Whether one of them leads into a shadow root. */
  inShadow: boolean;
}

/** A place among what is in an element. */
interface Step {
  readonly around: KeptElements;
  at: number;
  /** How many of each name there are up to a place; made only where a path is asked for. */
  counts: Map<string, number> | null;
  counted: number;
  /** Whether it is those of the shadow root that are counted. */
  shadow: boolean;
}

const lateParts = new LateParts();

/** What addresses are relative to, and what is looked for, as it was in the capture before. */
let lastCircumstances = '';

function circumstancesChanged({ events, tags }: CandidateRules): boolean {
  const now = `${baseAddress(document)} ${events.join()} ${tags.join()}`;
  const changed = now !== lastCircumstances;
  lastCircumstances = now;
  return changed;
}

/**
 * Gives the candidates of a captured document in order. Looked at are elements that changed, those that
 * reacted before to more than is written on them, those that bear listeners, those that listeners
 * around them stand for, and those that a library has written on: scripts bind without changing the document.
 */
export function gatherCandidates(root: KeptElements | null, rules: CandidateRules): FoundCandidate[] {
  const found: FoundCandidate[] = [];
  if (!root) return found;
  prepareReactions();
  lookForCoverings();
  for (const reference of listenerBook().bearers) {
    const bearer = reference.deref() as Node | undefined;
    if (bearer?.nodeType === 1 && bearer.isConnected) markVisit(bearer as Element, captures.count);
  }
  const all = circumstancesChanged(rules);
  const written = writesProps();
  const gathering: Gathering = { root, rules, found, all, written, marked: 0, steps: [], inShadow: false };
  takeMarked(gathering);
  gather(root, gathering, false);
  return found;
}

function pathOfSteps({ root, steps }: Gathering): string {
  let path = `/${root.node.tag.toUpperCase()}`;
  for (const step of steps) path += stepPath(step);
  return path;
}

function stepPath(step: Step): string {
  const { around, at } = step;
  const { inside, light } = around;
  const { tag } = (inside[at] as KeptElements).node;
  const name = tag.toUpperCase();
  if (at === frameRootAt(around)) return `/#document/${name}`;
  // Kids and those of the shadow root are counted apart.
  const shadow = at >= light;
  if (!step.counts || step.shadow !== shadow) {
    step.counts = new Map();
    step.counted = shadow ? light : 0;
    step.shadow = shadow;
  }
  for (; step.counted <= at; step.counted++) {
    const each = (inside[step.counted] as KeptElements).node.tag;
    step.counts.set(each, (step.counts.get(each) ?? 0) + 1);
  }
  return `${shadow ? '/#shadow' : ''}/${name}[${step.counts.get(tag)}]`;
}

/** Where in an element the root of its frame's document stands; -1 where there is none. */
function frameRootAt({ inside, node }: KeptElements): number {
  return node.frame ? inside.length - 1 : -1;
}

function takeMarked(gathering: Gathering): void {
  const count = markedCount();
  if (count === gathering.marked) return;
  let at = 0;
  for (const element of markedElements()) if (at++ >= gathering.marked) markVisit(element, captures.count);
  gathering.marked = count;
}

/** `moved`: something before it, or before what it is in, came or went. */
function gather(kept: KeptElements, gathering: Gathering, moved: boolean): void {
  if (gathering.written && isRewritten(kept)) kept.unsure = true;
  if (kept.unsure || kept.candidates.length > 0) lookAgain(kept, gathering, moved);
  let reactive = kept.candidates.length > 0 ? 1 : 0;
  for (const candidate of kept.candidates) gathering.found.push(candidate);
  if (kept.inside !== nothingInside) reactive += gatherInside(kept, gathering, moved);
  kept.reactive = reactive;
}

function lookAgain(kept: KeptElements, gathering: Gathering, moved: boolean): void {
  if (!kept.unsure && kept.written && kept.visit !== captures.count && !gathering.all) {
    if (moved) kept.candidates = movedTo(kept.candidates, pathOfSteps(gathering));
    return;
  }
  const { element, node } = kept;
  if (gathering.rules.tags.length === 0 && !mayReact(element, node)) {
    // Most elements are bare: they must cost next to nothing.
    kept.candidates = nothingFound;
    kept.unsure = false;
    return;
  }
  const asked: Asked = {
    element,
    node,
    path: () => pathOfSteps(gathering),
    hidden: kept.hidden || kept.inHidden,
    inShadow: gathering.inShadow,
  };
  const now = candidatesOf(asked, gathering.rules);
  kept.candidates = sameCandidates(kept.candidates, now) ? kept.candidates : now;
  kept.written = now.length > 0 && areWritten(asked, now);
  kept.unsure = false;
  // What is bound here may stand for elements inside.
  takeMarked(gathering);
}

function movedTo(candidates: readonly FoundCandidate[], xpath: string): readonly FoundCandidate[] {
  return candidates[0]?.xpath === xpath ? candidates : candidates.map((each) => ({ ...each, xpath }));
}

/** The same candidates stay the same objects, so that nothing is told of them twice. */
function sameCandidates(before: readonly FoundCandidate[], now: readonly FoundCandidate[]): boolean {
  return before.length === now.length && now.every((each, at) => sameMembers(before[at] ?? {}, each));
}

function sameMembers(one: object, other: object): boolean {
  const [these, those] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const names = Object.keys(those);
  if (names.length !== Object.keys(these).length) return false;
  return names.every((name) => {
    const [mine, its] = [these[name], those[name]];
    if (mine === its) return true;
    return typeof mine === 'object' && typeof its === 'object' && mine && its
      ? sameMembers(mine, its)
      : false;
  });
}

function gatherInside(around: KeptElements, gathering: Gathering, moved: boolean): number {
  let reactive = 0;
  const { inside, light } = around;
  const step: Step = { around, at: 0, counts: null, counted: 0, shadow: false };
  const movedFrom = moved ? 0 : around.shifted === captures.count ? around.shiftedFrom : inside.length;
  const { inShadow } = gathering;
  gathering.steps.push(step);
  const found = gathering.found.length;
  const isBody = gathering.steps.length === 2 && around.node.tag === 'body';
  if (isBody) lateParts.begin(inside);
  for (let at = 0; at < inside.length; at++) {
    const inner = inside[at] as KeptElements;
    if (inner.reactive > 0 || inner.visit === captures.count || gathering.written) {
      step.at = at;
      gathering.inShadow = at !== frameRootAt(around) && (inShadow || at >= light);
      const from = gathering.found.length;
      gather(inner, gathering, at >= movedFrom);
      if (isBody && lateParts.isLate(inner.element))
        for (const candidate of gathering.found.splice(from))
          gathering.found.push(lateParts.place(candidate));
    }
    reactive += inner.reactive;
  }
  gathering.inShadow = inShadow;
  gathering.steps.pop();
  if (hasSweptRows(around.element)) return reactive + gatherRows(around.element, gathering, found);
  return reactive;
}

/** Puts candidates of all rows of a list in the place of those that are in the document, from `from` on. */
function gatherRows(parent: Element, gathering: Gathering, from: number): number {
  const live = gathering.found.splice(from);
  const all = rowCandidates(parent, pathOfSteps(gathering), live);
  for (const candidate of all) gathering.found.push(candidate);
  return all.length;
}
