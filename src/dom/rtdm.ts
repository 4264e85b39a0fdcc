import { type RtdmCosts, unitCosts } from './rtdm/costs.ts';
import { RtdmRun } from './rtdm/distance.ts';
import type { RtdmTree } from './rtdm/tree.ts';

export type { RtdmCosts } from './rtdm/costs.ts';
export type { RtdmTree } from './rtdm/tree.ts';

/** Restricted top-down distance between two trees: how much it costs to turn one into the other. */
export function rtdm(one: RtdmTree, other: RtdmTree, costs: RtdmCosts = unitCosts): number {
  return rtdmWithin(one, other, Number.POSITIVE_INFINITY, costs);
}

/** The same where it is at most `limit`, else infinite, which is found out sooner. */
export function rtdmWithin(
  one: RtdmTree,
  other: RtdmTree,
  limit: number,
  costs: RtdmCosts = unitCosts,
): number {
  return new RtdmRun(one, other, costs).distance(0, 0, limit);
}
