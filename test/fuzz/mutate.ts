import type { Dice } from '../dice.ts';

/** Longest input that is made; what a reader does with more is a matter of time, which is looked at by itself. */
const longest = 4000;

type Change = (text: string, dice: Dice, words: readonly string[], other: string) => string;

const signs = [
  '\0',
  '\n',
  '\r',
  '\t',
  ' ',
  '<',
  '>',
  '"',
  "'",
  '&',
  ';',
  '=',
  '/',
  '\\',
  ':',
  '#',
  '?',
  '%',
  ',',
];

const changes: readonly Change[] = [
  // A piece is lost, doubled, moved, repeated, or replaced.
  (text, dice) => cut(text, dice, () => ''),
  (text, dice) => cut(text, dice, (piece) => piece + piece),
  (text, dice) => cut(text, dice, (piece) => piece.repeat(1 + dice.below(20))),
  (text, dice, words) => cut(text, dice, () => dice.of(words)),
  (text, dice, words) => insert(text, dice, dice.of(words)),
  (text, dice, words) => insert(text, dice, dice.of(words) + dice.of(words)),
  (text, dice) => insert(text, dice, dice.of(signs)),
  (text, dice) => insert(text, dice, dice.of(signs).repeat(1 + dice.below(300))),
  (text, dice) => insert(text, dice, String.fromCharCode(dice.below(256))),
  (text, dice) =>
    insert(text, dice, String(dice.of([-1, 0, 1, 255, 65536, 2 ** 31, 2 ** 53, 1e300, Number.NaN]))),
  (text, dice) => cut(text, dice, (piece) => (dice.below(2) ? piece.toUpperCase() : piece.toLowerCase())),
  (text, dice) => cut(text, dice, (piece) => [...piece].reverse().join('')),
  // Two inputs become one.
  (text, dice, _words, other) =>
    text.slice(0, dice.below(text.length + 1)) + other.slice(dice.below(other.length + 1)),
  (text, dice, _words, other) => insert(text, dice, other.slice(dice.below(other.length + 1)).slice(0, 200)),
  // It ends early.
  (text, dice) => text.slice(0, dice.below(text.length + 1)),
];

/** An input changed at a few places. */
export function mutate(text: string, dice: Dice, words: readonly string[], other: string): string {
  let made = text;
  for (let times = 1 + dice.below(5); times > 0; times--) made = dice.of(changes)(made, dice, words, other);
  return made.slice(0, longest);
}

function cut(text: string, dice: Dice, replace: (piece: string) => string): string {
  const at = dice.below(text.length + 1);
  const end = at + 1 + dice.below(16);
  return text.slice(0, at) + replace(text.slice(at, end)) + text.slice(end);
}

function insert(text: string, dice: Dice, piece: string): string {
  const at = dice.below(text.length + 1);
  return text.slice(0, at) + piece + text.slice(at);
}
