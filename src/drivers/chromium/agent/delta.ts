import type { DocumentTree, ElementNode, ShadowTree, TreeNode } from '../../../model/document.ts';

/**
 * What tells one capture from an earlier one of the same document. Parts that are shared are named by their
 * place in the earlier one, so an event that changes little sends little.
 * Runs in the page and in Node: no imports at run time.
 */

/** A kid: a text, a new or changed element, or the earlier kid at a place, or those from one to another. */
export type DeltaKid = string | DeltaElement | number | readonly [number, number];

/** An element with what is in it told as differences. */
export interface DeltaElement extends Omit<ElementNode, 'kids' | 'shadow' | 'frame'> {
  /** Place of the earlier kid that it is compared with; absent for a new one. */
  readonly old?: number;
  readonly kids?: readonly DeltaKid[];
  readonly shadow?: Omit<ShadowTree, 'kids'> & { readonly kids: readonly DeltaKid[] };
  readonly frame?: DeltaDocument;
}

/** A document told as differences; `root` is 0 where it is the earlier one. */
export interface DeltaDocument extends Omit<DocumentTree, 'root'> {
  readonly root: DeltaElement | 0;
}

/** Says how a document differs from an earlier one. */
export function deltaOf(before: DocumentTree, now: DocumentTree): DeltaDocument {
  return { ...now, root: now.root === before.root ? 0 : deltaElement(before.root, now.root) };
}

function deltaElement(before: ElementNode | undefined, now: ElementNode): DeltaElement {
  const { kids, shadow, frame, ...own } = now;
  return {
    ...own,
    ...(kids && { kids: deltaKids(before?.kids ?? [], kids) }),
    ...(shadow && { shadow: { ...shadow, kids: deltaKids(before?.shadow?.kids ?? [], shadow.kids) } }),
    ...(frame && { frame: before?.frame ? deltaOf(before.frame, frame) : frame }),
  };
}

function deltaKids(before: readonly TreeNode[], now: readonly TreeNode[]): readonly DeltaKid[] {
  if (before.length === 0) return now;
  const kids: DeltaKid[] = [];
  const least = Math.min(before.length, now.length);
  let start = 0;
  while (start < least && before[start] === now[start]) start++;
  let end = 0;
  while (end < least - start && before[before.length - 1 - end] === now[now.length - 1 - end]) end++;
  if (start > 0) addDeltaRun(kids, 0, start - 1);
  deltaMiddle(before, now.slice(start, now.length - end), start, before.length - end, kids);
  if (end > 0) addDeltaRun(kids, before.length - end, before.length - 1);
  return kids;
}

function addDeltaRun(kids: DeltaKid[], from: number, to: number): void {
  kids.push(from === to ? from : [from, to]);
}

function deltaMiddle(
  before: readonly TreeNode[],
  now: readonly TreeNode[],
  from: number,
  to: number,
  kids: DeltaKid[],
): void {
  const places = new Map<TreeNode, number>();
  for (let at = from; at < to; at++) {
    const kid = before[at] as TreeNode;
    if (typeof kid !== 'string') places.set(kid, at);
  }
  const shared = new Set(now);
  const left = new Map<string, number[]>();
  for (const [kid, at] of places) {
    const { tag } = kid as ElementNode;
    if (shared.has(kid)) continue;
    const places = left.get(tag);
    if (places) places.push(at);
    else left.set(tag, [at]);
  }
  for (const kid of now) {
    if (typeof kid === 'string') kids.push(kid);
    else {
      const place = places.get(kid);
      if (place === undefined) kids.push(deltaPaired(before, kid, left.get(kid.tag)?.shift()));
      else kids.push(place);
    }
  }
}

function deltaPaired(before: readonly TreeNode[], kid: ElementNode, old: number | undefined): DeltaElement {
  if (old === undefined) return kid;
  return { ...deltaElement(before[old] as ElementNode, kid), old };
}

/** Puts a document together from an earlier one and the differences; what is shared stays the same object. */
export function applyDelta(before: DocumentTree | undefined, delta: DeltaDocument): DocumentTree {
  const root = delta.root === 0 ? before?.root : applyElement(before?.root, delta.root);
  if (!root) throw new RangeError('there was no document');
  return { ...delta, root };
}

function applyElement(before: ElementNode | undefined, delta: DeltaElement): ElementNode {
  const { kids, shadow, frame, old: _old, ...own } = delta;
  return {
    ...own,
    ...(kids && { kids: applyKids(before?.kids, kids) }),
    ...(shadow && { shadow: { ...shadow, kids: applyKids(before?.shadow?.kids, shadow.kids) } }),
    ...(frame && { frame: applyDelta(before?.frame, frame) }),
  };
}

function applyKids(before: readonly TreeNode[] | undefined, kids: readonly DeltaKid[]): readonly TreeNode[] {
  return kids.flatMap((kid): TreeNode | readonly TreeNode[] => {
    if (typeof kid === 'string') return kid;
    if (typeof kid === 'number') return kidBefore(before, kid);
    if (Array.isArray(kid)) {
      kidBefore(before, kid[1]);
      return (before ?? []).slice(kid[0], kid[1] + 1);
    }
    const changed = kid as DeltaElement;
    if (changed.old === undefined) return changed as ElementNode;
    const old = kidBefore(before, changed.old);
    return applyElement(typeof old === 'string' ? undefined : old, changed);
  });
}

/** Differences come out of a page: they may name what was never there. */
function kidBefore(before: readonly TreeNode[] | undefined, at: number): TreeNode {
  const kid = before?.[at];
  if (kid === undefined) throw new RangeError(`there was no kid ${at}`);
  return kid;
}
