import type { DocumentTree, ElementNode, TreeNode, VolatileSpot } from '../model/document.ts';
import { canonicalSkipped, contentAttributes, exactSign } from './exact.ts';
import {
  shadowedKids,
  type VolatileMask,
  volatileAnchor,
  volatileContent,
  volatileFolded,
  volatileKids,
  volatilePaths,
  volatileShape,
  volatileStructure,
} from './mask.ts';

export { type VolatileMask, volatileMask, volatileShape } from './mask.ts';

/** Share of a document's text up to which an element may be left out as a whole. */
const smallShare = 0.1;

/** Elements that hold what a page is about. */
const containers: ReadonlySet<string> = new Set(['html', 'body', 'main', 'article', 'form', 'table']);

interface Lesson {
  readonly spots: readonly VolatileSpot[];
  /** Whether nothing differs any more once the spots are masked. */
  readonly complete: boolean;
}

const nothing: Lesson = { spots: [], complete: true };
const unexplained: Lesson = { spots: [], complete: false };

/**
 * Compares two captures of one address and learns what changes from visit to visit though the page stays:
 *
 * - texts and attributes of one form (clocks, counters, tokens), which count by their form from then on;
 * - kids that came in another order, which count as a set;
 * - small elements with a name of their own that showed something else in the same structure (rotating
 *   advertisements), which are left out. Larger ones never are: that could make two pages look alike.
 */
export function learnVolatile(one: DocumentTree, other: DocumentTree): VolatileSpot[] {
  const limit = smallShare * Math.min(textSize(one.root), textSize(other.root));
  return [...compareElements(one.root, other.root, `/${one.root.tag.toUpperCase()}`, limit).spots];
}

function compareElements(one: ElementNode, other: ElementNode, path: string, limit: number): Lesson {
  if (one.tag !== other.tag || one.hidden !== other.hidden) return unexplained;
  if (exactSign(one, null) === exactSign(other, null)) return nothing;
  const lesson = together([
    compareAttributes(one, other, path),
    compareState(one, other, path),
    compareKids(one.kids, other.kids, path, limit),
    compareKids(one.shadow?.kids, other.shadow?.kids, `${path}/#shadow`, limit),
    compareFrames(one, other, path, limit),
  ]);
  if (lesson.complete) return lesson;
  const replaced = replacedContent(one, other, path, limit);
  return replaced.length > 0 ? { spots: replaced, complete: true } : lesson;
}

function together(lessons: readonly Lesson[]): Lesson {
  return {
    spots: lessons.flatMap(({ spots }) => spots),
    complete: lessons.every(({ complete }) => complete),
  };
}

function compareAttributes(one: ElementNode, other: ElementNode, path: string): Lesson {
  const names = [...new Set([...Object.keys(one.attrs ?? {}), ...Object.keys(other.attrs ?? {})])];
  return together(
    names
      .filter((name) => contentAttributes.has(name))
      .map((attribute) => {
        const [mine, yours] = [one.attrs?.[attribute], other.attrs?.[attribute]];
        if (isGenerated(attribute, mine, yours)) {
          const spot: VolatileSpot = { path, attribute, shape: '*', kind: 'content' };
          return { spots: [spot], complete: true };
        }
        return compareTexts(mine, yours, path, attribute);
      }),
  );
}

/** Names and targets within the page that are new with every visit: nobody reads them. */
function isGenerated(attribute: string, one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined || volatileShape(one) === volatileShape(other)) return false;
  if (attribute === 'name') return true;
  const target = /^#[^/!]/;
  return attribute === 'href' && target.test(one) && target.test(other);
}

function compareState(one: ElementNode, other: ElementNode, path: string): Lesson {
  if (one.checked !== other.checked || one.selected !== other.selected) return unexplained;
  return compareTexts(one.value, other.value, path, '#value');
}

function compareTexts(
  one: string | undefined,
  other: string | undefined,
  path: string,
  attribute: string,
): Lesson {
  if (one === other) return nothing;
  if (one === undefined || other === undefined) return unexplained;
  if (volatileFolded(one) === volatileFolded(other)) return nothing;
  const shape = volatileShape(one);
  return shape === volatileShape(other)
    ? { spots: [{ path, attribute, shape }], complete: true }
    : unexplained;
}

function compareFrames(one: ElementNode, other: ElementNode, path: string, limit: number): Lesson {
  if (!one.frame && !other.frame) return nothing;
  if (!one.frame || !other.frame) return unexplained;
  const { root } = one.frame;
  return compareElements(root, other.frame.root, `${path}/#document/${root.tag.toUpperCase()}`, limit);
}

/** A kid that is shown, with its path; texts that only a script has cut are one. */
type ShownKid = string | { readonly node: ElementNode; readonly path: string };

