import type { SearchTerm } from '../model/search.ts';
import { leaves } from './query.ts';
import { foldedText, piecesOf, stem } from './tokens.ts';

/** A piece of a text, and where in it the words stand that were asked for. */
export interface Snippet {
  readonly text: string;
  /** Begin and end of each, in order. */
  readonly marks: readonly (readonly [number, number])[];
}

interface Mark {
  readonly from: number;
  readonly to: number;
  /** Which of the words. */
  readonly word: number;
}

/** Words to look for in texts. */
export interface Sought {
  readonly words: readonly { readonly text: string; readonly prefix: boolean }[];
  readonly runs: readonly string[];
}

/** The words of a question, for highlighting. */
export function soughtOf(terms: readonly SearchTerm[]): Sought {
  const words: { text: string; prefix: boolean }[] = [];
  const runs: string[] = [];
  for (const term of terms.flatMap(leaves)) {
    const pieces = piecesOf(foldedText(term.text));
    for (const [at, { text, isRun }] of pieces.entries()) {
      if (isRun) runs.push(text);
      else words.push({ text: stem(text), prefix: term.prefix && at === pieces.length - 1 });
    }
  }
  return { words, runs };
}

/** Where the words that are sought stand in a text. */
function marksIn(text: string, { words, runs }: Sought): readonly Mark[] {
  const marks: Mark[] = [];
  for (const { text: piece, at, isRun } of piecesOf(text)) {
    const plain = foldedText(piece);
    if (isRun) {
      for (const [nth, run] of runs.entries())
        for (let found = plain.indexOf(run); found >= 0; found = plain.indexOf(run, found + run.length))
          marks.push({ from: at + found, to: at + found + run.length, word: words.length + nth });
      continue;
    }
    const stemmed = stem(plain);
    const word = words.findIndex(({ text: sought, prefix }) =>
      prefix ? plain.startsWith(sought) || stemmed.startsWith(sought) : stemmed === sought,
    );
    if (word >= 0) marks.push({ from: at, to: at + piece.length, word });
  }
  return marks.sort((one, other) => one.from - other.from || other.to - one.to);
}

/** The part of a text that has the most of the words, about so many characters long. */
export function snippetOf(lines: readonly string[], sought: Sought, length = 160): Snippet {
  const text = lines.join(' · ');
  const marks = marksIn(text, sought);
  const start = bestStart(marks, length);
  const from = start === null ? 0 : wordStart(text, Math.max(0, start - Math.floor(length / 4)));
  const to = wordEnd(text, Math.min(text.length, from + length));
  const [before, behind] = [from > 0 ? '…' : '', to < text.length ? '…' : ''];
  const piece = text.slice(from, to).trimEnd();
  const shift = before.length - from;
  const inside = distinct(marks.filter((mark) => mark.from >= from && mark.to <= from + piece.length));
  return {
    text: `${before}${piece}${behind}`,
    marks: inside.map((mark) => [mark.from + shift, mark.to + shift] as const),
  };
}

/** Characters between two words that still stand together. */
const near = 2;

/**
 * Where the window begins that has the most different words, and of such windows the one in which the most of them
 * stand one behind the other as they were asked; the first of several.
 */
function bestStart(marks: readonly Mark[], length: number): number | null {
  let best: { readonly from: number; readonly worth: number } | null = null;
  for (const [at, { from }] of marks.entries()) {
    const [words, joined] = [new Set<number>(), new Set<number>()];
    for (let next = at; next < marks.length; next++) {
      const { from: start, to, word } = marks[next] as Mark;
      if (to > from + (length * 3) / 4) break;
      words.add(word);
      const before = next > at ? (marks[next - 1] as Mark) : null;
      if (before && before.word === word - 1 && start - before.to <= near) joined.add(word);
    }
    const worth = words.size + joined.size / (marks.length + 1);
    if (best === null || worth > best.worth) best = { from, worth };
  }
  return best?.from ?? null;
}

/** Marks that do not overlap. */
function distinct(marks: readonly Mark[]): readonly Mark[] {
  const kept: Mark[] = [];
  for (const mark of marks) {
    const last = kept.at(-1);
    if (last && mark.from < last.to) {
      if (mark.to > last.to) kept[kept.length - 1] = { ...last, to: mark.to };
    } else kept.push(mark);
  }
  return kept;
}

/** How far a window is moved so as not to cut a word. */
const moved = 16;

function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const blank = text.lastIndexOf(' ', at);
  return blank >= 0 && at - blank <= moved ? blank + 1 : at + Number(isLow(text, at));
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const blank = text.lastIndexOf(' ', at);
  return blank >= 0 && at - blank <= moved ? blank : at - Number(isLow(text, at));
}

/** Whether a place parts the two halves of a character. */
function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
