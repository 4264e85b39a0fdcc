/** Siblings that one record has at most. */
const longestRecord = 16;

/** A way to see siblings as records: where each begins and ends among them. */
export interface Segmentation {
  readonly segments: readonly (readonly [from: number, to: number])[];
  /** How much alike the records are in what they consist of, 0 to 1. */
  readonly regularity: number;
}

/** Every way in which siblings, given by their kinds, fall into records that begin with one kind. */
export function segmentations(symbols: readonly number[]): Segmentation[] {
  const places = new Map<number, number[]>();
  for (const [at, symbol] of symbols.entries()) {
    const list = places.get(symbol);
    if (list) list.push(at);
    else places.set(symbol, [at]);
  }
  const found: Segmentation[] = [];
  for (const starts of places.values()) {
    if (starts.length < 2) continue;
    for (const group of regions(starts)) {
      if (group.length >= 2) found.push(segmented(symbols, group));
    }
  }
  return found;
}

/** Where records lie too far apart, one list ends and another begins. */
function regions(starts: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const start of starts) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last !== undefined && start - last <= longestRecord) group.push(start);
    else groups.push([start]);
  }
  return groups;
}

function segmented(symbols: readonly number[], starts: readonly number[]): Segmentation {
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
  return { segments, regularity: regularityOf(symbols, segments) };
}

/** Mean overlap of the kinds in each record with the kinds that most records have. */
function regularityOf(symbols: readonly number[], segments: readonly (readonly [number, number])[]): number {
  const counts = new Map<number, number>();
  const sets = segments.map(([from, to]) => new Set(symbols.slice(from, to)));
  for (const set of sets) for (const symbol of set) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  const usual = new Set(
    [...counts].filter(([, count]) => count * 2 >= segments.length).map(([symbol]) => symbol),
  );
  let sum = 0;
  for (const set of sets) {
    let both = 0;
    for (const symbol of set) if (usual.has(symbol)) both++;
    sum += both / (set.size + usual.size - both);
  }
  return sum / segments.length;
}
