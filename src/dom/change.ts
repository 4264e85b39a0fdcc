import type { ContentChange } from '../model/capture.ts';
import type { DocumentTree, ElementNode } from '../model/document.ts';
import { canonicalExact, canonicalOwn, canonicalSign, canonicalSkipped } from './canonical.ts';
import { type VolatileMask, volatileKids, volatilePaths } from './mask.ts';

/**
 * Where a document differs from what it was before: the innermost element that holds everything that
 * changed, and its print now. Shared parts are not looked into, so it costs no more than the change.
 * Runs unchanged inside the page: names begin with `change`.
 */
export function changeBetween(
  before: DocumentTree,
  after: DocumentTree,
  mask: VolatileMask | null,
): ContentChange | null {
  const { root } = after;
  const below = volatileKids(mask)(root.tag);
  return changeInElement(before.root, root, below, `/${root.tag.toUpperCase()}`);
}

function changeInElement(
  before: ElementNode,
  after: ElementNode,
  mask: VolatileMask | null,
  path: string,
): ContentChange | null {
  if (before === after) return null;
  if (canonicalSign(before, mask) === canonicalSign(after, mask)) return null;
  const here = { path, print: canonicalExact(after, mask) };
  if (mask?.order || canonicalOwn(before, mask) !== canonicalOwn(after, mask)) return here;
  let inside: ContentChange | null = null;
  for (const [one, other, below, at] of changePairs(before, after, mask, path)) {
    const change = changeInElement(one, other, below, at);
    if (change && inside) return here;
    inside ??= change;
  }
  return inside ?? here;
}

type ChangePair = readonly [ElementNode, ElementNode, VolatileMask | null, string];

/** What is in two elements whose own parts are alike, each with its counterpart. */
function* changePairs(
  before: ElementNode,
  after: ElementNode,
  mask: VolatileMask | null,
  path: string,
): Generator<ChangePair> {
  yield* changeKids(before.kids, after.kids, mask, path);
  yield* changeKids(
    before.shadow?.kids,
    after.shadow?.kids,
    mask?.next.get('#shadow') ?? null,
    `${path}/#shadow`,
  );
  if (before.frame && after.frame) {
    const { root } = after.frame;
    const below = volatileKids(mask?.next.get('#document'))(root.tag);
    yield [before.frame.root, root, below, `${path}/#document/${root.tag.toUpperCase()}`];
  }
}

function* changeKids(
  before: ElementNode['kids'],
  after: ElementNode['kids'],
  mask: VolatileMask | null,
  path: string,
): Generator<ChangePair> {
  if (!before || !after || before === after) return;
  const shown = before.filter((kid) => typeof kid !== 'string' && !canonicalSkipped.has(kid.tag));
  const [step, pathTo] = [volatileKids(mask), volatilePaths(path)];
  let at = 0;
  for (const kid of after) {
    if (typeof kid === 'string') continue;
    const [below, kidPath] = [step(kid.tag), pathTo(kid.tag)];
    if (!canonicalSkipped.has(kid.tag)) yield [shown[at++] as ElementNode, kid, below, kidPath];
  }
}
