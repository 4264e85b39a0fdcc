import { fingerprint } from '../fingerprint/rabin.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { canonicalSkipped, exactPrint, exactShell, exactSign } from './exact.ts';
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
  return fingerprint(exactShell(node, mask));
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
  if (exactSign(before, mask) === exactSign(after, mask)) return;
  const print = exactPrint(after, mask);
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
  else found.added.push({ place: inner.slot, print: exactPrint(root, below) });
}

/** An element among its siblings that are shown. */
class Kid {
  readonly node: ElementNode;
  readonly mask: VolatileMask | null;
  readonly #parent: number;
  readonly #index: number;
  #sign: string | null = null;

  constructor(node: ElementNode, mask: VolatileMask | null, parent: number, index: number) {
    this.node = node;
    this.mask = mask;
    this.#parent = parent;
    this.#index = index;
  }

  get sign(): string {
    this.#sign ??= exactSign(this.node, this.mask);
    return this.#sign;
  }

  get spot(): Spot {
    const { tag } = this.node;
    return { place: placeIn(this.#parent, tag, this.#index), slot: placeIn(this.#parent, tag, 0) };
  }

  get showing(): Showing {
    const print = exactPrint(this.node, this.mask);
    return { place: placeIn(this.#parent, this.node.tag, 0), print };
  }

  /** What is shared is alike without a look at it. */
  isLike(other: Kid | undefined): boolean {
    if (other?.node === this.node && other.mask === this.mask) return true;
    return other?.sign === this.sign;
  }
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
  while (start < mine.length && start < yours.length && mine[start]?.isLike(yours[start])) start++;
  let end = 0;
  const most = Math.min(mine.length, yours.length) - start;
  while (end < most && mine[mine.length - 1 - end]?.isLike(yours[yours.length - 1 - end])) end++;
  const left = mine.slice(start, mine.length - end);
  const right = yours.slice(start, yours.length - end);
  const came = without(right, left);
  const went = without(left, right);
  if (left.length === right.length && came.length > 0) {
    compareCounterparts(left, right, found);
    return;
  }
  for (const { showing } of came) found.added.push(showing);
  for (const { showing } of surplus(went, came)) found.removed.push(showing);
  if (signsWithout(left, went) !== signsWithout(right, came)) {
    const print = fingerprint(right.map(({ showing }) => showing.print).join(' '));
    found.added.push({ place: placeIn(place, '@order', 0), print });
  }
}

/** Signs of kids, in their order, but for some of them. */
function signsWithout(kids: readonly Kid[], some: readonly Kid[]): string {
  const left = new Set(kids);
  for (const kid of some) left.delete(kid);
  return Array.from(left, ({ sign }) => sign).join(' ');
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
  for (const { sign } of others) left.set(sign, (left.get(sign) ?? 0) + 1);
  return kids.filter(({ sign }) => {
    const count = left.get(sign) ?? 0;
    if (count > 0) left.set(sign, count - 1);
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
  const shown: Kid[] = [];
  for (const node of kids) {
    if (typeof node === 'string') continue;
    const [index, kidMask] = [count(node.tag), below(node.tag)];
    // What is not shown is not there.
    if (!canonicalSkipped.has(node.tag) && !node.hidden) shown.push(new Kid(node, kidMask, parent, index));
  }
  return shown;
}
