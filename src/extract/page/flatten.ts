import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';
import type { PageNode } from '../types.ts';

interface Draft extends PageNode {
  end: number;
  readonly kids: number[];
}

const noAttributes: Readonly<Record<string, string>> = Object.freeze({});

/**
 * The nodes of a document in document order. Shadow roots and frames are nodes of their own, `#shadow` and
 * `#document`, so that their content has paths of its own.
 *
 * Texts are counted with the blank ones, which make no node: so `text()[2]` is the second text for every
 * reader of XPath.
 */
export function flatten(document: DocumentTree): PageNode[] {
  const nodes: Draft[] = [];
  const open = (tag: string, parent: number, nth: number): Draft => {
    const depth = parent < 0 ? 0 : (nodes[parent] as Draft).depth + 1;
    const node = {
      index: nodes.length,
      end: 0,
      parent,
      depth,
      tag,
      attrs: noAttributes,
      text: '',
      nth,
      kids: [],
    };
    nodes.push(node);
    if (parent >= 0) nodes[parent]?.kids.push(node.index);
    return node;
  };
  const element = (source: ElementNode, parent: number, nth: number): void => {
    const node = open(source.tag, parent, nth);
    const attrs = attributesOf(source);
    if (attrs) (node as { attrs: typeof attrs }).attrs = attrs;
    if (source.kids) kids(source.kids, node.index);
    if (source.shadow) {
      const root = open('#shadow', node.index, 1);
      kids(source.shadow.kids, root.index);
      root.end = nodes.length;
    }
    if (source.frame) {
      const root = open('#document', node.index, 1);
      element(source.frame.root, root.index, 1);
      root.end = nodes.length;
    }
    node.end = nodes.length;
  };
  const kids = (sources: readonly TreeNode[], parent: number): void => {
    const counts = new Map<string, number>();
    for (const source of sources) {
      const tag = typeof source === 'string' ? '#text' : source.tag;
      const nth = (counts.get(tag) ?? 0) + 1;
      counts.set(tag, nth);
      if (typeof source !== 'string') element(source, parent, nth);
      else text(source, parent, nth);
    }
  };
  const text = (source: string, parent: number, nth: number): void => {
    const collapsed = collapse(source);
    if (collapsed === '') return;
    const node = open('#text', parent, nth);
    (node as { text: string }).text = collapsed;
    node.end = nodes.length;
  };
  element(document.root, -1, 1);
  return nodes;
}

/** Text with its white space collapsed and trimmed; zero-width signs go with it. */
export function collapse(text: string): string {
  return text.replace(/[\s\u200b\u2060\ufeff]+/g, ' ').trim();
}

/** Attributes as they are now: what a person or a script has entered counts. */
function attributesOf({ attrs, value }: ElementNode): Readonly<Record<string, string>> | undefined {
  return value === undefined ? attrs : { ...attrs, value };
}
