import { ArgiopeError } from '../model/errors.ts';
import type { FieldQuery, SearchQuery, SearchTerm } from '../model/search.ts';
import { findTokens, foldedText, pairsOf, piecesOf, soughtWords, stem } from './tokens.ts';

/** One word of a question as it is written. */
interface Written {
  readonly isNot: boolean;
  readonly field: string | null;
  readonly sign: string;
  readonly value: string;
  readonly isPhrase: boolean;
  readonly isPrefix: boolean;
}

const written =
  /(?<not>-)?(?:(?<field>[\p{L}_][\p{L}\p{N}_.-]*)(?<sign>:|<=|>=|=|<|>))?(?:["“”](?<phrase>[^"“”]*)(?:["“”]|$)|(?<word>[^\s"“”]+))/gu;

/**
 * Reads a question: words that all must be there, "phrases", prefixes (`abc*`), `-without`, `one OR other`, `title:`
 * and `url:` for one part of a page, `type:` and `site:` for some pages alone. Any other `name:`, or a comparison as
 * in `price<50`, asks for records with such a field.
 */
export function parseQuery(text: string): SearchQuery {
  const query: Draft = { all: [], none: [], types: [], sites: [], fields: [] };
  const words = [...wordsIn(text)];
  const isOfRecords = words.some((one) => one !== 'OR' && isFieldTest(one));
  let isOr = false;
  let last: SearchTerm[] | null = null;
  for (const one of words) {
    const terms = one === 'OR' ? null : put(query, one, isOfRecords);
    if (terms !== null && terms.length > 0 && one !== 'OR' && !one.isNot) {
      if (isOr && last !== null) last.push({ kind: 'all', terms });
      else {
        last = [{ kind: 'all', terms }];
        query.all.push(last);
      }
    }
    isOr = one === 'OR';
  }
  const all = query.all.map(
    (either): SearchTerm =>
      either.length === 1 ? (either[0] as SearchTerm) : { kind: 'any', terms: either },
  );
  const { none, types, sites, fields } = query;
  if ([all, none, types, sites, fields].every((asked) => asked.length === 0))
    throw new ArgiopeError('USAGE', `there is no word in "${text.trim().slice(0, 40)}" to look for`, {
      advice: 'signs are not indexed; words, figures and emoji are',
    });
  return { ...query, all, also: together(all) };
}

/** Words up to which pairs of neighbours are looked for: of a whole sentence, the sentence tells enough. */
const mostPairs = 6;

/** Words that stand one behind the other as they were asked rank before the same words apart: all, or two of them. */
function together(all: readonly SearchTerm[]): readonly SearchTerm[] {
  const words = all.flatMap((one) => (one.kind === 'all' ? one.terms : [one]));
  const isPlain = (one: SearchTerm): one is Leaf =>
    one.kind === 'term' && one.column === 'any' && !one.prefix;
  if (words.length < 2 || !words.every(isPlain)) return [];
  const whole = phraseOf(words);
  if (words.length === 2 || words.length > mostPairs) return [whole];
  return [whole, ...words.slice(1).map((word, at) => phraseOf([words[at] as Leaf, word]))];
}

type Leaf = Extract<SearchTerm, { kind: 'term' }>;

function phraseOf(words: readonly Leaf[]): SearchTerm {
  const tokens = words.flatMap((word) => word.tokens);
  return { kind: 'term', column: 'any', text: '', tokens, prefix: false, word: null };
}

/** The words that a term consists of. */
export function leaves(term: SearchTerm): readonly Leaf[] {
  return term.kind === 'term' ? [term] : term.terms.flatMap(leaves);
}

/** Names that mean a part of a page, or some pages alone, unless records are asked for. */
const parts: ReadonlySet<string> = new Set(['title', 'url', 'text']);
const filters: ReadonlySet<string> = new Set(['type', 'site']);

/** Whether a word asks for a field of records. Addresses have no fields: `https://…`, `localhost:8080`. */
function isFieldTest({ field, sign, value }: Written): boolean {
  if (field === null) return false;
  if (sign !== ':') return true;
  const isAddress = value.startsWith('//') || (/^\d+(?:\/|$)/.test(value) && /\.|^localhost$/.test(field));
  const name = field.toLowerCase();
  return !isAddress && !parts.has(name) && !filters.has(name);
}

interface Draft {
  /** What must be there, each in one of several ways. */
  all: SearchTerm[][];
  none: SearchTerm[];
  types: string[];
  sites: string[];
  fields: FieldQuery[];
}

function* wordsIn(text: string): Generator<Written | 'OR'> {
  for (const { 0: whole, groups = {} } of text.matchAll(written)) {
    if (whole === 'OR' || whole === '|') {
      yield 'OR';
      continue;
    }
    const { not, field = null, sign = '', phrase, word = '' } = groups as Record<string, string | undefined>;
    const isPrefix = phrase === undefined && /[^*]\*$/.test(word);
    const value = phrase ?? (isPrefix ? word.slice(0, -1) : word);
    yield {
      isNot: not !== undefined,
      field: field ?? null,
      sign,
      value,
      isPhrase: phrase !== undefined,
      isPrefix,
    };
  }
}

