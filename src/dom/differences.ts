import { fingerprint } from '../fingerprint/rabin.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { canonicalPrints, canonicalShell, canonicalSkipped } from './canonical.ts';
import { type VolatileMask, volatileKids, volatilePaths } from './mask.ts';

/** Something that a document shows at a place. */
export interface Showing {
  /**
   * XPath of the element without its last index, since what is opened before it moves it on. `/@own`: what
   * the element is apart from its kids. `/@order`: in which order its kids come.
   */
  readonly path: string;
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
  compareElements(before.root, root, volatileKids(mask)(root.tag), `/${root.tag.toUpperCase()}`, found);
  return found;
}

/** Where something is shown, whatever comes before it. */
export function slotOf(path: string): string {
  return path.endsWith(']') ? path.slice(0, path.lastIndexOf('[')) : path;
}

/** Fingerprint of what an element is apart from what is in it. */
export function ownPrint(node: ElementNode, mask: VolatileMask | null): string {
  return fingerprint(canonicalShell(node, mask));
}

interface Found {
  readonly added: Showing[];
  readonly removed: Showing[];
}

function compareElements(
  before: ElementNode,
  after: ElementNode,
  mask: VolatileMask | null,
  path: string,
  found: Found,
): void {
  if (before === after) return;
  const print = canonicalPrints(after, mask).exact;
  if (canonicalPrints(before, mask).exact === print) return;
  // Where order means nothing, counterparts cannot be told.
  if (mask?.order || before.tag !== after.tag) return void found.added.push({ path: slotOf(path), print });
  const own = ownPrint(after, mask);
  if (ownPrint(before, mask) !== own) found.added.push({ path: `${slotOf(path)}/@own`, print: own });
  compareKids(before.kids ?? [], after.kids ?? [], mask, path, found);
  const inShadow = mask?.next.get('#shadow') ?? null;
  compareKids(before.shadow?.kids ?? [], after.shadow?.kids ?? [], inShadow, `${path}/#shadow`, found);
  compareFrames(before, after, mask, path, found);
}

function compareFrames(
  before: ElementNode,
  after: ElementNode,
  mask: VolatileMask | null,
  path: string,
  found: Found,
): void {
  if (!after.frame) return;
  const { root } = after.frame;
  const below = volatileKids(mask?.next.get('#document'))(root.tag);
  const inner = `${path}/#document/${root.tag.toUpperCase()}`;
  if (before.frame) compareElements(before.frame.root, root, below, inner, found);
  else found.added.push({ path: inner, print: canonicalPrints(root, below).exact });
}

interface Kid {
  readonly node: ElementNode;
  readonly mask: VolatileMask | null;
  readonly path: string;
  readonly print: string;
}

/** Kids at both ends that are alike are set aside; of the others each has its counterpart, came or went. */
function compareKids(
  before: readonly TreeNode[],
  after: readonly TreeNode[],
  mask: VolatileMask | null,
  path: string,
  found: Found,
): void {
  if (before === after) return;
  const [mine, yours] = [kidsOf(before, mask, path), kidsOf(after, mask, path)];
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
  for (const kid of came) found.added.push({ path: slotOf(kid.path), print: kid.print });
  for (const kid of surplus(went, came)) found.removed.push({ path: slotOf(kid.path), print: kid.print });
  const stayed = (kids: readonly Kid[], gone: readonly Kid[]) =>
    kids
      .filter((kid) => !gone.includes(kid))
      .map(({ print }) => print)
      .join(' ');
  if (stayed(left, went) !== stayed(right, came)) {
    const order = fingerprint(right.map(({ print }) => print).join(' '));
    found.added.push({ path: `${path}/@order`, print: order });
  }
}

function compareCounterparts(left: readonly Kid[], right: readonly Kid[], found: Found): void {
  for (const [at, kid] of right.entries()) {
    const twin = left[at];
    if (twin) compareElements(twin.node, kid.node, kid.mask, kid.path, found);
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

function kidsOf(kids: readonly TreeNode[], mask: VolatileMask | null, path: string): Kid[] {
  const [step, below] = [volatilePaths(path), volatileKids(mask)];
  return kids.flatMap((node): Kid[] => {
    if (typeof node === 'string') return [];
    const [kidPath, kidMask] = [step(node.tag), below(node.tag)];
    if (canonicalSkipped.has(node.tag)) return [];
    return [{ node, mask: kidMask, path: kidPath, print: canonicalPrints(node, kidMask).exact }];
  });
}
