import type { RtdmTree } from '../../src/dom/rtdm.ts';

/**
 * The general tree edit distance of Zhang and Shasha (1989) with unit costs, to compare RTDM with. Single
 * nodes may be inserted and deleted anywhere, their kids moving up or down.
 */
export function treeEditDistance(one: RtdmTree, other: RtdmTree): number {
  const ids = new Map<string, number>();
  const mine = postorder(one, ids);
  const yours = postorder(other, ids);
  const width = yours.labels.length;
  const trees = new Int32Array(mine.labels.length * width);
  const forests = new Int32Array((mine.labels.length + 1) * (width + 1));
  for (const i of mine.keyroots) {
    for (const j of yours.keyroots) forestDistance(mine, yours, i, j, trees, forests);
  }
  return trees.at(-1) as number;
}

/** A tree in postorder, as the algorithm wants it. */
interface Postorder {
  readonly labels: Int32Array;
  /** For each node the index of the leftmost leaf below it. */
  readonly leftmost: Int32Array;
  /** Nodes that have a left sibling, and the root, in order. */
  readonly keyroots: readonly number[];
}

function postorder({ labels, sizes }: RtdmTree, ids: Map<string, number>): Postorder {
  const order = { labels: new Int32Array(labels.length), leftmost: new Int32Array(labels.length) };
  let next = 0;
  const visit = (node: number): void => {
    const first = next;
    const end = node + (sizes[node] as number);
    for (let kid = node + 1; kid < end; kid += sizes[kid] as number) visit(kid);
    const label = labels[node] as string;
    if (!ids.has(label)) ids.set(label, ids.size);
    order.labels[next] = ids.get(label) as number;
    order.leftmost[next] = first;
    next++;
  };
  visit(0);
  const last = new Map<number, number>();
  for (const [node, leaf] of order.leftmost.entries()) last.set(leaf, node);
  return { ...order, keyroots: [...last.values()].sort((a, b) => a - b) };
}

/** Fills in the distances of all pairs of subtrees that share their leftmost leaves with `i` and `j`. */
function forestDistance(
  one: Postorder,
  other: Postorder,
  i: number,
  j: number,
  trees: Int32Array,
  forests: Int32Array,
): void {
  const width = other.labels.length;
  const firstI = one.leftmost[i] as number;
  const firstJ = other.leftmost[j] as number;
  const columns = j - firstJ + 2;
  const at = (index: number) => forests[index] as number;
  forests[0] = 0;
  for (let y = 1; y < columns; y++) forests[y] = y;
  for (let v = firstI, row = columns; v <= i; v++, row += columns) {
    forests[row] = v - firstI + 1;
    const leftV = one.leftmost[v] as number;
    const label = one.labels[v];
    for (let w = firstJ, cell = row + 1; w <= j; w++, cell++) {
      const less = Math.min(at(cell - columns), at(cell - 1)) + 1;
      const leftW = other.leftmost[w] as number;
      if (leftV === firstI && leftW === firstJ) {
        const cost = Math.min(less, at(cell - columns - 1) + (label === other.labels[w] ? 0 : 1));
        forests[cell] = cost;
        trees[v * width + w] = cost;
      } else {
        const before = at((leftV - firstI) * columns + (leftW - firstJ));
        forests[cell] = Math.min(less, before + (trees[v * width + w] as number));
      }
    }
  }
}
