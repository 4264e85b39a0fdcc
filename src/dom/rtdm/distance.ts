import { leastCost, type RtdmCosts } from './costs.ts';
import { kidsOf, type RtdmTree, sameSubtree, sizeOf } from './tree.ts';

/**
 * The restricted top-down mapping (Reis, Golgher, Silva, Laender 2004; RTDM in the valid-pages paper, §2.3).
 *
 * A mapping between two trees that keeps order, maps a node only where its parent is mapped, and maps two
 * nodes of different labels only where nothing below them is mapped. Its cost is that of the deletions,
 * insertions and replacements that it leaves. Such mappings can be put one after the other, so the least
 * cost is a metric, and each is a mapping of the general tree edit distance, which is therefore never more.
 *
 * The dynamic programme over two lists of kids is kept small: equal kids at both ends are stripped, an
 * alignment in place gives a cost to beat, and cells that cannot beat it are left out, by a bound on what
 * is still to come.
 */
export class RtdmRun {
  readonly one: RtdmTree;
  readonly other: RtdmTree;
  readonly costs: RtdmCosts;
  readonly #known = new Map<number, number>();
  readonly #atLeast = new Map<number, number>();
  #strange: readonly [Int32Array, Int32Array] | null = null;

  constructor(one: RtdmTree, other: RtdmTree, costs: RtdmCosts) {
    this.one = one;
    this.other = other;
    this.costs = costs;
  }

  /** Distance between two subtrees, infinite where it is more than `limit`. */
  distance(v: number, w: number, limit: number): number {
    const apart = this.apart(v, w);
    const cost = Math.min(apart, this.mapped(v, w, Math.min(limit, apart)));
    return cost <= limit ? cost : Number.POSITIVE_INFINITY;
  }

  /** Cost of deleting one subtree and inserting the other. */
  apart(v: number, w: number): number {
    return this.removal(v) + this.insertion(w);
  }

  removal(v: number): number {
    return sizeOf(this.one, v) * this.costs.delete;
  }

  insertion(w: number): number {
    return sizeOf(this.other, w) * this.costs.insert;
  }

  /** Cost where the two roots are mapped to each other, infinite where it is more than `limit`. */
  mapped(v: number, w: number, limit: number): number {
    if (sameSubtree(this.one, v, this.other, w)) return 0;
    if (this.one.labels[v] !== this.other.labels[w]) return within(this.replacement(v, w), limit);
    const key = v * this.other.labels.length + w;
    const known = this.#known.get(key);
    if (known !== undefined) return within(known, limit);
    if (limit <= (this.#atLeast.get(key) ?? -1) || this.#least(v, w) > limit) return Number.POSITIVE_INFINITY;
    const cost = this.#kids(v, w, limit);
    if (cost <= limit) this.#known.set(key, cost);
    else this.#atLeast.set(key, limit);
    return within(cost, limit);
  }

  /** Cost of mapping roots of different labels: nothing below them can be mapped. */
  replacement(v: number, w: number): number {
    const { insert, delete: remove, replace } = this.costs;
    return replace + (sizeOf(this.one, v) - 1) * remove + (sizeOf(this.other, w) - 1) * insert;
  }

  #least(v: number, w: number): number {
    const [mine, yours] = this.#strangers();
    return leastCost(
      this.costs,
      sizeOf(this.one, v),
      mine[v] as number,
      sizeOf(this.other, w),
      yours[w] as number,
    );
  }

  #strangers(): readonly [Int32Array, Int32Array] {
    this.#strange ??= [strangeNodes(this.one, this.other), strangeNodes(this.other, this.one)];
    return this.#strange;
  }

