import type { ContentChange } from '../model/capture.ts';
import type { DocumentTree, ElementNode } from '../model/document.ts';
import { canonicalSkipped, exactOwn, exactPrint } from './exact.ts';
import { type VolatileMask, volatileKids } from './mask.ts';

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
  const print = exactPrint(after, mask);
  if (exactPrint(before, mask) === print) return null;
  const here = { path, print };
  if (mask?.order || !(changeInKidsOnly(before, after) || exactOwn(before, mask) === exactOwn(after, mask)))
    return here;
  let inside: ContentChange | null = null;
  for (const [one, other, below, at] of changePairs(before, after, mask, path)) {
    const change = changeInElement(one, other, below, at);
    if (change && inside) return here;
    inside ??= change;
  }
  return inside ?? here;
}

/** Whether it is plain to see that two elements differ in nothing but what their kids are. */
function changeInKidsOnly(before: ElementNode, after: ElementNode): boolean {
  const [these, those] = [before.kids, after.kids];
  if (before.attrs !== after.attrs || before.hidden !== after.hidden || these?.length !== those?.length)
    return false;
  if (before.shadow || after.shadow || before.frame || after.frame || !these || !those) return false;
  for (const name of changeStates) if (before[name] !== after[name]) return false;
  for (let at = 0; at < those.length; at++) {
    const [one, other] = [these[at], those[at]];
    if (one === other) continue;
    if (typeof one !== 'object' || typeof other !== 'object' || one.tag !== other.tag) return false;
  }
  return true;
}

const changeStates = ['value', 'checked', 'selected'] as const;

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
  const step = mask && volatileKids(mask);
  const counts = new Map<string, number>();
  let at = 0;
  for (const kid of after) {
    if (typeof kid === 'string') continue;
    const count = (counts.get(kid.tag) ?? 0) + 1;
    counts.set(kid.tag, count);
    const below = step ? step(kid.tag) : null;
    if (canonicalSkipped.has(kid.tag)) continue;
    const one = shown[at++] as ElementNode;
    if (one !== kid) yield [one, kid, below, `${path}/${kid.tag.toUpperCase()}[${count}]`];
  }
}

/** Attributes by which an element says that it is the one chosen, beside its class. */
const changeMarkNames = [
  'class',
  'aria-selected',
  'aria-pressed',
  'aria-checked',
  'aria-current',
  'data-state',
];

/**
 * Whether some element within the body is marked in another way than before, or another box is ticked: nothing that is
 * read has changed, but something may be chosen. Shared parts are not looked into.
 */
export function changeOfMarks(before: DocumentTree, after: DocumentTree): boolean {
  return [...changePairs(before.root, after.root, null, '')].some(([one, other]) =>
    changeMarked(one, other, false),
  );
}

function changeMarked(before: ElementNode, after: ElementNode, isInside: boolean): boolean {
  if (isInside && changeStates.some((name) => name !== 'value' && before[name] !== after[name])) return true;
  const marks = ({ attrs }: ElementNode, name: string) => attrs?.[name] ?? '';
  if (isInside && changeMarkNames.some((name) => marks(before, name) !== marks(after, name))) return true;
  for (const [one, other] of changePairs(before, after, null, ''))
    if (changeMarked(one, other, true)) return true;
  return false;
}
