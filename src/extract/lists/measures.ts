import type { Noise, PageNode, PreparedPage } from '../types.ts';

/** Sums over the nodes before each index, so that any part of a page is measured at once. */
export interface Measures {
  /** Characters of text between two nodes, noise counted for less. */
  text(from: number, to: number): number;
  /** Characters of text inside links. */
  linked(from: number, to: number): number;
  /** Links. */
  links(from: number, to: number): number;
}

/** Noise counts for less and not for nothing: rules that hide things hide real data at times. */
function weightOf(noise: Noise | undefined): number {
  if (noise === undefined) return 1;
  return noise === 'script' ? 0 : 0.3;
}

/** Measures a page. */
export function measuresOf(page: PreparedPage): Measures {
  const count = page.nodes.length;
  const texts = new Float64Array(count + 1);
  const linked = new Float64Array(count + 1);
  const links = new Int32Array(count + 1);
  let linkEnd = 0;
  for (let at = 0; at < count; at++) {
    const node = page.nodes[at] as PageNode;
    const shown = node.text.length * weightOf(page.noise.get(at));
    const isLink = node.tag === 'a' && node.attrs.href !== undefined;
    if (isLink) linkEnd = Math.max(linkEnd, node.end);
    texts[at + 1] = (texts[at] as number) + shown;
    linked[at + 1] = (linked[at] as number) + (at < linkEnd ? shown : 0);
    links[at + 1] = (links[at] as number) + (isLink ? 1 : 0);
  }
  const between = (sums: Int32Array | Float64Array) => (from: number, to: number) =>
    (sums[to] as number) - (sums[from] as number);
  return { text: between(texts), linked: between(linked), links: between(links) };
}
