import { remembering } from '../model/bounded-map.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';

/** An element with its path; `/#shadow` leads into a shadow root, `/#document` into a frame. */
export interface LocatedElement {
  readonly node: ElementNode;
  readonly xpath: string;
}

/** Yields every element of a document in document order with its XPath, shadow roots and frames included. */
export function* elementsOf(document: DocumentTree): Generator<LocatedElement> {
  yield* walk(document.root, `/${document.root.tag.toUpperCase()}`);
}

function* walk(node: ElementNode, xpath: string): Generator<LocatedElement> {
  yield { node, xpath };
  if (node.kids) yield* walkKids(node.kids, xpath);
  if (node.shadow) yield* walkKids(node.shadow.kids, `${xpath}/#shadow`);
  if (node.frame) {
    yield* walk(node.frame.root, `${xpath}/#document/${node.frame.root.tag.toUpperCase()}`);
  }
}

function* walkKids(kids: readonly TreeNode[], xpath: string): Generator<LocatedElement> {
  const seen = new Map<string, number>();
  for (const kid of kids) {
    if (typeof kid === 'string') continue;
    const name = kid.tag.toUpperCase();
    const index = (seen.get(name) ?? 0) + 1;
    seen.set(name, index);
    yield* walk(kid, `${xpath}/${name}[${index}]`);
  }
}

/** Finds the element at an XPath, `null` where the tree has none. */
export function elementAt(document: DocumentTree, xpath: string): ElementNode | null {
  return elementsAt(document, [xpath]).get(xpath) ?? null;
}

/** A step of a path: the n-th of its name; `#shadow` and `#document` have no number. */
interface Step {
  readonly name: string;
  readonly index: number;
}

interface Branch {
  /** The path that ends here, where one does. */
  xpath: string | null;
  /** By name in upper case and number. */
  readonly next: Map<string, Map<number, Branch>>;
}

/**
 * Finds the elements at many XPaths in one walk.
 *
 * The paths are laid together as a tree first, so only the parts of the document that some path
 * passes through are looked at: a page has thousands of nodes and some dozens of actions.
 */
export function elementsAt(document: DocumentTree, xpaths: Iterable<string>): Map<string, ElementNode> {
  const top: Branch = { xpath: null, next: new Map() };
  for (const xpath of xpaths) lay(top, xpath);
  const found = new Map<string, ElementNode>();
  descendRoot(document.root, top, found);
  return found;
}

function lay(top: Branch, xpath: string): void {
  let branch = top;
  for (const { name, index } of stepsOf(xpath)) {
    let places = branch.next.get(name);
    if (!places) {
      places = new Map();
      branch.next.set(name, places);
    }
    let next = places.get(index);
    if (!next) {
      next = { xpath: null, next: new Map() };
      places.set(index, next);
    }
    branch = next;
  }
  branch.xpath = xpath;
}

/** Steps of paths that were taken apart: the pages of a site have the same ones again and again. */
const stepsOf = remembering(2000, (xpath: string): readonly Step[] =>
  xpath
    .split('/')
    .filter((step) => step !== '')
    .map(stepOf),
);

/** A step without a number is the first of its name. */
function stepOf(written: string): Step {
  const numbered = /^(.*)\[(\d+)\]$/s.exec(written);
  if (numbered && !written.startsWith('#')) return { name: numbered[1] ?? '', index: Number(numbered[2]) };
  return { name: written, index: 1 };
}

const upper = remembering(2000, (tag: string) => tag.toUpperCase());

function descendRoot(root: ElementNode, branch: Branch, found: Map<string, ElementNode>): void {
  const next = branch.next.get(upper(root.tag))?.get(1);
  if (next) arrive(root, next, found);
}

function arrive(node: ElementNode, branch: Branch, found: Map<string, ElementNode>): void {
  if (branch.xpath !== null) found.set(branch.xpath, node);
  if (branch.next.size === 0) return;
  if (node.kids) descendKids(node.kids, branch, found);
  const shadow = node.shadow && branch.next.get('#shadow')?.get(1);
  if (node.shadow && shadow) descendKids(node.shadow.kids, shadow, found);
  const frame = node.frame && branch.next.get('#document')?.get(1);
  if (node.frame && frame) descendRoot(node.frame.root, frame, found);
}

function descendKids(kids: readonly TreeNode[], branch: Branch, found: Map<string, ElementNode>): void {
  const seen = new Map<string, number>();
  for (const kid of kids) {
    if (typeof kid === 'string') continue;
    const places = branch.next.get(upper(kid.tag));
    if (!places) continue;
    const index = (seen.get(kid.tag) ?? 0) + 1;
    seen.set(kid.tag, index);
    const next = places.get(index);
    if (next) arrive(kid, next, found);
  }
}
