import { fingerprint } from '../fingerprint/rabin.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { canonicalOwn, canonicalPrints, canonicalSkipped } from './canonical.ts';
import { type VolatileMask, volatileKids, volatilePaths } from './mask.ts';

/** One place where a document shows something else than before. */
export interface Difference {
  /** XPath of the element; with `/@own` it is about what the element is apart from its kids. */
  readonly path: string;
  readonly print: string;
}

/**
 * The smallest places in which a document differs from what it was. A page that agrees with a third one
 * in all of them shows nothing that the other two do not show. Shared parts are not looked into.
 */
export function differences(
  before: DocumentTree,
  after: DocumentTree,
  mask: VolatileMask | null,
): readonly Difference[] {
  const found: Difference[] = [];
  const { root } = after;
  const below = volatileKids(mask)(root.tag);
  compareElements(before.root, root, below, `/${root.tag.toUpperCase()}`, found);
  return found;
}

function compareElements(
  before: ElementNode,
  after: ElementNode,
  mask: VolatileMask | null,
  path: string,
  found: Difference[],
): void {
  if (before === after) return;
  const print = canonicalPrints(after, mask).exact;
  if (canonicalPrints(before, mask).exact === print) return;
  // Where order means nothing, counterparts cannot be told.
  if (mask?.order || before.tag !== after.tag) return void found.push({ path, print });
  const own = ownPrint(after, mask);
  if (ownPrint(before, mask) !== own) found.push({ path: `${path}/@own`, print: own });
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
  found: Difference[],
): void {
  if (!after.frame) return;
  const { root } = after.frame;
  const below = volatileKids(mask?.next.get('#document'))(root.tag);
  const inner = `${path}/#document/${root.tag.toUpperCase()}`;
  if (before.frame) compareElements(before.frame.root, root, below, inner, found);
  else found.push({ path: inner, print: canonicalPrints(root, below).exact });
}

/** Fingerprint of what an element is apart from what is in its kids. */
export function ownPrint(node: ElementNode, mask: VolatileMask | null): string {
  return fingerprint(canonicalOwn(node, mask));
}

interface Kid {
  readonly node: ElementNode;
  readonly mask: VolatileMask | null;
  readonly path: string;
  readonly print: string;
}

/** Kids at both ends that are alike are set aside; of the others each has its counterpart, or is new. */
function compareKids(
  before: readonly TreeNode[],
  after: readonly TreeNode[],
  mask: VolatileMask | null,
  path: string,
  found: Difference[],
): void {
  if (before === after) return;
  const [mine, yours] = [kidsOf(before, mask, path), kidsOf(after, mask, path)];
  let start = 0;
  while (start < mine.length && start < yours.length && alike(mine[start], yours[start])) start++;
  let end = 0;
  const most = Math.min(mine.length, yours.length) - start;
  while (end < most && alike(mine.at(-1 - end), yours.at(-1 - end))) end++;
  const left = mine.slice(start, mine.length - end);
  const right = yours.slice(start, yours.length - end);
  for (const [at, kid] of right.entries()) {
    const twin = left.length === right.length ? left[at] : undefined;
    if (twin) compareElements(twin.node, kid.node, kid.mask, kid.path, found);
    else found.push({ path: kid.path, print: kid.print });
  }
}

function alike(one: Kid | undefined, other: Kid | undefined): boolean {
  return one !== undefined && other !== undefined && one.print === other.print && one.path === other.path;
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
