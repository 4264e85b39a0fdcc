import type { FiledPage, SearchTerm } from '../../model/search.ts';

/** Tokens of the text in one vector: more places than 256 of one token are not kept. */
const partLength = 1500;
/** Tokens that a part has in common with the one before, so that phrases are found across. */
const overlap = 24;
/** Places between what must not make a phrase. */
const gap = 100;
/** Characters of a token that count; longer ones are no words. */
const longest = 250;

/** Vectors of a page, as PostgreSQL reads them. */
export function vectorsOf({ title, find, words, url }: Omit<FiledPage, 'number'>): readonly string[] {
  const [text, runs] = [tokensOf(find), tokensOf(words)];
  const parts = Math.max(1, Math.ceil(text.length / partLength), Math.ceil(runs.length / partLength));
  return Array.from({ length: parts }, (_, part) => {
    const piece = (tokens: readonly string[]) =>
      tokens.slice(part * partLength, (part + 1) * partLength + overlap);
    const places = new Map<string, string[]>();
    let at = 1;
    const put = (tokens: readonly string[], weight: string) => {
      for (const token of tokens) {
        const known = places.get(token) ?? [];
        places.set(token, known);
        known.push(`${at++}${weight}`);
      }
      at += gap;
    };
    put(part === 0 ? tokensOf(title).slice(0, partLength) : [], 'A');
    put(piece(text), 'B');
    put(piece(runs), 'C');
    put(part === 0 ? tokensOf(url).slice(0, partLength) : [], 'D');
    return [...places].map(([token, all]) => `${quoted(token)}:${all.join(',')}`).join(' ');
  });
}

const classes = { any: 'AB', title: 'A', url: 'D' } as const;

/** What a leaf of a question asks of a vector, and how much finding it counts. */
export interface Leaf {
  readonly query: string;
  readonly weight: number;
}

/** A term of a question as a query; every word that is one ranks besides. */
export function leafOf({ column, tokens, prefix }: Extract<SearchTerm, { kind: 'term' }>): string {
  const last = tokens.length - 1;
  return tokens
    .map((token, at) => `${quoted(token)}:${prefix && at === last ? '*' : ''}${classes[column]}`)
    .join(' <-> ');
}

/** The query for a word of a script without blanks, where it is one in the text. */
export function wordLeaf(word: string): string {
  return `${quoted(word)}:C`;
}

function tokensOf(text: string): readonly string[] {
  return text.split(' ').filter((token) => token !== '');
}

function quoted(token: string): string {
  return `'${token.slice(0, longest).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
