/**
 * The program of a mirror's search page. It runs in any browser, from the disk too: what it searches comes as
 * scripts, since pages from the disk may read nothing else. What it shows of pages is text, never markup.
 */
import type MiniSearchIndex from 'minisearch';
import type { Options, Query } from 'minisearch';
import {
  findTokens,
  foldedText,
  pairsOf,
  piecesOf,
  rankTokens,
  soughtWords,
  stem,
} from '../../search/tokens.ts';

/** A page as a shard has it: its file, title, label, address, group and text. */
export type ShardPage = readonly [
  file: string | null,
  label: string,
  address: string,
  group: number,
  text: string,
  title: string,
];

/** What a file of the index holds. */
export interface Shard {
  readonly first: number;
  readonly pages: readonly ShardPage[];
  /** The index as text: MiniSearch reads that. */
  readonly index: string;
}

/** How pages are indexed; the program that writes the shards uses the same. */
export const miniOptions: Options = {
  fields: ['title', 'text', 'words'],
  idField: 'id',
  tokenize: (text, field) => (field === 'words' ? rankTokens(text) : findTokens(text)),
  processTerm: (term) => term,
};

/** A word that is asked for. */
interface Wanted {
  /** Tokens that stand one behind the other. */
  readonly tokens: readonly string[];
  readonly prefix: boolean;
  readonly word: string | null;
  readonly isNot: boolean;
  /** As it stands in a folded text. */
  readonly said: string;
  readonly isPhrase: boolean;
}

/** The words of a question: phrases, beginnings and exclusions, as `argiope search` reads them. */
export function wantedWords(question: string): Wanted[] {
  const wanted: Wanted[] = [];
  for (const [, not = '', phrase, word = ''] of question.matchAll(
    /(-)?(?:["“”]([^"“”]*)["“”]?|([^\s"“”]+))/g,
  )) {
    const isNot = not !== '';
    const isPrefix = phrase === undefined && /[^*]\*$/.test(word);
    const pieces = piecesOf(foldedText(phrase ?? word));
    if (phrase !== undefined && pieces.length > 0) {
      const all = pieces.flatMap(({ text, isRun }) => (isRun ? pairsOf(text) : [stem(text)]));
      const said = foldedText(phrase).replace(/\s+/g, ' ').trim();
      wanted.push({ tokens: all, prefix: false, word: null, isNot, said, isPhrase: true });
      continue;
    }
    for (const [at, { text, isRun }] of pieces.entries()) {
      for (const one of isRun ? soughtWords(text) : [text]) {
        const prefix = isRun ? one.length === 1 : isPrefix && at === pieces.length - 1;
        const tokens = isRun ? pairsOf(one) : [prefix ? one : stem(one)];
        wanted.push({
          tokens,
          prefix,
          word: isRun ? one : null,
          isNot,
          said: one,
          isPhrase: isRun && one.length > 2,
        });
      }
    }
  }
  return wanted;
}

function miniQuery(wanted: readonly Wanted[]): Query {
  const queries = wanted.map(({ tokens, prefix, word }): Query => {
    const tokenize = (text: string) => [text];
    const each = tokens.map((token) => ({
      queries: [token],
      fields: ['title', 'text'],
      tokenize,
      prefix,
      combineWith: 'AND' as const,
    }));
    const found: Query = { combineWith: 'AND', queries: each };
    if (word === null) return found;
    return {
      combineWith: 'OR',
      queries: [found, { queries: [word], fields: ['words'], tokenize, prefix: false }],
    };
  });
  return { combineWith: 'AND', queries };
}

interface PageHitShown {
  readonly page: ShardPage;
  readonly score: number;
}

/** Pages of a shard that match; words that must stand together are looked for in the text itself. */
export function matchesIn(shard: Shard, index: MiniSearchIndex, wanted: readonly Wanted[]): PageHitShown[] {
  const must = wanted.filter(({ isNot }) => !isNot);
  const strict = wanted.filter(({ isNot, isPhrase }) => isNot || isPhrase);
  if (must.length === 0) return [];
  const found = index.search(miniQuery(must), { boost: { title: 6, words: 1.5 } });
  const hits: PageHitShown[] = [];
  for (const { id, score } of found) {
    const page = shard.pages[(id as number) - shard.first] as ShardPage;
    const text = strict.length === 0 ? '' : foldedText(`${page[5]}\n${page[4]}`).replace(/[ \t]+/g, ' ');
    const fits = ({ isNot, said, isPhrase, tokens }: Wanted) =>
      isPhrase && !isNot ? text.includes(said) : isNot ? !hasTokens(text, tokens) : true;
    if (strict.every(fits)) hits.push({ page, score });
  }
  return hits;
}

function hasTokens(text: string, tokens: readonly string[]): boolean {
  const all = findTokens(text);
  return all.some((_, at) => tokens.every((token, nth) => all[at + nth] === token));
}

/** The part of a text around the first of the words, cut into pieces that are marked or not. */
export function markedPieces(text: string, wanted: readonly Wanted[]): { text: string; marked: boolean }[] {
  const sought = wanted.filter(({ isNot }) => !isNot);
  const marks: [number, number][] = [];
  for (const { text: piece, at, isRun } of piecesOf(text)) {
    const plain = foldedText(piece);
    for (const { tokens, prefix, said } of sought) {
      const start = isRun ? plain.indexOf(said) : -1;
      if (start >= 0) marks.push([at + start, at + start + said.length]);
      else if (!isRun && (tokens.includes(stem(plain)) || (prefix && plain.startsWith(said))))
        marks.push([at, at + piece.length]);
    }
  }
  marks.sort(([one], [other]) => one - other);
  const from = Math.max(0, (marks[0]?.[0] ?? 0) - 60);
  const to = Math.min(text.length, from + 240);
  const pieces: { text: string; marked: boolean }[] = [{ text: from > 0 ? '…' : '', marked: false }];
  let place = from;
  for (const [start, end] of marks) {
    if (start < place || end > to) continue;
    pieces.push(
      { text: text.slice(place, start), marked: false },
      { text: text.slice(start, end), marked: true },
    );
    place = end;
  }
  pieces.push(
    { text: text.slice(place, to), marked: false },
    { text: to < text.length ? '…' : '', marked: false },
  );
  return pieces.filter(({ text: said }) => said !== '');
}
