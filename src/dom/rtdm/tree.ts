/**
 * A labelled ordered tree laid out flat, in document order: the node after `i` is its first kid, and the one
 * after its subtree, `i + sizes[i]`, its next sibling. Subtrees are compared by a hash of 64 bits.
 */
export interface RtdmTree {
  readonly labels: readonly string[];
  /** Nodes of each subtree, its root included. */
  readonly sizes: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
}

/** Builds a tree in one pass from front to back. */
export class RtdmBuilder {
  readonly #labels: string[] = [];
  readonly #sizes: number[] = [];
  readonly #high: number[] = [];
  readonly #low: number[] = [];
  readonly #open: number[] = [];

  /** Begins a node; what is added until its `close` are its kids. */
  open(label: string): void {
    this.#open.push(this.#labels.length);
    let a = label.length;
    let b = ~label.length;
    for (let i = 0; i < label.length; i++) {
      const unit = label.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b + unit, 0x85ebca6b) ^ (b >>> 13);
    }
    this.#labels.push(label);
    this.#sizes.push(1);
    this.#high.push(a | 0);
    this.#low.push(b | 0);
  }

  /** Ends the node that was begun last. */
  close(): void {
    const node = this.#open.pop() as number;
    this.#sizes[node] = this.#labels.length - node;
    // Stirred once more where the kids end, so that a last kid is not taken for a next sibling.
    this.#high[node] = stir(this.#high[node] as number, 0x9e3779b9);
    this.#low[node] = stir(this.#low[node] as number, 0x7f4a7c15);
    const parent = this.#open.at(-1);
    if (parent === undefined) return;
    this.#high[parent] = stir(this.#high[parent] as number, this.#high[node] as number);
    this.#low[parent] = stir(this.#low[parent] as number, this.#low[node] as number);
  }

  /** Adds a node without kids. */
  leaf(label: string): void {
    this.open(label);
    this.close();
  }

  tree(): RtdmTree {
    return {
      labels: this.#labels,
      sizes: Int32Array.from(this.#sizes),
      high: Int32Array.from(this.#high),
      low: Int32Array.from(this.#low),
    };
  }
}

/** Murmur's way of taking one more word into a hash. */
function stir(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const h = hash ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

/** Whether two subtrees are equal in labels and order. */
export function sameSubtree(one: RtdmTree, v: number, other: RtdmTree, w: number): boolean {
  return one.high[v] === other.high[w] && one.low[v] === other.low[w] && one.sizes[v] === other.sizes[w];
}

/** The kids of a node. */
export function kidsOf(tree: RtdmTree, node: number): number[] {
  const kids: number[] = [];
  const end = node + sizeOf(tree, node);
  for (let kid = node + 1; kid < end; kid += sizeOf(tree, kid)) kids.push(kid);
  return kids;
}

/** Nodes of a subtree. */
export function sizeOf(tree: RtdmTree, node: number): number {
  return tree.sizes[node] as number;
}
