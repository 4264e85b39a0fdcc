import { groupsWith } from '../../model/counts.ts';

/** Siblings that one record has at most, and those it may have wherever the others are shorter. */
const [longestRecord, shortRecord] = [60, 16];

/** A way to see siblings as records: where each begins and ends among them. */
export type Segments = readonly (readonly [from: number, to: number])[];

/** Every way in which siblings, given by their kinds (0 for nothing), fall into records that begin with one kind. */
export function segmentations(symbols: readonly number[]): Segments[] {
  const places = Map.groupBy(symbols.keys(), (at) => symbols[at] as number);
  const found: Segments[] = [];
  for (const [symbol, starts] of places) {
    if (symbol === 0 || starts.length < 2) continue;
    for (const group of regions(starts)) {
      if (group.length >= 2) found.push(segmented(symbols, group));
    }
  }
  return found;
}

/** Where records lie too far apart, one list ends and another begins. */
function regions(starts: readonly number[]): number[][] {
  const gaps = starts
    .slice(1)
    .map((start, at) => start - (starts[at] as number))
    .sort((a, b) => a - b);
  const usual = gaps[Math.floor(gaps.length / 2)] ?? 1;
  const widest = Math.min(longestRecord, Math.max(shortRecord, 4 * usual));
  const groups: number[][] = [];
  for (const start of starts) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last !== undefined && start - last <= widest) group.push(start);
    else groups.push([start]);
  }
  return groups;
}

function segmented(symbols: readonly number[], starts: readonly number[]): Segments {
  const segments: [number, number][] = starts.map((start, at) => [start, starts[at + 1] ?? start + 1]);
  const known = new Set<number>();
  const lengths: number[] = [];
  for (const [from, to] of segments.slice(0, -1)) {
    lengths.push(to - from);
    for (let at = from; at < to; at++) known.add(symbols[at] as number);
  }
  // The last record ends where nothing follows that is known from others, or where it gets longer than they are.
  const longest = Math.max(1, ...lengths);
  const last = segments.at(-1) as [number, number];
  while (last[1] < symbols.length && last[1] - last[0] < longest && known.has(symbols[last[1]] as number))
    last[1]++;
  return segments;
}

/** What one record has and most have not counts less than what it lacks: parts of records are optional. */
const extraCost = 0.3;

/** For each record, how much the kinds in it are those that most records have, 0 to 1. */
export function regularities(symbols: readonly number[], segments: Segments): number[] {
  const sets = segments.map(
    ([from, to]) => new Set(symbols.slice(from, to).filter((symbol) => symbol !== 0)),
  );
  const usual = new Set(
    [...groupsWith(sets)].filter(([, count]) => count * 2 >= segments.length).map(([symbol]) => symbol),
  );
  return sets.map((set) => {
    let both = 0;
    for (const symbol of set) if (usual.has(symbol)) both++;
    const all = usual.size + (set.size - both) * extraCost;
    return all === 0 ? 0 : both / all;
  });
}
