import { elementsOf } from '../../dom/xpath.ts';
import type { DocumentTree, ElementNode } from '../../model/document.ts';

/** An element on the way to another one, or the border of a shadow root or frame (`node` is `null`). */
export interface WayPoint {
  /** Lower case; `#shadow` and `#document` for borders. */
  readonly tag: string;
  readonly node: ElementNode | null;
  readonly index: number | null;
}

/** A sample page whose elements can be looked up by path. */
export interface IndexedSample {
  readonly document: DocumentTree;
  readonly nodes: ReadonlyMap<string, ElementNode>;
}

/** Lays the elements of a sample out by path. */
export function indexSample(document: DocumentTree): IndexedSample {
  const nodes = new Map<string, ElementNode>();
  for (const { node, xpath } of elementsOf(document)) nodes.set(xpath, node);
  return { document, nodes };
}

/** The way from the top of a sample to an element, the element last. */
export function wayTo({ nodes }: IndexedSample, xpath: string): readonly WayPoint[] {
  const way: WayPoint[] = [];
  let path = '';
  for (const step of xpath.slice(1).split('/')) {
    path += `/${step}`;
    const [, name = step, index] = /^([^[]*)\[(\d+)\]$/.exec(step) ?? [];
    way.push({
      tag: name.startsWith('#') ? name : name.toLowerCase(),
      node: nodes.get(path) ?? null,
      index: index === undefined ? null : Number(index),
    });
  }
  return way;
}
