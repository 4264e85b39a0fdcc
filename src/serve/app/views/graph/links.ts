/** Links between the things that are shown: those of all pages behind them, counted. */

/** Source, target and count, the strongest first. */
export type ShownLinks = readonly (readonly [source: number, target: number, count: number])[];

/** Links that are drawn while nothing is chosen: more are a cloud. */
export const mostDrawn = 160;

/** The strongest links between things that are shown, both directions as one; `shown` says what stands for a page. */
export function shownLinks(links: Int32Array, shown: Int32Array): ShownLinks {
  const counts = new Map<number, number>();
  const size = 2 ** 26;
  for (let at = 0; at < links.length; at += 3) {
    const one = shown[links[at] as number] as number;
    const other = shown[links[at + 1] as number] as number;
    if (one === other) continue;
    const key = Math.min(one, other) * size + Math.max(one, other);
    counts.set(key, (counts.get(key) ?? 0) + (links[at + 2] as number));
  }
  return strongest(counts).map(([key, count]) => [Math.floor(key / size), key % size, count] as const);
}

/** The pairs with the highest counts. Hundreds of thousands are not sorted for the sake of so few. */
function strongest(counts: ReadonlyMap<number, number>): readonly (readonly [number, number])[] {
  const highest = 256;
  const having = new Int32Array(highest + 1);
  const rank = (count: number) => Math.min(count, highest);
  for (const count of counts.values()) having[rank(count)] = (having[rank(count)] as number) + 1;
  let least = highest;
  for (let sum = having[least] as number; least > 1 && sum < mostDrawn; ) sum += having[--least] as number;
  const found: (readonly [number, number])[] = [];
  let ties = 0;
  for (const [key, count] of counts) {
    if (rank(count) < least) continue;
    // Of those that just reach, the first ones will do: there may be as many as there are links.
    if (rank(count) === least && least < highest && ties++ >= mostDrawn) continue;
    found.push([key, count]);
  }
  return found.sort(([one, a], [other, b]) => b - a || one - other).slice(0, mostDrawn);
}

/** What leads to a thing and from it. */
export interface Neighbours {
  readonly into: ShownLinks;
  readonly from: ShownLinks;
}

/** Links of one thing to all others that are shown. */
export function neighboursOf(links: Int32Array, shown: Int32Array, item: number): Neighbours {
  const [into, from] = [new Map<number, number>(), new Map<number, number>()];
  for (let at = 0; at < links.length; at += 3) {
    const source = shown[links[at] as number] as number;
    const target = shown[links[at + 1] as number] as number;
    if (source === target || (source !== item && target !== item)) continue;
    const [map, other] = source === item ? [from, target] : [into, source];
    map.set(other, (map.get(other) ?? 0) + (links[at + 2] as number));
  }
  const sorted = (map: Map<number, number>) => [...map].sort(([one, a], [other, b]) => b - a || one - other);
  return {
    into: sorted(into).map(([other, count]) => [other, item, count] as const),
    from: sorted(from).map(([other, count]) => [item, other, count] as const),
  };
}
