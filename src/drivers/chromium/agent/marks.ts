import type { ElementNode } from '../../../model/document.ts';
import type { FoundCandidate } from './candidates.ts';
import { newStash } from './stash.ts';
import { isInDocument, nodeKind, parentOf } from './unhidden.ts';

/**
 * What is kept of each element from capture to capture, and marks on what has to be looked at again. A
 * capture then costs in proportion to what changed, and shares all the rest with the one before.
 */
export interface KeptElements {
  readonly element: Element;
  node: ElementNode;
  /** Whether it is itself not shown, or is inside of something that is not. */
  hidden: boolean;
  inHidden: boolean;
  /** Elements inside, in order: kids, then the shadow root's, then the root of a frame's document. */
  inside: readonly KeptElements[];
  /** How many of them are kids. */
  light: number;
  /** The last capture in which others were inside than before, and where they begin to differ. */
  shifted: number;
  shiftedFrom: number;
  /** Elements in this part of the tree. */
  size: number;
  marks: number;
  candidates: readonly FoundCandidate[];
  /** Whether they say only what is written on the element. */
  written: boolean;
  /** Elements with candidates in this part of the tree. */
  reactive: number;
  /** Whether its candidates have to be looked for again. */
  unsure: boolean;
  /** The last capture in which something in this part had to be looked for. */
  visit: number;
  /** What a library had written on the element when it was asked last. */
  props: unknown;
}

/** What a mark says. */
export const mark = {
  /** Attributes, state or list of kids changed. */
  own: 1,
  /** Something inside changed. */
  below: 2,
  /** Everything inside may be shown or hidden, or react, in another way. */
  deep: 4,
  /** It came into the document: what was kept of it and of all inside may be wrong. */
  fresh: 8,
  /** Its kids may be shown or hidden. */
  near: 16,
  /** What follows it may be shown or hidden, or react, in another way. */
  spread: 32,
} as const;

let keptElements = newStash<KeptElements>();

/** What is kept of an element. */
export function keptOf(node: Node): KeptElements | undefined {
  return keptElements.of(node);
}

/** Keeps something of an element. */
export function keepOf(node: Node, kept: KeptElements): void {
  keptElements.put(node, kept);
}

/** Forgets everything that was kept: the next capture is made anew. */
export function forgetKept(): void {
  keptElements = newStash();
}

/** How changes are followed. */
export const marking = {
  /** Documents have been captured: there is something that may change. */
  active: false,
  everything: false,
  /** Whether anything may lie elsewhere than before: set by all changes but those of texts. */
  laidOut: true,
  /** The browser's own pointer was used: rules for what lies under it may hold from then on. */
  pointed: false,
  /** Rules and focus of a frame are its own: up to so many elements it is looked at as a whole. */
  small: 3000,
};

/** Has the candidates of an element looked for in a capture. */
export function markVisit(element: Element, capture: number): void {
  const kept = keptOf(element);
  if (kept) kept.unsure = true;
  for (let at: Node | null = element; at; at = nodeAround(at)) {
    const above = keptOf(at);
    if (!above) continue;
    if (above.visit === capture) return;
    above.visit = capture;
  }
}

const fragmentHosts = new WeakMap<Node, Element>();

/** Says to which element a part belongs that has no parent: the content of a template. */
export function hostFragment(fragment: Node, host: Element): void {
  fragmentHosts.set(fragment, host);
}

/** The element or document around a node, across shadow roots and frames. */
export function nodeAround(node: Node): Node | null {
  if (nodeKind(node) === 9) {
    try {
      return node === document ? null : ((node as Document).defaultView?.frameElement ?? null);
    } catch {
      return null;
    }
  }
  return parentOf(node) ?? (node as ShadowRoot).host ?? fragmentHosts.get(node) ?? null;
}

/** Marks an element, and those around it as having something to look at inside. */
export function markNode(node: Node, marks: number): void {
  const kept = keptOf(node);
  if (kept) kept.marks |= marks;
  for (let around = nodeAround(node); around; around = nodeAround(around)) {
    const above = keptOf(around);
    if (!above) continue;
    if (above.marks & mark.below) return;
    above.marks |= mark.below;
  }
}

/** Everything has to be looked at: what may be shown or react has changed in ways that nothing tells. */
export function markEverything(): void {
  marking.everything = true;
  marking.laidOut = true;
}

/** The innermost element around a node for which something is kept. */
function keptAround(node: Node): Node {
  let found: Node | null = node;
  while (found && !keptOf(found)) found = nodeAround(found);
  return found ?? node;
}

/** Attributes that rules hardly ever ask for. */
const plainAttributes = new Set(
  'href src srcset alt title value placeholder content name label colspan rowspan for d points transform x y x1 x2 y1 y2 cx cy r rx ry width height viewBox fill stroke aria-label aria-valuenow aria-describedby aria-labelledby'.split(
    ' ',
  ),
);

/** Marks what mutation records tell of. */
export function markRecords(records: readonly MutationRecord[]): void {
  if (!marking.active) return;
  for (const record of records) {
    const { target } = record;
    if (record.type !== 'characterData') marking.laidOut = true;
    if (record.type === 'attributes') markAttribute(target, record.attributeName ?? '');
    else if (record.type === 'characterData') markNode(keptAround(target), mark.own);
    else {
      markNode(keptAround(target), mark.own | mark.near);
      const around = nodeAround(target);
      if (around) markNode(keptAround(around), mark.near);
      for (const added of record.addedNodes) {
        if (nodeKind(added) === 1) markNode(added, mark.own | mark.fresh);
      }
    }
  }
}

function markAttribute(target: Node, name: string): void {
  if (plainAttributes.has(name)) markNode(target, mark.own);
  else if (name === 'style') markNode(target, mark.own | mark.deep);
  else markNode(target, mark.own | mark.deep | mark.spread);
}

/** Elements whose state may change without any record: looked at in each capture. */
const watchedElements = new Set<Element>();

/** Has an element looked at in each capture. */
export function watchElement(element: Element): void {
  watchedElements.add(element);
}

/** Calls for each watched element that is still in a document; the others are forgotten. */
export function eachWatched(look: (element: Element) => void): void {
  for (const element of watchedElements) {
    if (isInDocument(element)) look(element);
    else watchedElements.delete(element);
  }
}
