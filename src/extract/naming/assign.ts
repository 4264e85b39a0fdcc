/**
 * The one-to-one assignment of rows to columns with the greatest sum (Kuhn and Munkres, in O(n³)).
 * A pair without worth (0 or less) is left open: -1.
 */
export function assign(worth: readonly (readonly number[])[]): readonly number[] {
  const rows = worth.length;
  const columns = worth[0]?.length ?? 0;
  const columnOf = new Array<number>(rows).fill(-1);
  const keep = (row: number, column: number) => {
    if ((worth[row]?.[column] ?? 0) > 0) columnOf[row] = column;
  };
  const cost = (row: number, column: number) => -Math.max(0, worth[row]?.[column] ?? 0);
  if (rows <= columns) for (const [column, row] of solve(rows, columns, cost)) keep(row, column);
  else for (const [row, column] of solve(columns, rows, (one, other) => cost(other, one))) keep(row, column);
  return columnOf;
}

/** Pairs of column and row, by shortest augmenting paths over potentials; there are not more rows than columns. */
function solve(
  rows: number,
  columns: number,
  cost: (row: number, column: number) => number,
): readonly (readonly [column: number, row: number])[] {
  const rowPotential = new Float64Array(rows + 1);
  const columnPotential = new Float64Array(columns + 1);
  const rowOf = new Int32Array(columns + 1);
  const way = new Int32Array(columns + 1);
  for (let row = 1; row <= rows; row++) {
    rowOf[0] = row;
    const least = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(columns + 1);
    let column = 0;
    do {
      used[column] = 1;
      const current = rowOf[column] as number;
      let delta = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let other = 1; other <= columns; other++) {
        if (used[other]) continue;
        const reduced =
          cost(current - 1, other - 1) -
          (rowPotential[current] as number) -
          (columnPotential[other] as number);
        if (reduced < (least[other] as number)) {
          least[other] = reduced;
          way[other] = column;
        }
        if ((least[other] as number) < delta) {
          delta = least[other] as number;
          next = other;
        }
      }
      for (let other = 0; other <= columns; other++) {
        if (used[other]) {
          rowPotential[rowOf[other] as number] = (rowPotential[rowOf[other] as number] as number) + delta;
          columnPotential[other] = (columnPotential[other] as number) - delta;
        } else least[other] = (least[other] as number) - delta;
      }
      column = next;
    } while (rowOf[column] !== 0);
    for (let at = column; at !== 0; ) {
      const before = way[at] as number;
      rowOf[at] = rowOf[before] as number;
      at = before;
    }
  }
  return [...rowOf.slice(1)].flatMap((row, column) => (row === 0 ? [] : [[column, row - 1] as const]));
}
