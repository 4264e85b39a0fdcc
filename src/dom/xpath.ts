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
  return locate(document, [xpath]).get(xpath) ?? null;
}

interface Branch {
  /** The path that ends here, where one does. */
  xpath: string | null;
  readonly next: Map<string, Branch>;
}

/**
 * Finds the elements at many XPaths in one walk.
 *
 * The paths are laid together as a tree first, so only the parts of the document that some path
 * passes through are looked at: a page has thousands of nodes and some dozens of actions.
 */
export function locate(document: DocumentTree, xpaths: Iterable<string>): Map<string, ElementNode> {
  const top: Branch = { xpath: null, next: new Map() };
  for (const xpath of xpaths) lay(top, xpath);
  const found = new Map<string, ElementNode>();
  descendRoot(document.root, top, found);
  return found;
}

function lay(top: Branch, xpath: string): void {
  let branch = top;
  for (const step of xpath.split('/')) {
    if (step === '') continue;
    // A step without an index is the first of its name.
    const key = step.startsWith('#') || step.endsWith(']') ? step : `${step}[1]`;
    let next = branch.next.get(key);
    if (!next) {
      next = { xpath: null, next: new Map() };
      branch.next.set(key, next);
    }
    branch = next;
  }
  branch.xpath = xpath;
}

function descendRoot(root: ElementNode, branch: Branch, found: Map<string, ElementNode>): void {
  const next = branch.next.get(`${root.tag.toUpperCase()}[1]`);
  if (next) arrive(root, next, found);
}

function arrive(node: ElementNode, branch: Branch, found: Map<string, ElementNode>): void {
  if (branch.xpath !== null) found.set(branch.xpath, node);
  if (branch.next.size === 0) return;
  if (node.kids) descendKids(node.kids, branch, found);
  const shadow = node.shadow && branch.next.get('#shadow');
  if (node.shadow && shadow) descendKids(node.shadow.kids, shadow, found);
  const frame = node.frame && branch.next.get('#document');
  if (node.frame && frame) descendRoot(node.frame.root, frame, found);
}

function descendKids(kids: readonly TreeNode[], branch: Branch, found: Map<string, ElementNode>): void {
  const seen = new Map<string, number>();
  for (const kid of kids) {
    if (typeof kid === 'string') continue;
    const index = (seen.get(kid.tag) ?? 0) + 1;
    seen.set(kid.tag, index);
    const next = branch.next.get(`${kid.tag.toUpperCase()}[${index}]`);
    if (next) arrive(kid, next, found);
  }
}
