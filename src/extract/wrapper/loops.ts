import type { PageNode } from '../types.ts';
import type { Sequence } from './scope.ts';
import type { SpelledSiblings } from './sibling-kinds.ts';

/** Siblings that one item of a list has at most. */
export const longestItem = 12;

/** A list as it shows at one level, by the makes of siblings: what its items begin with and what they consist of. */
export interface Loop {
  readonly starts: ReadonlySet<number>;
  readonly body: ReadonlySet<number>;
}

/** Bits to tell of one sibling that is in no list. */
const nodeBits = 12;

/** Bits by which items that begin with one make of siblings must be simpler than those that begin with any of a kind. */
const [makeBits, makeShare] = [4, 0.15];

interface Level {
  readonly lines: readonly SpelledSiblings[];
  readonly sequences: readonly Sequence[];
  /** Kind of each make. */
  readonly kindOf: ReadonlyMap<number, number>;
  readonly symbolBits: number;
}

interface Found {
  readonly loop: Loop;
  readonly gain: number;
}

/** Loops by how much they explain; one make of siblings belongs to one loop. */
export function loopsIn(lines: readonly SpelledSiblings[], sequences: readonly Sequence[]): Loop[] {
  const kindOf = new Map<number, number>();
  for (const { kinds, makes } of lines)
    for (const [at, make] of makes.entries()) kindOf.set(make, kinds[at] as number);
  const level: Level = { lines, sequences, kindOf, symbolBits: Math.log2(kindOf.size + 1) };
  const loops: Loop[] = [];
  const taken = new Set<number>();
  for (;;) {
    let best: Found | null = null;
    for (const starts of startsOf(level, taken)) {
      const found = loopFrom(starts, level, taken);
      if (found && (best === null || found.gain > best.gain)) best = found;
    }
    if (!best) return loops;
    loops.push(best.loop);
    for (const make of best.loop.body) taken.add(make);
  }
}

/** What items may begin with: any sibling of a kind that repeats, or those of one make. */
function startsOf({ lines, kindOf }: Level, taken: ReadonlySet<number>): ReadonlySet<number>[] {
  const again = new Set<number>();
  const kinds = new Map<number, Set<number>>();
  for (const { kinds: line, makes } of lines) {
    const [seen, seenKinds] = [new Set<number>(), new Set<number>()];
    for (const [at, make] of makes.entries()) {
      const kind = line[at] as number;
      if (kind < 0 || taken.has(make)) continue;
      if (seen.has(make)) again.add(make);
      if (seenKinds.has(kind) && !kinds.has(kind)) kinds.set(kind, new Set());
      seen.add(make);
      seenKinds.add(kind);
    }
  }
  for (const [make, kind] of kindOf) if (!taken.has(make)) kinds.get(kind)?.add(make);
  const alone = [...again].filter((make) => (kinds.get(kindOf.get(make) as number)?.size ?? 0) > 1);
  return [...kinds.values(), ...alone.map((make) => new Set([make]))];
}

/** Items of a few siblings that every page has equally often may as well be cells of one row. */
const tuple = 3;

/** Share of the places that must look the same in all sequences, and not like each other, in a row of cells. */
const tupleShare = 0.6;

/** Whether nodes at the same place are alike in all sequences, and nodes at different places are not. */
function isTuple(starts: ReadonlySet<number>, { lines, sequences }: Level): boolean {
  const rows = lines.map(({ makes }, at) =>
    makes.flatMap((make, place) => (starts.has(make) ? [outline(sequences[at]?.nodes[place])] : [])),
  );
  const [first = []] = rows;
  const uniform = first.filter((shape, place) => rows.every((row) => row[place] === shape));
  return uniform.length >= first.length * tupleShare && new Set(uniform).size > 1;
}

/** How many nodes there are below, which differs where contents differ. */
function outline(node: PageNode | undefined): number {
  return node === undefined ? 0 : node.end - node.index;
}

