import { fingerprint } from '../fingerprint/rabin.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { canonicalPrints, canonicalShell, canonicalSkipped } from './canonical.ts';
import { type VolatileMask, volatileKids } from './mask.ts';
import { countKids, placeIn, wholeDocument } from './places.ts';

/** Something that a document shows at a place. */
export interface Showing {
  /**
   * Place of the element, whatever its index among its siblings, since what is opened before it moves it
   * on; `@own` in it: what the element is apart from its kids; `@order`: in which order its kids come.
   */
  readonly place: number;
  readonly print: string;
}

/** How a document differs from what it was. */
export interface Differences {
  /** What it shows now and did not before, in the smallest places. */
  readonly added: readonly Showing[];
  /** What it showed before, and now nothing of the kind. */
  readonly removed: readonly Showing[];
}

/**
 * Compares a document with what it was. A page that agrees with a third one in all that was added shows
 * nothing that the other two do not show. Shared parts are not looked into.
 */
export function differences(
  before: DocumentTree,
  after: DocumentTree,
  mask: VolatileMask | null,
): Differences {
  const found = { added: [] as Showing[], removed: [] as Showing[] };
  const { root } = after;
  const place = placeIn(wholeDocument, root.tag, 1);
  const at = { place, slot: placeIn(wholeDocument, root.tag, 0) };
  compareElements(before.root, root, volatileKids(mask)(root.tag), at, found);
  return found;
}

/** Fingerprint of what an element is apart from what is in it. */
export function ownPrint(node: ElementNode, mask: VolatileMask | null): string {
  return fingerprint(canonicalShell(node, mask));
}

/** Whether an element holds others. */
export function hasKids({ kids, shadow, frame }: ElementNode): boolean {
  return (
    shadow !== undefined || frame !== undefined || (kids?.some((kid) => typeof kid !== 'string') ?? false)
  );
}

/** Where an element stands: with its index, and whatever its index. */
interface Spot {
  readonly place: number;
  readonly slot: number;
}

interface Found {
  readonly added: Showing[];
  readonly removed: Showing[];
}

function compareElements(
  before: ElementNode,
  after: ElementNode,
  mask: VolatileMask | null,
  spot: Spot,
  found: Found,
): void {
  if (before === after) return;
  const print = canonicalPrints(after, mask).exact;
  if (canonicalPrints(before, mask).exact === print) return;
  // Where order means nothing, counterparts cannot be told.
  if (mask?.order || before.tag !== after.tag) return void found.added.push({ place: spot.slot, print });
  // Without kids it is nothing apart from them that its print does not say.
  if (!hasKids(after) && !hasKids(before)) return void found.added.push({ place: spot.slot, print });
  const own = hasKids(after) ? ownPrint(after, mask) : null;
  if (own === null) found.added.push({ place: spot.slot, print });
  if (own !== null && ownPrint(before, mask) !== own)
    found.added.push({ place: placeIn(spot.slot, '@own', 0), print: own });
  compareKids(before.kids ?? [], after.kids ?? [], mask, spot.place, found);
  const inShadow = mask?.next.get('#shadow') ?? null;
  const shadow = placeIn(spot.place, '#shadow', 0);
  compareKids(before.shadow?.kids ?? [], after.shadow?.kids ?? [], inShadow, shadow, found);
  compareFrames(before, after, mask, spot.place, found);
}

function compareFrames(
  before: ElementNode,
  after: ElementNode,
  mask: VolatileMask | null,
  place: number,
  found: Found,
): void {
  if (!after.frame) return;
  const { root } = after.frame;
  const below = volatileKids(mask?.next.get('#document'))(root.tag);
  const inside = placeIn(place, '#document', 0);
  const inner = { place: placeIn(inside, root.tag, 1), slot: placeIn(inside, root.tag, 0) };
  if (before.frame) compareElements(before.frame.root, root, below, inner, found);
  else found.added.push({ place: inner.slot, print: canonicalPrints(root, below).exact });
}

interface Kid {
  readonly node: ElementNode;
  readonly mask: VolatileMask | null;
  readonly spot: Spot;
  readonly print: string;
}

/** Kids at both ends that are alike are set aside; of the others each has its counterpart, came or went. */
function compareKids(
  before: readonly TreeNode[],
  after: readonly TreeNode[],
  mask: VolatileMask | null,
  place: number,
  found: Found,
): void {
  if (before === after) return;
  const [mine, yours] = [kidsOf(before, mask, place), kidsOf(after, mask, place)];
  let start = 0;
  while (start < mine.length && start < yours.length && mine[start]?.print === yours[start]?.print) start++;
  let end = 0;
  const most = Math.min(mine.length, yours.length) - start;
  while (end < most && mine.at(-1 - end)?.print === yours.at(-1 - end)?.print) end++;
  const left = mine.slice(start, mine.length - end);
  const right = yours.slice(start, yours.length - end);
  const came = without(right, left);
  const went = without(left, right);
  if (left.length === right.length && came.length > 0) {
    compareCounterparts(left, right, found);
    return;
  }
  for (const { spot, print } of came) found.added.push({ place: spot.slot, print });
  for (const { spot, print } of surplus(went, came)) found.removed.push({ place: spot.slot, print });
  const stayed = (kids: readonly Kid[], gone: readonly Kid[]) =>
    kids
      .filter((kid) => !gone.includes(kid))
      .map(({ print }) => print)
      .join(' ');
  if (stayed(left, went) !== stayed(right, came)) {
    const order = fingerprint(right.map(({ print }) => print).join(' '));
    found.added.push({ place: placeIn(place, '@order', 0), print: order });
  }
}

function compareCounterparts(left: readonly Kid[], right: readonly Kid[], found: Found): void {
  for (const [at, kid] of right.entries()) {
    const twin = left[at];
    if (twin) compareElements(twin.node, kid.node, kid.mask, kid.spot, found);
  }
}

/** Those kids of a list that have no equal in another, each equal counted once. */
function without(kids: readonly Kid[], others: readonly Kid[]): Kid[] {
  const left = new Map<string, number>();
  for (const { print } of others) left.set(print, (left.get(print) ?? 0) + 1);
  return kids.filter(({ print }) => {
    const count = left.get(print) ?? 0;
    if (count > 0) left.set(print, count - 1);
    return count === 0;
  });
}

/** What went and was not replaced by anything of its kind. */
function surplus(went: readonly Kid[], came: readonly Kid[]): readonly Kid[] {
  const left = new Map<string, number>();
  for (const { node } of came) left.set(node.tag, (left.get(node.tag) ?? 0) + 1);
  return went.filter(({ node }) => {
    const count = left.get(node.tag) ?? 0;
    if (count > 0) left.set(node.tag, count - 1);
    return count === 0;
  });
}

function kidsOf(kids: readonly TreeNode[], mask: VolatileMask | null, parent: number): Kid[] {
  const [count, below] = [countKids(), volatileKids(mask)];
  return kids.flatMap((node): Kid[] => {
    if (typeof node === 'string') return [];
    const [index, kidMask] = [count(node.tag), below(node.tag)];
    // What is not shown is not there.
    if (canonicalSkipped.has(node.tag) || node.hidden) return [];
    const spot = { place: placeIn(parent, node.tag, index), slot: placeIn(parent, node.tag, 0) };
    return [{ node, mask: kidMask, spot, print: canonicalPrints(node, kidMask).exact }];
  });
}
