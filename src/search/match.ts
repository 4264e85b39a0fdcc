import type { SearchTerm } from '../model/search.ts';
import { amount, rarity, type TermScope, type TextLengths, worth } from './bm25.ts';
import { columns, ListCursor, type SegmentPages, type TokenList } from './segment.ts';

/** A segment with the lists of all tokens that are asked for. */
export interface ReadSegment {
  readonly pages: SegmentPages;
  /** Whether the page at a place counts. */
  readonly isLive: Uint8Array;
  readonly lists: ReadonlyMap<string, TokenList>;
}

/** Pages of one segment that match, by their places in it, in order; and how well. */
export interface Matches {
  readonly places: readonly number[];
  readonly scores: readonly number[];
}

/** Weight of an optional part of a question beside a required one. */
const besides = 0.5;

const none: Matches = { places: [], scores: [] };

/** Finds what matches terms in all segments of an index, and how well. */
export class Matcher {
  readonly #segments: readonly ReadSegment[];
  readonly #all: number;
  readonly #means: TextLengths;

  constructor(segments: readonly ReadSegment[]) {
    this.#segments = segments;
    const sums: [number, number, number] = [0, 0, 0];
    let all = 0;
    for (const { pages, isLive } of segments)
      for (let at = 0; at < pages.count; at++) {
        if (isLive[at] === 0) continue;
        all++;
        sums[0] += pages.lengths[0][at] as number;
        sums[1] += pages.lengths[1][at] as number;
        sums[2] += pages.lengths[2][at] as number;
      }
    this.#all = all;
    this.#means = sums.map((sum) => sum / Math.max(1, all)) as [number, number, number];
  }

  /** Pages that have all terms, or one of them, segment by segment. */
  of(term: SearchTerm): readonly Matches[] {
    if (term.kind !== 'term') return this.#joined(term.kind, term.terms);
    const { column, tokens, prefix, word } = term;
    const found = this.#leaf(tokens, prefix, column);
    if (word === null || column !== 'any') return found;
    return united([found, this.#leaf([word], false, 'words')]);
  }

  #joined(kind: 'all' | 'any', terms: readonly SearchTerm[]): readonly Matches[] {
    const all = terms.map((each) => this.of(each));
    return kind === 'all' ? common(all) : united(all);
  }

  #leaf(tokens: readonly string[], prefix: boolean, scope: TermScope): readonly Matches[] {
    const found = this.#segments.map((segment) => {
      const [token = ''] = tokens;
      if (tokens.length > 1) return this.#phrase(segment, tokens, scope);
      return prefix ? this.#beginning(segment, token, scope) : this.#token(segment, token, scope);
    });
    const pages = found.reduce((sum, { places }) => sum + places.length, 0);
    const rare = rarity(pages, this.#all);
    return found.map(({ places, scores }) => ({ places, scores: scores.map((much) => worth(much, rare)) }));
  }

  #token(segment: ReadSegment, token: string, scope: TermScope): Matches {
    const list = segment.lists.get(token);
    if (!list) return none;
    const found = new Gathered(segment, scope, this.#means);
    const cursor = new ListCursor(list);
    while (cursor.next()) found.add(cursor.page, cursor.times);
    return found;
  }

  /** All tokens that begin so count as one. */
  #beginning(segment: ReadSegment, start: string, scope: TermScope): Matches {
    const lists = [...segment.lists.values()].filter(({ token }) => token.startsWith(start));
    const counts = new Map<number, Int32Array>();
    for (const list of lists) {
      const cursor = new ListCursor(list);
      while (cursor.next()) {
        const known = counts.get(cursor.page);
        if (!known) counts.set(cursor.page, cursor.times.slice());
        else
          for (let column = 0; column < columns.length; column++)
            known[column] = (known[column] as number) + (cursor.times[column] as number);
      }
    }
    const found = new Gathered(segment, scope, this.#means);
    for (const page of [...counts.keys()].sort((one, other) => one - other))
      found.add(page, counts.get(page) as Int32Array);
    return found;
  }

  /** Pages that have the tokens one behind the other in one of their parts. */
  #phrase(segment: ReadSegment, tokens: readonly string[], scope: TermScope): Matches {
    const lists = tokens.map((token) => segment.lists.get(token));
    if (!lists.every((list) => list !== undefined)) return none;
    const cursors = lists.map((list) => new ListCursor(list));
    const found = new Gathered(segment, scope, this.#means);
    const [first, ...others] = cursors as [ListCursor, ...ListCursor[]];
    const nextCommon = (): boolean => {
      let page = first.page;
      for (let at = 0; at < others.length; ) {
        const other = others[at] as ListCursor;
        if (!other.to(page)) return false;
        if (other.page === page) at++;
        else {
          if (!first.to(other.page)) return false;
          page = first.page;
          at = 0;
        }
      }
      return true;
    };
    while (first.next() && nextCommon()) {
      const times = sequences(cursors);
      if (times.some((count) => count > 0)) found.add(first.page, times);
    }
    return found;
  }
}

