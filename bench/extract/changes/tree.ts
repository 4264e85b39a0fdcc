import { collapse } from '../../../src/extract/page/index.ts';
import type { DocumentTree } from '../../../src/model/document.ts';

/** An element that a change may write to. */
export interface Node {
  tag: string;
  attrs?: Record<string, string>;
  kids?: (Node | string)[];
}

/** A text of a page: the element that it is in, and its place among the kids. */
export interface TextPlace {
  readonly parent: Node;
  readonly at: number;
}

/** A page to be changed: a copy of its own, with the places of the true values by attribute. */
export interface Draft {
  readonly root: Node;
  readonly body: Node;
  readonly parents: ReadonlyMap<Node, Node>;
  readonly values: ReadonlyMap<string, readonly TextPlace[]>;
}

/** Makes a copy that can be changed, and finds the true values on it. */
export function draftOf(document: DocumentTree, truth: ReadonlyMap<string, readonly string[]>): Draft {
  const root = structuredClone(document.root) as unknown as Node;
  const parents = new Map<Node, Node>();
  const texts: (TextPlace & { text: string })[] = [];
  visit(root, (node) => {
    for (const [at, kid] of (node.kids ?? []).entries()) {
      if (typeof kid !== 'string') parents.set(kid, node);
      else if (kid.trim() !== '') texts.push({ parent: node, at, text: collapse(kid) });
    }
  });
  const values = new Map(
    [...truth].map(([attribute, wanted]) => [attribute, texts.filter(({ text }) => wanted.includes(text))]),
  );
  const body = root.kids?.find((kid): kid is Node => typeof kid !== 'string' && kid.tag === 'body') ?? root;
  return { root, body, parents, values };
}

/** Visits elements from the top. */
export function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const kid of [...(node.kids ?? [])]) if (typeof kid !== 'string') visit(kid, see);
}

/** Elements above, from the nearest on. */
export function* above({ parents }: Draft, node: Node): Generator<Node> {
  for (let at = parents.get(node); at; at = parents.get(at)) yield at;
}

/** Texts of a page in document order, blank ones left out. */
export function textsOf(root: Node): readonly (TextPlace & { readonly text: string })[] {
  const texts: (TextPlace & { text: string })[] = [];
  const walk = (node: Node): void => {
    if (['script', 'style', 'noscript', 'head'].includes(node.tag)) return;
    for (const [at, kid] of (node.kids ?? []).entries()) {
      if (typeof kid !== 'string') walk(kid);
      else if (kid.trim() !== '') texts.push({ parent: node, at, text: collapse(kid) });
    }
  };
  walk(root);
  return texts;
}