  #kids(v: number, w: number, limit: number): number {
    const { mine, yours } = differingKids(this.one, v, this.other, w);
    if (mine.length === 0 || yours.length === 0) {
      let cost = 0;
      for (const kid of mine) cost += this.removal(kid);
      for (const kid of yours) cost += this.insertion(kid);
      return cost;
    }
    if (mine.length === 1 && yours.length === 1)
      return this.distance(mine[0] as number, yours[0] as number, limit);
    return this.#lists(mine, yours, limit);
  }

  #lists(mine: readonly number[], yours: readonly number[], limit: number): number {
    const [strange, otherStrange] = this.#strangers();
    const before = remainder(this.one, mine, strange);
    const after = remainder(this.other, yours, otherStrange);
    const { costs } = this;
    const least = (i: number, j: number) =>
      leastCost(
        costs,
        before.nodes[i] as number,
        before.strange[i] as number,
        after.nodes[j] as number,
        after.strange[j] as number,
      );
    const floor = least(0, 0);
    if (floor > limit) return Number.POSITIVE_INFINITY;
    const nodes = (before.nodes[0] as number) * costs.delete + (after.nodes[0] as number) * costs.insert;
    const best = this.#inPlace(mine, yours, nodes, least);
    return best <= floor ? best : Math.min(best, this.#table(mine, yours, Math.min(best, limit), least));
  }

  /** Cost of mapping the lists kid by kid, from the front or from the back; at most `best`. */
  #inPlace(
    mine: readonly number[],
    yours: readonly number[],
    best: number,
    least: (i: number, j: number) => number,
  ): number {
    const shift = mine.length - yours.length;
    const front = this.#aligned(mine, yours, 0, 0, best, least);
    if (shift === 0) return front;
    return this.#aligned(mine, yours, Math.max(0, shift), Math.max(0, -shift), front, least);
  }

  #aligned(
    mine: readonly number[],
    yours: readonly number[],
    skip: number,
    otherSkip: number,
    best: number,
    least: (i: number, j: number) => number,
  ): number {
    let cost = 0;
    for (let i = 0; i < skip; i++) cost += this.removal(mine[i] as number);
    for (let j = 0; j < otherSkip; j++) cost += this.insertion(yours[j] as number);
    const pairs = Math.min(mine.length, yours.length);
    for (let k = 0; k < pairs; k++) {
      const room = best - cost - least(skip + k + 1, otherSkip + k + 1);
      cost += this.distance(mine[skip + k] as number, yours[otherSkip + k] as number, room);
      if (cost >= best) return best;
    }
    for (let i = skip + pairs; i < mine.length; i++) cost += this.removal(mine[i] as number);
    for (let j = otherSkip + pairs; j < yours.length; j++) cost += this.insertion(yours[j] as number);
    return Math.min(cost, best);
  }

  /** The dynamic programme; cells from which nothing below or at `cut` can come stay infinite. */
  #table(
    mine: readonly number[],
    yours: readonly number[],
    cut: number,
    least: (i: number, j: number) => number,
  ): number {
    const width = yours.length;
    let above = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY);
    let row = new Float64Array(width + 1);
    above[0] = 0;
    for (let j = 0; j < width; j++) {
      const cost = (above[j] as number) + this.insertion(yours[j] as number);
      above[j + 1] = cost + least(0, j + 1) <= cut ? cost : Number.POSITIVE_INFINITY;
    }
    for (let i = 0; i < mine.length; i++) {
      const v = mine[i] as number;
      const removal = this.removal(v);
      let alive = false;
      for (let j = 0; j <= width; j++) {
        let cost = (above[j] as number) + removal;
        const rest = least(i + 1, j);
        if (j > 0) {
          const w = yours[j - 1] as number;
          cost = Math.min(cost, (row[j - 1] as number) + this.insertion(w));
          const corner = above[j - 1] as number;
          const room = Math.min(cost, cut - rest) - corner;
          if (room >= 0) cost = Math.min(cost, corner + this.mapped(v, w, room));
        }
        row[j] = cost + rest <= cut ? cost : Number.POSITIVE_INFINITY;
        alive ||= cost + rest <= cut;
      }
      if (!alive) return Number.POSITIVE_INFINITY;
      [above, row] = [row, above];
    }
    return above[width] as number;
  }
}

function within(cost: number, limit: number): number {
  return cost <= limit ? cost : Number.POSITIVE_INFINITY;
}

/**
 * The kids of two nodes without those that are equal at both ends. Mapping equal ends to each other is never
 * worse: whatever they were mapped to instead costs at least as much to insert or delete.
 */
export function differingKids(
  one: RtdmTree,
  v: number,
  other: RtdmTree,
  w: number,
): { readonly mine: readonly number[]; readonly yours: readonly number[] } {
  const mine = kidsOf(one, v);
  const yours = kidsOf(other, w);
  const shorter = Math.min(mine.length, yours.length);
  const same = (i: number, j: number) => sameSubtree(one, mine[i] as number, other, yours[j] as number);
  let front = 0;
  while (front < shorter && same(front, front)) front++;
  let back = 0;
  while (back < shorter - front && same(mine.length - 1 - back, yours.length - 1 - back)) back++;
  return { mine: mine.slice(front, mine.length - back), yours: yours.slice(front, yours.length - back) };
}

/** For each subtree, how many of its labels are nowhere in the other tree. */
function strangeNodes(tree: RtdmTree, other: RtdmTree): Int32Array {
  const labels = new Set(other.labels);
  const strange = new Int32Array(tree.labels.length);
  const sums = new Int32Array(tree.labels.length + 1);
  for (let i = 0; i < strange.length; i++)
    sums[i + 1] = (sums[i] as number) + (labels.has(tree.labels[i] as string) ? 0 : 1);
  for (let i = 0; i < strange.length; i++)
    strange[i] = (sums[i + sizeOf(tree, i)] as number) - (sums[i] as number);
  return strange;
}

/** Nodes, and strange ones among them, from each kid to the end of the list. */
function remainder(tree: RtdmTree, kids: readonly number[], strange: Int32Array) {
  const nodes = new Int32Array(kids.length + 1);
  const odd = new Int32Array(kids.length + 1);
  for (let i = kids.length - 1; i >= 0; i--) {
    const kid = kids[i] as number;
    nodes[i] = (nodes[i + 1] as number) + sizeOf(tree, kid);
    odd[i] = (odd[i + 1] as number) + (strange[kid] as number);
  }
  return { nodes, strange: odd };
}
