/** What one node costs to insert, to delete, and to put in the place of another. */
export interface RtdmCosts {
  readonly insert: number;
  readonly delete: number;
  readonly replace: number;
}

/** Every operation costs one. */
export const unitCosts: RtdmCosts = { insert: 1, delete: 1, replace: 1 };

/**
 * The least that it can cost to turn the nodes of one side into those of the other, whatever their order.
 * Strange nodes have a label that the other side lacks, so they are never free; what is not free is replaced,
 * and the surplus inserted or deleted.
 */
export function leastCost(
  { insert, delete: remove, replace }: RtdmCosts,
  nodes: number,
  strange: number,
  otherNodes: number,
  otherStrange: number,
): number {
  const free = Math.min(nodes - strange, otherNodes - otherStrange);
  const mine = nodes - free;
  const yours = otherNodes - free;
  const both = Math.min(mine, yours);
  return both * Math.min(replace, insert + remove) + (mine - both) * remove + (yours - both) * insert;
}
