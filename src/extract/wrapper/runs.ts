import type { PageNode } from '../types.ts';
import { type Features, namesOf } from './features.ts';
import { LikenessDraft, sameShape } from './likeness.ts';
import type { Scope, Sequence } from './scope.ts';

/** What is aligned: a node, or the items of a list, each one or more siblings. */
export type Unit =
  | { readonly kind: 'node'; readonly node: PageNode }
  | { readonly kind: 'run'; readonly items: readonly (readonly PageNode[])[] };

/** Siblings that one item of a list has at most. */
const longestItem = 12;

/** Kinds of siblings that are told apart at one level. */
const maxKinds = 60;

/** Share of siblings of one kind whose labels say what they are, from which they are no list. */
const labelledShare = 0.3;

export interface Kind {
  readonly draft: LikenessDraft;
  readonly id: number;
  total: number;
  labelled: number;
}

/** Finds the lists among the siblings of all sequences and collapses each into one unit. */
export function collapse(scope: Scope, sequences: readonly Sequence[]): Unit[][] {
  if (sequences.every(({ nodes }) => nodes.length < 2)) return sequences.map(asNodes);
  const kinds = new Kinds(scope);
  const spelled = sequences.map((sequence) => kinds.spell(sequence));
  const symbols = sequences.map((sequence, at) => kinds.symbols(sequence, spelled[at] as Kind[]));
  const loops = loopsIn(symbols, sequences);
  if (loops.length === 0) return sequences.map(asNodes);
  return sequences.map((sequence, at) => cut(sequence.nodes, symbols[at] as number[], loops));
}

function asNodes({ nodes }: Sequence): Unit[] {
  return nodes.map((node) => ({ kind: 'node', node }));
}

/** Sorts siblings into kinds by what is in them, whatever they say. */
export class Kinds {
  readonly #scope: Scope;
  readonly #share: number;
  readonly #kinds = new Map<string, Kind[]>();
  #count = 0;

  constructor(scope: Scope, share = 0.5) {
    this.#scope = scope;
    this.#share = share;
  }

  spell({ nodes, peer }: Sequence): Kind[] {
    const features = this.#scope.features[peer] as Features;
    const labels = labelsOf(nodes, features);
    return nodes.map((node, at) => {
      const kind = this.#kindOf(node, features);
      kind.draft.add(features, node);
      kind.total++;
      if (labels[at] !== 0) kind.labelled++;
      return kind;
    });
  }

