/**
 * Where clusters and pages stand: circles within circles, so that opening a cluster moves nothing. Within each circle,
 * what is linked stands close (forces between all pairs, which are few: clusters.ts keeps it so). Pure, and the same
 * each time; it runs in a worker.
 */

/** What is laid out. Items are clusters, then pages; `parents` is the cluster of each, -1 for the first. */
export interface LaidOut {
  readonly parents: Int32Array;
  readonly clusters: number;
  /** Links between clusters below one parent, counted. */
  readonly links: readonly (readonly [source: number, target: number, count: number])[];
}

/** Middle and radius of each item. */
export interface MapPlaces {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly r: Float32Array;
}

/** Radius of a page; all else follows from it. */
const pageRadius = 1;
/** Space between circles, and between them and the ring around them, as a share of the radius of a page. */
const gap = 0.9;
/** Steps in which things find their places: more change little (looked at with 20 and with 80 things). */
const rounds = 40;

/** Lays a tree out. */
export function layoutTree({ parents, clusters, links }: LaidOut): MapPlaces {
  const count = parents.length;
  const places = { x: new Float32Array(count), y: new Float32Array(count), r: new Float32Array(count) };
  places.r.fill(pageRadius, clusters);
  const children: number[][] = Array.from({ length: clusters }, () => []);
  for (let item = 1; item < count; item++) children[parents[item] as number]?.push(item);
  const ties = tiesBelow(parents, links);
  // Parents come before their children: from the last one on, every child has its size.
  for (let cluster = clusters - 1; cluster >= 0; cluster--)
    places.r[cluster] = arrange(children[cluster] as number[], ties.get(cluster) ?? new Map(), places);
  for (let item = 1; item < count; item++) {
    const parent = parents[item] as number;
    if (item >= clusters) continue;
    places.x[item] = (places.x[item] as number) + (places.x[parent] as number);
    places.y[item] = (places.y[item] as number) + (places.y[parent] as number);
  }
  for (let item = clusters; item < count; item++) {
    const parent = parents[item] as number;
    places.x[item] = (places.x[item] as number) + (places.x[parent] as number);
    places.y[item] = (places.y[item] as number) + (places.y[parent] as number);
  }
  return places;
}

type Ties = Map<number, number>;
/** Things that a key of two numbers can tell apart. */
const pairKey = 1 << 24;

/** Links by the cluster that they are in, both directions as one. */
function tiesBelow(parents: Int32Array, links: LaidOut['links']): ReadonlyMap<number, Ties> {
  const found = new Map<number, Ties>();
  for (const [one, other, count] of links) {
    const parent = parents[one] as number;
    const ties = found.get(parent) ?? new Map<number, number>();
    found.set(parent, ties);
    const key = Math.min(one, other) * pairKey + Math.max(one, other);
    ties.set(key, (ties.get(key) ?? 0) + count);
  }
  return found;
}

/** Arranges the children of one cluster around its middle; gives the radius of the ring around them. */
function arrange(items: readonly number[], ties: Ties, places: MapPlaces): number {
  const { x, y, r } = places;
  const count = items.length;
  if (count === 0) return pageRadius;
  const order = items.toSorted((one, other) => (r[other] as number) - (r[one] as number) || one - other);
  spiral(order, places);
  const at = new Map(order.map((item, nth) => [item, nth]));
  const pairs = [...ties].map(([key, times]) => ({
    one: at.get(Math.floor(key / pairKey)) as number,
    other: at.get(key % pairKey) as number,
    pull: Math.log2(1 + times),
  }));
  const strongest = pairs.reduce((most, { pull }) => Math.max(most, pull), 1);
  // Pages, and what has no links, need no more than to lie close and beside each other.
  const own = pairs.length === 0 ? 6 : rounds;
  for (let round = 0; round < own; round++) {
    const warmth = 0.2 * (1 - round / own);
    for (const { one, other, pull } of pairs) {
      const [a, b] = [order[one] as number, order[other] as number];
      const [dx, dy] = [(x[b] as number) - (x[a] as number), (y[b] as number) - (y[a] as number)];
      const share = (warmth * pull) / strongest;
      x[a] = (x[a] as number) + dx * share;
      y[a] = (y[a] as number) + dy * share;
      x[b] = (x[b] as number) - dx * share;
      y[b] = (y[b] as number) - dy * share;
    }
    for (const item of order) {
      x[item] = (x[item] as number) * 0.97;
      y[item] = (y[item] as number) * 0.97;
    }
    part(order, places);
  }
  for (let round = 0; round < 40; round++) if (!part(order, places)) break;
  return centred(order, places);
}

/** A beginning in which nothing lies on anything: the largest in the middle, the others around it. */
function spiral(order: readonly number[], { x, y, r }: MapPlaces): void {
  let area = 0;
  for (const [nth, item] of order.entries()) {
    const own = r[item] as number;
    const distance = nth === 0 ? 0 : Math.sqrt(area) * 1.1 + own * 0.6;
    area += (own + gap) ** 2;
    // The golden angle: no two in one direction.
    const angle = nth * 2.399963229728653;
    x[item] = Math.cos(angle) * distance;
    y[item] = Math.sin(angle) * distance;
  }
}

/** Moves apart what overlaps; gives whether anything did. */
function part(order: readonly number[], { x, y, r }: MapPlaces): boolean {
  let moved = false;
  for (let one = 0; one < order.length; one++) {
    const a = order[one] as number;
    for (let other = one + 1; other < order.length; other++) {
      const b = order[other] as number;
      const dx = (x[b] as number) - (x[a] as number);
      const dy = (y[b] as number) - (y[a] as number);
      const [ra, rb] = [r[a] as number, r[b] as number];
      const least = ra + rb + gap;
      const square = dx * dx + dy * dy;
      if (square >= least * least - 1e-4) continue;
      moved = true;
      const distance = Math.sqrt(square) || 1e-3;
      const push = (least - distance) / distance;
      // The larger one moves less.
      const share = (rb * rb) / (ra * ra + rb * rb);
      x[a] = (x[a] as number) - dx * push * share;
      y[a] = (y[a] as number) - dy * push * share;
      x[b] = (x[b] as number) + dx * push * (1 - share);
      y[b] = (y[b] as number) + dy * push * (1 - share);
    }
  }
  return moved;
}

/** Puts the middle of all where the middle of the ring is; gives the ring's radius. */
function centred(order: readonly number[], { x, y, r }: MapPlaces): number {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const item of order) {
    left = Math.min(left, (x[item] as number) - (r[item] as number));
    right = Math.max(right, (x[item] as number) + (r[item] as number));
    top = Math.min(top, (y[item] as number) - (r[item] as number));
    bottom = Math.max(bottom, (y[item] as number) + (r[item] as number));
  }
  let radius = 0;
  for (const item of order) {
    x[item] = (x[item] as number) - (left + right) / 2;
    y[item] = (y[item] as number) - (top + bottom) / 2;
    radius = Math.max(radius, Math.hypot(x[item] as number, y[item] as number) + (r[item] as number));
  }
  return radius + gap;
}
