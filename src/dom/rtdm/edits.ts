import { differingKids, type RtdmRun } from './distance.ts';
import { kidsOf } from './tree.ts';

/** One step from a tree to another, by the indices of the nodes: whole subtrees come and go. */
export type RtdmEdit =
  | { readonly kind: 'insert'; readonly other: number }
  | { readonly kind: 'delete'; readonly one: number }
  /** The label changes; kids that differ are edits of their own. */
  | { readonly kind: 'replace'; readonly one: number; readonly other: number };

/** A cheapest list of edits between two subtrees, in document order. */
export function editsBetween(run: RtdmRun, v: number, w: number): RtdmEdit[] {
  const edits: RtdmEdit[] = [];
  if (run.apart(v, w) < run.mapped(v, w, Number.POSITIVE_INFINITY)) {
    edits.push({ kind: 'delete', one: v }, { kind: 'insert', other: w });
  } else mapEdits(run, v, w, edits);
  return edits;
}

function mapEdits(run: RtdmRun, v: number, w: number, edits: RtdmEdit[]): void {
  if (run.mapped(v, w, Number.POSITIVE_INFINITY) === 0) return;
  if (run.one.labels[v] !== run.other.labels[w]) {
    edits.push({ kind: 'replace', one: v, other: w });
    for (const kid of kidsOf(run.one, v)) edits.push({ kind: 'delete', one: kid });
    for (const kid of kidsOf(run.other, w)) edits.push({ kind: 'insert', other: kid });
    return;
  }
  const { mine, yours } = differingKids(run.one, v, run.other, w);
  for (const [one, other] of alignment(run, mine, yours)) {
    if (one === null) edits.push({ kind: 'insert', other: other as number });
    else if (other === null) edits.push({ kind: 'delete', one });
    else mapEdits(run, one, other, edits);
  }
}

type Step = readonly [one: number | null, other: number | null];

/** A cheapest alignment of two lists: pairs, and kids that have no partner. */
function alignment(run: RtdmRun, mine: readonly number[], yours: readonly number[]): Step[] {
  const table = costTable(run, mine, yours);
  const steps: Step[] = [];
  let i = mine.length;
  let j = yours.length;
  while (i > 0 || j > 0) {
    const cost = at(table, i, j);
    const one = mine[i - 1] as number;
    const other = yours[j - 1] as number;
    if (i > 0 && j > 0 && at(table, i - 1, j - 1) + run.mapped(one, other, cost) === cost) {
      steps.push([one, other]);
      i--;
      j--;
    } else if (i > 0 && at(table, i - 1, j) + run.removal(one) === cost) {
      steps.push([one, null]);
      i--;
    } else {
      steps.push([null, other]);
      j--;
    }
  }
  return steps.reverse();
}

function costTable(run: RtdmRun, mine: readonly number[], yours: readonly number[]): number[][] {
  const table: number[][] = [[0]];
  for (let i = 0; i <= mine.length; i++) {
    const row = i === 0 ? (table[0] as number[]) : [at(table, i - 1, 0) + run.removal(mine[i - 1] as number)];
    table[i] = row;
    for (let j = 1; j <= yours.length; j++) {
      const other = yours[j - 1] as number;
      let cost = (row[j - 1] as number) + run.insertion(other);
      if (i > 0) {
        const one = mine[i - 1] as number;
        cost = Math.min(cost, at(table, i - 1, j) + run.removal(one));
        const corner = at(table, i - 1, j - 1);
        cost = Math.min(cost, corner + run.mapped(one, other, cost - corner));
      }
      row[j] = cost;
    }
  }
  return table;
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] as number;
}