function loopFrom(starts: ReadonlySet<number>, level: Level, taken: ReadonlySet<number>): Found | null {
  const { lines, sequences } = level;
  const counts = lines.map(({ makes }) => makes.reduce((sum, make) => sum + (starts.has(make) ? 1 : 0), 0));
  const most = Math.max(...counts);
  const varying = counts.some((count) => count !== most);
  const structured = lines.some(({ makes }, at) =>
    makes.some((make, place) => starts.has(make) && outline(sequences[at]?.nodes[place]) > 3),
  );
  if (!varying && (most <= tuple || (!structured && sequences.length > 1))) return null;
  if (!varying && sequences.length > 1 && isTuple(starts, level)) return null;
  const segments = segmentsOf(starts, level, taken);
  if (segments.length === 0) return null;
  const body = bodyOf(starts, segments, level);
  const regular = segments.filter((segment) => segment.every((make) => body.has(make)));
  if (regular.length * 2 < segments.length) return null;
  return { loop: { starts, body }, gain: gainOf(starts, body, regular, level) };
}

/** What stands from one start to the next; where the last item ends is not known. */
function segmentsOf(
  starts: ReadonlySet<number>,
  { lines }: Level,
  taken: ReadonlySet<number>,
): readonly (readonly number[])[] {
  const segments: number[][] = [];
  for (const { kinds, makes } of lines) {
    let from = -1;
    let free = true;
    for (const [at, make] of makes.entries()) {
      if (starts.has(make)) {
        if (from >= 0 && free && at - from <= longestItem) segments.push(makes.slice(from, at));
        [from, free] = [at, true];
      } else if ((kinds[at] as number) < 0 || taken.has(make)) free = false;
    }
  }
  return segments;
}

/** What a third of the items have belongs to items: of other kinds every make, of the kind that they begin with each by itself. */
function bodyOf(
  starts: ReadonlySet<number>,
  segments: readonly (readonly number[])[],
  { kindOf }: Level,
): ReadonlySet<number> {
  const own = new Set([...starts].map((make) => kindOf.get(make)));
  const after = new Map<string, number>();
  const keyOf = (make: number) => (own.has(kindOf.get(make)) ? `make ${make}` : `kind ${kindOf.get(make)}`);
  for (const segment of segments)
    for (const key of new Set(segment.map(keyOf))) after.set(key, (after.get(key) ?? 0) + 1);
  const body = new Set(starts);
  for (const make of kindOf.keys()) if ((after.get(keyOf(make)) ?? 0) * 3 >= segments.length) body.add(make);
  return body;
}

/**
 * Bits that a list saves: its siblings need not be told one by one, but which of the forms of items comes next, and
 * the forms. Of all ways to cut a list into items the one that makes most of them alike saves most.
 */
function gainOf(
  starts: ReadonlySet<number>,
  body: ReadonlySet<number>,
  regular: readonly (readonly number[])[],
  { lines, kindOf, symbolBits }: Level,
): number {
  const longest = Math.max(...regular.map(({ length }) => length));
  const all = [...regular, ...lines.flatMap(({ makes }) => lastOf(starts, body, makes, longest))];
  const forms = new Map<string, { count: number; length: number }>();
  let covered = 0;
  for (const segment of all) {
    const key = segment.join(' ');
    const form = forms.get(key);
    if (form) form.count++;
    else forms.set(key, { count: 1, length: segment.length });
    covered += segment.length;
  }
  let told = 0;
  for (const { count, length } of forms.values())
    told += count * Math.log2(all.length / count) + (length + 1) * symbolBits;
  const [first] = starts;
  const single =
    starts.size === 1 && [...kindOf.values()].filter((kind) => kind === kindOf.get(first ?? 0)).length > 1;
  return covered * nodeBits - told - (single ? makeBits + makeShare * covered : 0);
}

/** The last item of a line, as far as it is like the others. */
function lastOf(
  starts: ReadonlySet<number>,
  body: ReadonlySet<number>,
  makes: readonly number[],
  longest: number,
): readonly (readonly number[])[] {
  const from = makes.findLastIndex((make) => starts.has(make));
  if (from < 0) return [];
  let to = from + 1;
  while (to < makes.length && to - from < longest && body.has(makes[to] as number)) to++;
  return [makes.slice(from, to)];
}