function shownKids(kids: readonly TreeNode[], path: string): ShownKid[] {
  const shown: ShownKid[] = [];
  const step = volatilePaths(path);
  for (const kid of kids) {
    if (typeof kid === 'string') {
      const last = shown.at(-1);
      if (typeof last === 'string') shown[shown.length - 1] = last + kid;
      else shown.push(kid);
    } else {
      const kidPath = step(kid.tag);
      if (!canonicalSkipped.has(kid.tag)) shown.push({ node: kid, path: kidPath });
    }
  }
  return shown.filter((kid) => typeof kid !== 'string' || kid.trim() !== '');
}

function compareKids(
  one: readonly TreeNode[] | undefined,
  other: readonly TreeNode[] | undefined,
  path: string,
  limit: number,
): Lesson {
  const mine = shownKids(one ?? [], path);
  const yours = shownKids(other ?? [], path);
  if (mine.length !== yours.length) return unexplained;
  // Before pairs are compared: swapped items may differ in their numbers only.
  if (isShuffled(mine, yours)) return orderOf(path);
  return together(
    mine.map((kid, at) => {
      const twin = yours[at] as ShownKid;
      if (typeof kid === 'string')
        return typeof twin === 'string' ? compareTexts(kid, twin, path, '') : unexplained;
      return typeof twin === 'string' ? unexplained : compareElements(kid.node, twin.node, kid.path, limit);
    }),
  );
}

function isShuffled(one: readonly ShownKid[], other: readonly ShownKid[]): boolean {
  const [mine, yours] = [one.map(printOf), other.map(printOf)];
  if (one.length < 2 || mine.every((print, at) => print === yours[at])) return false;
  const sorted = yours.toSorted();
  return mine.toSorted().every((print, at) => print === sorted[at]);
}

function printOf(kid: ShownKid): string {
  return typeof kid === 'string' ? volatileFolded(kid) : exactSign(kid.node, null);
}

function orderOf(path: string): Lesson {
  return { spots: [{ path, attribute: '', shape: '', kind: 'order' }], complete: true };
}

/** The element as one that shows something else at each visit, where it may be taken as such. */
function replacedContent(one: ElementNode, other: ElementNode, path: string, limit: number): VolatileSpot[] {
  const anchor = sharedAnchor(volatileAnchor(one), volatileAnchor(other));
  if (anchor === null) return [];
  if (containers.has(one.tag) || one.attrs?.role === 'main') return [];
  if (Math.max(textSize(one), textSize(other)) > limit) return [];
  const shapes = new Set([volatileStructure(one), volatileStructure(other)]);
  return [...shapes].map((shape) => ({ path, attribute: '', shape, kind: 'content', anchor }));
}

/**
 * What both visits know the element by; of names that are made anew each time, what stays of them. Whole
 * words only, where there are any: letters and digits at the seam may be alike by chance.
 */
function sharedAnchor(one: string, other: string): string | null {
  if (one === '' || other === '') return null;
  if (one === other) return one;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < one.length - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const head = one.slice(0, start).replace(/(?<=[^\p{L}\d#])[\p{L}\d#]+$|(?<=.)#+$/u, '');
  const tail = one.slice(one.length - end).replace(/^[\p{L}\d#*]+/u, '');
  const stays = [head, tail];
  return stays.join('').length > 1 ? stays.join('…') : null;
}

function textSize(node: ElementNode): number {
  if (canonicalSkipped.has(node.tag)) return 0;
  const inside = shadowedKids(node);
  const size = (kid: TreeNode) => (typeof kid === 'string' ? volatileFolded(kid).length : textSize(kid));
  const own = inside.reduce((sum, kid) => sum + size(kid), 0);
  return own + (node.frame ? textSize(node.frame.root) : 0);
}

/** Whether a mask changes the fingerprints of a document: whether anything that it masks is there. */
export function meetsMask({ root }: DocumentTree, mask: VolatileMask | null): boolean {
  const own = volatileKids(mask)(root.tag);
  return own !== null && meets(root, own);
}

function meets(node: ElementNode, mask: VolatileMask): boolean {
  if (mask.order || mask.texts.size > 0 || mask.free.size > 0 || volatileContent(node, mask)) return true;
  const below = (kids: readonly TreeNode[], own: VolatileMask | null | undefined) => {
    const step = own ? volatileKids(own) : null;
    return kids.some((kid) => {
      const part = typeof kid === 'string' || !step ? null : step(kid.tag);
      return part !== null && meets(kid as ElementNode, part);
    });
  };
  if (below(node.kids ?? [], mask)) return true;
  if (node.shadow && below(node.shadow.kids, mask.next.get('#shadow'))) return true;
  return node.frame !== undefined && meetsMask(node.frame, mask.next.get('#document') ?? null);
}
