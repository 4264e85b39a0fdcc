import type {
  ListAnswer,
  ListQuestion,
  PageMatch,
  RecordMatch,
  SearchIndex,
  SearchQuery,
} from '../model/search.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { common, Matcher, type Matches, type ReadSegment, raised, united } from './match.ts';
import { leaves } from './query.ts';
import { listsOf, nameTest, type SegmentPages, segmentPages, type TokenList, tokenKey } from './segment.ts';

/** What can be asked for lists: the index of a store, or the files of a mirror's search page. */
export type ListIndex = Pick<SearchIndex, 'lists'>;

/** Pages that a question is about, and how well they match. */
export async function pageMatches(index: ListIndex, query: SearchQuery): Promise<readonly PageMatch[]> {
  const answer = await index.lists(listQuestion('pages', query));
  const inlinks = answer.inlinks ? readOnce(readInlinks, answer.inlinks, inlinkCounts) : [];
  return [...matching(answer, query)].map(({ segment: { pages }, place, score }) => {
    const number = pages.numbers[place] as number;
    const [group, depth] = [pages.groups[place] as number, pages.depths[place] as number];
    return { number, group, depth, score, inlinks: inlinks[number] ?? 0 };
  });
}

/** Records that a question is about, the best first; where two are as good, in their order. */
export async function recordMatches(index: ListIndex, query: SearchQuery): Promise<readonly RecordMatch[]> {
  const answer = await index.lists(listQuestion('records', query));
  return [...matching(answer, query)]
    .map(({ segment, place, score }) => ({ id: segment.pages.numbers[place] as number, score }))
    .sort((one, other) => other.score - one.score || one.id - other.id);
}

/** Tokens of a question, and beginnings of tokens. */
function tokensOf({ all, none, also }: SearchQuery): { tokens: Set<string>; starts: Set<string> } {
  const [tokens, starts] = [new Set<string>(), new Set<string>()];
  for (const term of [...all, ...none, ...also].flatMap(leaves)) {
    const isStart = term.prefix && term.tokens.length === 1;
    for (const token of term.tokens) (isStart ? starts : tokens).add(token);
    if (term.word !== null && term.column === 'any') tokens.add(term.word);
  }
  return { tokens, starts };
}

function listQuestion(of: ListQuestion['of'], query: SearchQuery): ListQuestion {
  const { types, sites, fields } = query;
  const { tokens, starts } = tokensOf(query);
  const isAll = types.length === 0 && (of === 'pages' ? sites : fields).length === 0;
  return {
    of,
    tokens: [...tokens].map(tokenKey),
    ranges: [...starts].map(rangeOf),
    only: isAll ? null : { types, sites, fields },
  };
}

function rangeOf(start: string): readonly [Uint8Array, Uint8Array] {
  return [tokenKey(start), tokenKey(`${start}\uffff`)];
}

interface Match {
  readonly segment: ReadSegment;
  readonly place: number;
  readonly score: number;
}

function* matching(answer: ListAnswer, query: SearchQuery): Generator<Match> {
  const { all, none, also } = query;
  const { tokens, starts } = tokensOf(query);
  const isAsked = nameTest(tokens, starts);
  const segments = answer.segments.map((segment) => readSegment(segment, isAsked));
  const matcher = new Matcher(segments);
  const only = answer.only && new Set(answer.only);
  const found = all.length === 0 ? null : common(all.map((term) => matcher.of(term)));
  const wanted = found && raised([found, ...also.map((term) => matcher.of(term))]);
  const unwanted = none.length === 0 ? null : united(none.map((term) => matcher.of(term)));
  for (const [nth, segment] of segments.entries()) {
    const { places, scores } = wanted?.[nth] ?? everything(segment);
    const without = new Set(unwanted?.[nth]?.places);
    for (const [at, place] of places.entries())
      if (!without.has(place) && (only?.has(segment.pages.numbers[place] as number) ?? true))
        yield { segment, place, score: scores[at] as number };
  }
}

/** All pages, where no word is asked for: they rank by their place alone. */
function everything({ pages: { count }, isLive }: ReadSegment): Matches {
  const places = Array.from({ length: count }, (_, place) => place).filter((place) => isLive[place] === 1);
  return { places, scores: places.map(() => 1) };
}

/** What was read of bytes that a store or file still has at hand: of a large index, that takes longer than to answer. */
const [readPages, readInlinks] = [
  new WeakMap<Uint8Array, SegmentPages>(),
  new WeakMap<Uint8Array, readonly number[]>(),
];

function readOnce<T>(kept: WeakMap<Uint8Array, T>, bytes: Uint8Array, read: (bytes: Uint8Array) => T): T {
  const known = kept.get(bytes);
  if (known !== undefined) return known;
  const made = read(bytes);
  kept.set(bytes, made);
  return made;
}

function readSegment(
  { pages, gone, blocks }: ListAnswer['segments'][number],
  isAsked: (name: Uint8Array) => boolean,
): ReadSegment {
  const read = readOnce(readPages, pages, segmentPages);
  const isLive = new Uint8Array(read.count).fill(1);
  const dead = new Set(gone);
  if (dead.size > 0)
    for (let at = 0; at < read.count; at++) if (dead.has(read.numbers[at] as number)) isLive[at] = 0;
  const lists = new Map<string, TokenList>();
  for (const block of blocks) for (const list of listsOf(block, isAsked)) lists.set(list.token, list);
  return { pages: read, isLive, lists };
}

/** How many pages have a token, by token, of those that begin so; pages that are gone may still be counted. */
export async function tokensFrom(index: ListIndex, start: string): Promise<ReadonlyMap<string, number>> {
  const { segments } = await index.lists({ of: 'pages', tokens: [], ranges: [rangeOf(start)], only: null });
  const counts = new Map<string, number>();
  for (const { blocks } of segments)
    for (const block of blocks)
      for (const { token, pages } of listsOf(block))
        if (token.startsWith(start)) counts.set(token, (counts.get(token) ?? 0) + pages);
  return counts;
}

/** How many pages lead to each page, by number. */
export async function pageInlinks(index: ListIndex): Promise<readonly number[]> {
  const { inlinks } = await index.lists({ of: 'pages', tokens: [], ranges: [], only: null });
  return inlinks ? readOnce(readInlinks, inlinks, inlinkCounts) : [];
}

/** Counts by number as bytes. */
export function inlinkBytes(counts: ReadonlyMap<number, number>): Uint8Array {
  const writer = new ByteWriter();
  let last = -1;
  for (const number of counts.keys()) if (number > last) last = number;
  for (let number = 0; number <= last; number++) writer.number(counts.get(number) ?? 0);
  return writer.take();
}

function inlinkCounts(bytes: Uint8Array): readonly number[] {
  const counts: number[] = [];
  for (const reader = new ByteReader(bytes); !reader.isDone; ) counts.push(reader.number());
  return counts;
}