/** Files one word; gives the terms that are words of the text, `null` where it is something else. */
function put(query: Draft, one: Written, isOfRecords: boolean): SearchTerm[] | null {
  const { field, sign, value, isNot } = one;
  const name = field?.toLowerCase() ?? null;
  if (name !== null && sign === ':' && filters.has(name)) {
    if (isNot)
      throw new ArgiopeError('USAGE', `"-${name}:" is not understood`, {
        advice: `Ask with ${name}:… for what is wanted.`,
      });
    (name === 'type' ? query.types : query.sites).push(value);
    return null;
  }
  if (isFieldTest(one) || (isOfRecords && name !== null && parts.has(name))) {
    query.fields.push(...testsOf({ ...one, field: field as string }));
    return null;
  }
  const isPart = name !== null && parts.has(name);
  const text = field === null || isPart ? value : `${field}${sign}${value}`;
  const terms = termsOf(text, { ...one, column: isPart && name !== 'text' ? (name as 'title') : 'any' });
  if (isNot && terms.length > 0) query.none.push({ kind: 'all', terms });
  return terms;
}

/** Words of a text as terms: a phrase is one, whatever it consists of. */
function termsOf(
  text: string,
  {
    isPhrase,
    isPrefix,
    column,
  }: Pick<Written, 'isPhrase' | 'isPrefix'> & { readonly column: 'any' | 'title' | 'url' },
): SearchTerm[] {
  const found = piecesOf(foldedText(text));
  if (found.length === 0) return [];
  const base = { kind: 'term', column } as const;
  if (isPhrase) {
    const tokens = phraseTokens(text);
    return [{ ...base, text, tokens, prefix: false, word: null }];
  }
  const terms = found.flatMap(({ text: piece, isRun }, at): SearchTerm[] => {
    const isLast = at === found.length - 1;
    if (!isRun) {
      const prefix = isPrefix && isLast;
      return [{ ...base, text: piece, tokens: [prefix ? piece : stem(piece)], prefix, word: null }];
    }
    const words = soughtWords(piece).map((word): SearchTerm => {
      const isOne = [...word].length === 1;
      return { ...base, text: word, tokens: pairsOf(word), prefix: isOne, word };
    });
    if (words.length === 1) return words;
    const run: SearchTerm = { ...base, text: '', tokens: pairsOf(piece), prefix: false, word: null };
    return [{ kind: 'any', terms: [run, { kind: 'all', terms: words }] }];
  });
  return terms;
}

/** The last character of the last run is not looked for: the text may go on. */
function phraseTokens(text: string): string[] {
  const tokens = findTokens(text);
  const last = piecesOf(foldedText(text)).at(-1);
  return last?.isRun && [...last.text].length > 1 ? tokens.slice(0, -1) : tokens;
}

/** What a record's field is asked for: `price<50`, `price:10..50`, `author:张伟`, `name="Blue shirt"`. */
function testsOf({
  field,
  sign,
  value,
  isNot,
  isPrefix,
  isPhrase,
}: Written & { readonly field: string }): FieldQuery[] {
  const base = { field: field.toLowerCase(), isNot };
  if (value === '')
    throw new ArgiopeError('USAGE', `"${field}${sign}" has no value behind it`, {
      advice: `Write it without a blank: ${field}${sign}value`,
    });
  const range = sign === ':' && !isPhrase ? /^(.*?)\.\.(.*)$/.exec(value) : null;
  if (range && (range[1] || range[2])) {
    const ends: FieldQuery[] = [];
    if (range[1]) ends.push({ ...base, kind: 'compare', sign: '>=', value: figure(field, range[1]) });
    if (range[2]) ends.push({ ...base, kind: 'compare', sign: '<=', value: figure(field, range[2]) });
    return ends;
  }
  if (sign === ':')
    return [
      {
        ...base,
        kind: 'contains',
        tokens: isPrefix ? findTokens(value) : phraseTokens(value),
        prefix: isPrefix,
        text: value,
      },
    ];
  if (sign === '=') return [{ ...base, kind: 'equals', text: foldedText(value).trim() }];
  return [{ ...base, kind: 'compare', sign: sign as '<', value: figure(field, value) }];
}

function figure(field: string, text: string): number {
  const value = numberOf(text);
  if (value !== null) return value;
  throw new ArgiopeError('USAGE', `"${field}" is compared with a number or a date, and "${text}" is none`, {
    advice: 'For example: price<50, date>=2024-05-01',
  });
}

const isoDate = /^\d{4}-\d\d(?:-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?)?$/;

/** A text as a number that can be compared: a figure, one with a currency, or a date (milliseconds since 1970). */
export function numberOf(text: string): number | null {
  const plain = text.normalize('NFKC').trim();
  if (isoDate.test(plain)) {
    const moment = Date.parse(plain);
    return Number.isNaN(moment) ? null : moment;
  }
  const found = /^\p{Sc}?\s*([-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*(?:\p{Sc}|[A-Z]{3}|%|元)?$/u.exec(
    plain,
  );
  return found ? Number((found[1] as string).replaceAll(',', '')) : null;
}