  /** Kinds as numbers; of siblings that are told apart by labels each label is a kind of its own. */
  symbols({ nodes, peer }: Sequence, kinds: readonly Kind[]): number[] {
    const labels = labelsOf(nodes, this.#scope.features[peer] as Features);
    return nodes.map((_, at) => {
      const kind = kinds[at] as Kind;
      const label = labels[at] as number;
      return label !== 0 && kind.labelled >= kind.total * labelledShare ? -label : kind.id;
    });
  }

  #kindOf(node: PageNode, features: Features): Kind {
    const key = `${node.tag} ${namesOf(node)[0] ?? ''}`;
    let list = this.#kinds.get(key);
    if (!list) {
      list = [];
      this.#kinds.set(key, list);
    }
    for (const kind of list) if (sameShape(kind.draft.likeness, features, node, this.#share)) return kind;
    if (this.#count >= maxKinds && list[0]) return list[0];
    const kind: Kind = {
      draft: new LikenessDraft(node.tag),
      id: ++this.#count,
      total: 0,
      labelled: 0,
    };
    list.push(kind);
    return kind;
  }
}

/** What tells siblings apart: a label of their own, or the one before them; what several of them have does not. */
function labelsOf(nodes: readonly PageNode[], { labels, context, base }: Features): number[] {
  const own = nodes.map(({ index }) => labels[index - base]?.[0] ?? 0);
  const counts = new Map<number, number>();
  for (const label of own) counts.set(label, (counts.get(label) ?? 0) + 1);
  return own.map((label, at) => {
    if (label !== 0) return counts.get(label) === 1 ? 2 * label : 0;
    const before = context[(nodes[at] as PageNode).index - base] as number;
    return before !== 0 && (counts.get(before) ?? 1) === 1 ? 2 * before + 1 : 0;
  });
}

/** A list as it shows at one level: items begin with one kind and consist of some. */
interface Loop {
  readonly start: number;
  readonly body: ReadonlySet<number>;
}

/** Loops by how much they explain; one kind of sibling belongs to one loop. */
function loopsIn(symbols: readonly (readonly number[])[], sequences: readonly Sequence[]): Loop[] {
  const loops: Loop[] = [];
  const taken = new Set<number>();
  for (;;) {
    let best: { loop: Loop; gain: number } | null = null;
    for (const start of startsOf(symbols, taken)) {
      const found = loopFrom(start, symbols, sequences, taken);
      if (found && found.gain > (best?.gain ?? 0)) best = found;
    }
    if (!best) return loops;
    loops.push(best.loop);
    for (const symbol of best.loop.body) taken.add(symbol);
  }
}

function startsOf(symbols: readonly (readonly number[])[], taken: ReadonlySet<number>): Set<number> {
  const starts = new Set<number>();
  for (const line of symbols) {
    const seen = new Set<number>();
    for (const symbol of line) {
      if (symbol > 0 && !taken.has(symbol) && seen.has(symbol)) starts.add(symbol);
      seen.add(symbol);
    }
  }
  return starts;
}

/** Items of a few siblings that every page has equally often may as well be cells of one row. */
const tuple = 3;

/** Share of the places that must look the same in all sequences, and not like each other, in a row of cells. */
const tupleShare = 0.6;

/** Whether what stands in one place is alike in all sequences, and what stands in different places is not. */
function isTuple(
  start: number,
  symbols: readonly (readonly number[])[],
  sequences: readonly Sequence[],
): boolean {
  const rows = symbols.map((line, at) =>
    line.flatMap((symbol, place) => (symbol === start ? [outline(sequences[at]?.nodes[place])] : [])),
  );
  const [first = []] = rows;
  const uniform = first.filter((shape, place) => rows.every((row) => row[place] === shape));
  return uniform.length >= first.length * tupleShare && new Set(uniform).size > 1;
}

/** How many nodes there are below, which differs where contents differ. */
function outline(node: PageNode | undefined): number {
  return node === undefined ? 0 : node.end - node.index;
}

function loopFrom(
  start: number,
  symbols: readonly (readonly number[])[],
  sequences: readonly Sequence[],
  taken: ReadonlySet<number>,
): { loop: Loop; gain: number } | null {
  const segments: number[][] = [];
  const counts: number[] = [];
  const after = new Map<number, number>();
  for (const line of symbols) {
    const places = line.flatMap((symbol, at) => (symbol === start ? [at] : []));
    counts.push(places.length);
    for (const [at, place] of places.entries()) {
      const next = places[at + 1] ?? null;
      if (next === null) continue;
      const segment = line.slice(place, next);
      if (segment.length > longestItem || segment.some((symbol) => symbol < 0 || taken.has(symbol))) continue;
      segments.push(segment);
      for (const symbol of new Set(segment)) after.set(symbol, (after.get(symbol) ?? 0) + 1);
    }
  }
  if (segments.length === 0) return null;
  const most = Math.max(...counts);
  const varying = counts.some((count) => count !== most);
  const structured = symbols.some((line, at) =>
    line.some((symbol, place) => {
      const node = sequences[at]?.nodes[place];
      return symbol === start && node !== undefined && node.end - node.index > 3;
    }),
  );
  if (!varying && (most <= tuple || (!structured && sequences.length > 1))) return null;
  if (!varying && sequences.length > 1 && isTuple(start, symbols, sequences)) return null;
  const body = new Set([
    start,
    ...[...after].filter(([, count]) => count * 3 >= segments.length).map(([symbol]) => symbol),
  ]);
  const regular = segments.filter((segment) => segment.every((symbol) => body.has(symbol)));
  if (regular.length * 2 < segments.length) return null;
  // Of all ways to cut a list into items, the one that makes most of them alike is the right one.
  const forms = Map.groupBy(segments, (segment) => segment.join(' '));
  const alike = Math.max(...[...forms.values()].map(({ length }) => length)) / segments.length;
  const covered = regular.reduce((sum, segment) => sum + segment.length, 0);
  const items = counts.reduce((sum, count) => sum + count, 0);
  return { loop: { start, body }, gain: (covered / regular.length) * items * (0.2 + alike) };
}

/** Cuts siblings into units: what belongs to loops becomes items. */
function cut(nodes: readonly PageNode[], symbols: readonly number[], loops: readonly Loop[]): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < nodes.length; ) {
    const loop = loops.find(({ start }) => start === symbols[at]);
    if (!loop) {
      units.push({ kind: 'node', node: nodes[at] as PageNode });
      at++;
      continue;
    }
    const items: PageNode[][] = [];
    while (at < nodes.length && symbols[at] === loop.start) {
      const item = [nodes[at] as PageNode];
      at++;
      while (
        at < nodes.length &&
        item.length < longestItem &&
        symbols[at] !== loop.start &&
        loop.body.has(symbols[at] as number)
      ) {
        item.push(nodes[at] as PageNode);
        at++;
      }
      items.push(item);
    }
    units.push({ kind: 'run', items });
  }
  return units;
}
