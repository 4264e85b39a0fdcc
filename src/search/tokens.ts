/**
 * Cuts texts into the tokens of the index: one way for SQLite, PostgreSQL and the mirror's own search page, which
 * links this file: it uses nothing but the language.
 *
 * Scripts that are written without blanks have no words that a simple rule finds, and rules by dictionary part one
 * text otherwise than another. So their runs are indexed as overlapping pairs of characters, which find every word
 * of two characters or more wherever it stands, and their words by `Intl.Segmenter` stand in a column of their own,
 * which only ranks: "研究生" finds 研究生命 too, but not first.
 */

/** Scripts without blanks between words. */
const joined =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** Characters of one piece: expressions overflow on a word of millions, which no reader wants. */
const longestPiece = 4096;
/** An emoji is a word by itself. */
const pieces = new RegExp(
  `[${joined}]{1,${longestPiece}}|[[\\p{L}\\p{M}\\p{N}]--[${joined}]]{1,${longestPiece}}|\\p{Emoji_Presentation}`,
  'gv',
);
const isJoined = new RegExp(`^[${joined}]`, 'v');

/** A piece of a text: a word, or a run of a script without blanks. */
export interface TextPiece {
  readonly text: string;
  readonly isRun: boolean;
  /** Where it stands in the folded text. */
  readonly at: number;
}

/** A text in the one spelling that is compared: compatible forms as one, without case. */
export function foldedText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The words and runs of a folded text. */
export function piecesOf(text: string): readonly TextPiece[] {
  return [...text.matchAll(pieces)].map(({ 0: found, index }) => ({
    text: found,
    isRun: isJoined.test(found),
    at: index,
  }));
}

/** Harman's S-stemmer: plurals and singulars are one word, and nothing else is. */
export function stem(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || !/^[a-z]+$/.test(word)) return word;
  if (word.endsWith('ies')) return /[ae]ies$/.test(word) ? word : `${word.slice(0, -3)}y`;
  if (word.endsWith('es')) return /[aeo]es$/.test(word) ? word : word.slice(0, -1);
  return /[us]s$/.test(word) ? word : word.slice(0, -1);
}

/** Overlapping pairs of characters; a single character stays. */
export function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/**
 * Tokens by which a text is found. The last character of a run stands behind its pairs, so that it is found by
 * itself and no phrase goes from one run to the next.
 */
export function findTokens(text: string): string[] {
  return textTokens(text).find;
}

/** Tokens of a text: those by which it is found, and the words of its runs, by which finds are ranked. */
export function textTokens(text: string): { readonly find: string[]; readonly runs: string[] } {
  const [find, runs]: [string[], string[]] = [[], []];
  // No word goes over the end of a line, and most lines of most sites are plain: those need none of Unicode's tables.
  for (const line of text.split('\n')) {
    if (isPlain(line)) for (const word of line.toLowerCase().match(plainPieces) ?? []) find.push(stem(word));
    else addTokens(line, find, runs);
  }
  return { find, runs };
}

const plainPieces = new RegExp(`[0-9A-Za-z]{1,${longestPiece}}`, 'g');

function isPlain(line: string): boolean {
  for (let at = 0; at < line.length; at++) if (line.charCodeAt(at) > 127) return false;
  return true;
}

function addTokens(line: string, find: string[], runs: string[]): void {
  for (const { text: piece, isRun } of piecesOf(foldedText(line))) {
    if (!isRun) find.push(stem(piece));
    else {
      const pairs = pairsOf(piece);
      const last = [...piece].at(-1) as string;
      for (const pair of pairs) find.push(pair);
      if (pairs[0] !== last) find.push(last);
      runs.push(piece);
    }
  }
}

/** Characters of a line that are cut into tokens at once. */
const longestPart = 1 << 16;

/** A line in parts that end between words: tokens of a line of millions of characters are too many at once. */
export function* shortParts(line: string): Generator<string> {
  let from = 0;
  while (line.length - from > longestPart) {
    let to = from + longestPart;
    // A word of that length is cut anyway.
    while (to > from + longestPart - longestPiece && isLetter.test(line[to - 1] as string)) to--;
    yield line.slice(from, to);
    from = to;
  }
  yield from === 0 ? line : line.slice(from);
}

/** Halves of characters count as letters: nothing is cut there. */
const isLetter = /[\p{L}\p{M}\p{N}\p{Cs}]/u;

let segmenter: Intl.Segmenter | null = null;
/** Runs whose words are remembered: the same names and labels stand on many pages. */
const remembered = new Map<string, readonly string[]>();
/** Runs of letters whose words are remembered, and the longest of them. */
const most = 20_000;
const longestKept = 24;

/** Words of a run of a script without blanks. */
export function wordsOfRun(run: string): readonly string[] {
  const known = remembered.get(run);
  if (known) return known;
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const words = [...segmenter.segment(run)].map(({ segment }) => segment);
  if (run.length > longestKept) return words;
  if (remembered.size >= most) remembered.clear();
  remembered.set(run, words);
  return words;
}

/** Words of the runs in a text, by which its finds are ranked. */
export function rankTokens(text: string): string[] {
  return textTokens(text).runs.flatMap(wordsOfRun);
}

/** Characters that are words of grammar where they stand alone. */
const grammar: ReadonlySet<string> = new Set(
  '的了和是在与及或之也都就很而着把被对从吗呢吧啊のをはがにでとへも',
);

/**
 * What is looked for of a run in a question: its words. A word of one character says too little by itself and is
 * looked for with the word behind it, unless it is one of grammar: 古茶树 is one word, 西湖的金蛛 are two.
 */
export function soughtWords(run: string): readonly string[] {
  if ([...run].length <= 2) return [run];
  const sought: string[] = [];
  let before = '';
  for (const word of wordsOfRun(run)) {
    const isOne = [...word].length === 1;
    if (isOne && grammar.has(word)) {
      if (before !== '') sought.push(before);
      before = '';
    } else if (isOne) before += word;
    else {
      sought.push(before + word);
      before = '';
    }
  }
  if (before !== '') sought.push(before);
  return sought.length === 0 ? [run] : sought;
}

/** Names in one word: `getItem`, `HTTPServer`, `python3`. */
const nameParts = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+/gu;

/** Words that the names in a text are made of, where a name has more than one of them, or one beside figures. */
export function partTokens(text: string): string[] {
  const parts: string[] = [];
  for (const line of text.split('\n')) {
    for (const name of isPlain(line) ? plainNames(line) : namesIn(line))
      for (const [part] of name.matchAll(nameParts))
        if (part.length > 1 && part.length < name.length) parts.push(stem(part.toLowerCase()));
  }
  return parts;
}

/** Words with a capital or a figure behind their first letter: most lines have none. */
function plainNames(line: string): readonly string[] {
  if (!/[0-9A-Za-z][0-9A-Z]/.test(line)) return [];
  return (line.match(plainPieces) ?? []).filter((word) => /.[0-9A-Z]/.test(word));
}

function namesIn(line: string): readonly string[] {
  return piecesOf(line.normalize('NFKC')).flatMap(({ text, isRun }) =>
    !isRun && /\p{L}/u.test(text) && /.[\p{Lu}\p{N}]/u.test(text) ? [text] : [],
  );
}