/** How often tokens stand one behind the other, by parts of a page. */
function sequences(cursors: readonly ListCursor[]): readonly number[] {
  const may = columns.map((_, column) => cursors.every(({ times }) => (times[column] as number) > 0));
  if (!may.includes(true)) return [];
  const [first, ...others] = cursors.map((cursor) => cursor.places()) as [
    readonly (readonly number[])[],
    ...(readonly (readonly number[])[])[],
  ];
  return first.map((places, column) => {
    if (!may[column]) return 0;
    const behind = others.map((all) => new Set(all[column]));
    return places.filter((place) => behind.every((set, nth) => set.has(place + nth + 1))).length;
  });
}

/** Pages with how much of a term they have. */
class Gathered implements Matches {
  readonly places: number[] = [];
  readonly scores: number[] = [];
  readonly #segment: ReadSegment;
  readonly #scope: TermScope;
  readonly #means: TextLengths;

  constructor(segment: ReadSegment, scope: TermScope, means: TextLengths) {
    this.#segment = segment;
    this.#scope = scope;
    this.#means = means;
  }

  add(place: number, times: ArrayLike<number>): void {
    const { isLive, pages } = this.#segment;
    if (isLive[place] === 0) return;
    const much = amount(this.#scope, times, pages.lengths, place, this.#means);
    if (much <= 0) return;
    this.places.push(place);
    this.scores.push(much);
  }
}

/** What all have, the scores added. */
export function common(all: readonly (readonly Matches[])[]): readonly Matches[] {
  return bySegment(all, (ways) =>
    ways.reduce((one, other) => {
      const both = { places: [] as number[], scores: [] as number[] };
      for (let [at, to] = [0, 0]; at < one.places.length && to < other.places.length; ) {
        const [left, right] = [one.places[at] as number, other.places[to] as number];
        if (left === right) {
          both.places.push(left);
          both.scores.push((one.scores[at] as number) + (other.scores[to] as number));
        }
        if (left <= right) at++;
        if (right <= left) to++;
      }
      return both;
    }),
  );
}

/** What the first has, with what the others add to it. */
export function raised(all: readonly (readonly Matches[])[]): readonly Matches[] {
  return bySegment(all, ([first = none, ...others]) => {
    const more = united(others.map((one) => [one]))[0] ?? none;
    const added = new Map(more.places.map((place, at) => [place, besides * (more.scores[at] as number)]));
    return {
      places: first.places,
      scores: first.places.map((place, at) => (first.scores[at] as number) + (added.get(place) ?? 0)),
    };
  });
}

/** What one of them has, the scores added. */
export function united(all: readonly (readonly Matches[])[]): readonly Matches[] {
  return bySegment(all, (ways) => {
    if (ways.length === 1) return ways[0] as Matches;
    const scores = new Map<number, number>();
    for (const way of ways)
      for (const [at, place] of way.places.entries())
        scores.set(place, (scores.get(place) ?? 0) + (way.scores[at] as number));
    const places = [...scores.keys()].sort((one, other) => one - other);
    return { places, scores: places.map((place) => scores.get(place) as number) };
  });
}

function bySegment(
  all: readonly (readonly Matches[])[],
  join: (ways: readonly Matches[]) => Matches,
): readonly Matches[] {
  return (all[0] ?? []).map((_, segment) => join(all.map((way) => way[segment] as Matches)));
}
