import type { PageNode, PreparedPage } from '../types.ts';

/** Sums over the nodes before each index, so that any part of a page is measured at once. */
export interface Measures {
  /** Characters of text shown between two nodes. */
  text(from: number, to: number): number;
  /** Characters of text inside links. */
  linked(from: number, to: number): number;
  /** Links. */
  links(from: number, to: number): number;
}

/** Measures a page. */
export function measuresOf(page: PreparedPage): Measures {
  const count = page.nodes.length;
  const texts = new Int32Array(count + 1);
  const linked = new Int32Array(count + 1);
  const links = new Int32Array(count + 1);
  let linkEnd = 0;
  for (let at = 0; at < count; at++) {
    const node = page.nodes[at] as PageNode;
    const shown = page.noise.get(at) === 'script' || page.noise.get(at) === 'hidden' ? 0 : node.text.length;
    const isLink = node.tag === 'a' && node.attrs.href !== undefined;
    if (isLink) linkEnd = Math.max(linkEnd, node.end);
    texts[at + 1] = (texts[at] as number) + shown;
    linked[at + 1] = (linked[at] as number) + (at < linkEnd ? shown : 0);
    links[at + 1] = (links[at] as number) + (isLink ? 1 : 0);
  }
  const between = (sums: Int32Array) => (from: number, to: number) =>
    (sums[to] as number) - (sums[from] as number);
  return { text: between(texts), linked: between(linked), links: between(links) };
}
