import { type RtdmCosts, unitCosts } from './rtdm/costs.ts';
import { RtdmRun } from './rtdm/distance.ts';
import { editsBetween, type RtdmEdit } from './rtdm/edits.ts';
import { type RtdmTree, sizeOf } from './rtdm/tree.ts';

export type { RtdmCosts } from './rtdm/costs.ts';
export { type TreeForm, treeOf } from './rtdm/document.ts';
export type { RtdmEdit } from './rtdm/edits.ts';
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

/** A cheapest list of edits, `null` where they would cost more than `limit`. */
export function rtdmEdits(
  one: RtdmTree,
  other: RtdmTree,
  limit = Number.POSITIVE_INFINITY,
  costs: RtdmCosts = unitCosts,
): readonly RtdmEdit[] | null {
  const run = new RtdmRun(one, other, costs);
  return run.distance(0, 0, limit) <= limit ? editsBetween(run, 0, 0) : null;
}

/** Distance as a share of what it would cost to delete one tree and insert the other: 0 for equal trees, at most 1. */
export function rtdmShare(one: RtdmTree, other: RtdmTree, costs: RtdmCosts = unitCosts): number {
  return rtdm(one, other, costs) / (sizeOf(one, 0) * costs.delete + sizeOf(other, 0) * costs.insert);
}
