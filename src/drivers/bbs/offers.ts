import { fingerprint } from '../../fingerprint/rabin.ts';
import type { GlyphRow } from './glyphs.ts';
import { keyNamed, keyNames } from './keys.ts';
import { promptOf, type View } from './prompts.ts';

/** A key that a screen offers. */
export interface Offer {
  /** Name of the key, or the character. */
  readonly key: string;
  /** What the screen says of it. */
  readonly label: string;
  /** Where it stands: row, and glyphs from and to (exclusive); absent where the screen does not name it. */
  readonly at?: { readonly row: number; readonly from: number; readonly to: number };
}

/** An entry of a list. */
export interface ListEntry {
  readonly row: number;
  readonly number: string;
  /** First glyph of the number. */
  readonly from: number;
  readonly label: string;
  /** Glyph of a mark that says whether it was read, where such a mark may stand. */
  readonly mark: number | null;
}

/** What a screen offers to whoever sits before it. */
export interface Offers {
  readonly keys: readonly Offer[];
  readonly entries: readonly ListEntry[];
  /** Row of the mark that moves with the arrow keys, and its glyphs; `null` where there is none. */
  readonly pointer: { readonly row: number; readonly from: number; readonly to: number } | null;
  /** The same for screens that offer the same keys. */
  readonly kind: string;
}

const pointerMark = /^(\s*)(->|=>|[>●○→☞▶►※◆◇*])/;
const entryRow = /^\s{0,8}(\d{1,6})(?:[.)、:]?\s|[.)、])\s*(\S.*)$/;
const readMark = /^\s{0,8}\d{1,6}\s?([+*NnMmGgBb~#·]|\s)\s/;
const bracketed = /[([<【〔]\s*([A-Za-z0-9])\s*[)\]>】〕]/g;
const spaced = /(?<![\w(])([A-Z0-9])[).](?=\s\S)/g;
const pager = /\bmore\b|\d{1,3}\s?%|下一?[页頁]|[页頁]次?\s*[:：]?\s*\d|[继繼][续續]|any key|任意[键鍵]/i;

/** Characters of what a screen says of a key. */
const longestLabel = 60;

/** Rows at the top in which keys are explained. */
const headRows = 3;

/** Finds out what a screen offers, by what it says. */
export function offersOf(view: View): Offers {
  const { lines } = view;
  const pointer = pointerOf(view);
  const prompt = promptOf(view);
  if (prompt === 'question') return made([{ key: 'n', label: 'No' }], [], null);
  if (prompt === 'return') return made([{ key: 'Enter', label: 'Enter' }], [], null);
  const entries = entriesOf(lines, pointer);
  const foot = lines.findLastIndex(({ text }) => text.trim() !== '');
  const isPager = entries.length === 0 && (prompt === 'any' || pager.test(lines[foot]?.text ?? ''));
  const found = rowsToRead(lines.length, foot, isPager || entries.length > 0).flatMap((row) =>
    keysIn(lines[row] as GlyphRow, row, row < headRows || row >= foot),
  );
  const listed = entries.length > 0;
  return made(chosen(found, { listed, isPager, moves: pointer !== null }), entries, pointer);
}

function made(keys: readonly Offer[], entries: readonly ListEntry[], pointer: Offers['pointer']): Offers {
  const names = keys.map(({ key, label }) => `${key} ${label.replace(/\d+/g, '#')}`).sort();
  const kind = fingerprint(`${names.join('\n')}\n${entries.length > 0}`).slice(0, 8);
  return { keys, entries, pointer, kind };
}

/** Columns between the mark and the cursor. */
const nearMark = 3;

/** Where a mark stands beside the cursor, and none in the rows above and below. */
function pointerOf({ lines, row, column }: View): Offers['pointer'] {
  const found = pointerMark.exec(lines[row]?.text ?? '');
  const others = [lines[row - 1], lines[row + 1]].filter((line) => pointerMark.test(line?.text ?? ''));
  if (!found || others.length > 0) return null;
  const from = found[1]?.length ?? 0;
  if (Math.abs((lines[row]?.glyphs[from]?.column ?? 0) - column) > nearMark) return null;
  return { row, from, to: from + (found[2]?.length ?? 0) };
}

/** Rows that begin with rising numbers; one alone is an entry only where a mark points at it. */
function entriesOf(lines: readonly GlyphRow[], pointer: Offers['pointer']): readonly ListEntry[] {
  const found: ListEntry[] = [];
  for (const [row, { text }] of lines.entries()) {
    const pointed = pointer?.row === row;
    const bare = pointed ? text.replace(pointerMark, (all) => ' '.repeat(all.length)) : text;
    const [, number, label] = entryRow.exec(bare) ?? [];
    if (number === undefined || label === undefined) continue;
    if (Number(number) <= Number(found.at(-1)?.number ?? -1)) continue;
    const mark = readMark.exec(bare);
    const from = bare.indexOf(number);
    found.push({ row, number, from, label: label.trim(), mark: mark ? mark[0].length - 2 : null });
  }
  const isList = found.length > 1 ? isRun(found) : found[0]?.row === pointer?.row;
  return isList ? found : [];
}

/** Whether most entries stand in rows that follow each other: numbers in a text do not. */
function isRun(found: readonly ListEntry[]): boolean {
  const pairs = found.filter(({ row }, at) => at > 0 && row - (found[at - 1] as ListEntry).row <= 1);
  return pairs.length >= (found.length - 1) / 2;
}

/** Texts and lists are not searched for keys, only what stands above and below them. */
function rowsToRead(count: number, foot: number, edges: boolean): readonly number[] {
  const all = Array.from({ length: count }, (_, row) => row);
  return edges ? all.filter((row) => row < headRows || row === foot) : all;
}

/** Keys that a row names: letters in brackets, and in the rows of explanations keys by their names. */
function keysIn({ text }: GlyphRow, row: number, explains: boolean): readonly Offer[] {
  const spots: { key: string; from: number; to: number }[] = [];
  const add = (key: string | null, from: number, length: number) => {
    const overlaps = spots.some((spot) => from < spot.to && spot.from < from + length);
    if (key !== null && !overlaps) spots.push({ key, from, to: from + length });
  };
  for (const found of text.matchAll(bracketed)) add(found[1] as string, found.index, found[0].length);
  for (const found of text.matchAll(spaced)) add(found[1] as string, found.index, found[0].length);
  if (explains)
    for (const found of text.matchAll(keyNames)) add(keyNamed(found[0]), found.index, found[0].length);
  spots.sort((one, other) => one.from - other.from);
  return spots.map(({ key, from, to }, at) => {
    const end = Math.min(spots[at + 1]?.from ?? text.length, text.length);
    const rest = /^[^│|]*/.exec(text.slice(to, end))?.[0] ?? '';
    const own = /^.*?(?=\s{2}|$)/.exec(rest)?.[0].trimEnd() ?? '';
    const letter = /^[A-Za-z0-9]$/.test(key) && /^[a-z]/.test(rest) ? key : '';
    const label = `${letter}${rest}`.replace(/\s+/g, ' ').replace(/^[\s\])>】:：,.]+|[\s([<【〔]+$/g, '');
    return { key, label: label.slice(0, longestLabel) || key, at: { row, from, to: to + own.length } };
  });
}

interface Situation {
  readonly listed: boolean;
  readonly isPager: boolean;
  /** A mark moves with the arrow keys. */
  readonly moves: boolean;
}

/** Keys that scroll by a line, jump, or only move a mark show nothing that others do not show. */
const moving: ReadonlySet<string> = new Set(['Up', 'Down', 'PageUp', 'Home', 'End']);
const backwards = ['Left', 'q', 'Q', 'e', 'Escape'];

/** One key of each kind: on, back, and every letter. */
function chosen(found: readonly Offer[], { listed, isPager, moves }: Situation): readonly Offer[] {
  const first = new Map<string, Offer>();
  for (const offer of found) if (!first.has(offer.key)) first.set(offer.key, offer);
  const onward = isPager ? ['Space', 'PageDown', 'Enter'] : ['PageDown', 'Space'];
  const on = onward.map((key) => first.get(key)).find((offer) => offer !== undefined);
  const back = backwards.map((key) => first.get(key)).find((offer) => offer !== undefined);
  const letters = [...first.values()].filter(
    ({ key }) =>
      !moving.has(key) &&
      !['PageDown', 'Space', 'Right', 'Enter', 'Left', 'Escape'].includes(key) &&
      key !== back?.key,
  );
  const turns = isPager || (listed && moves);
  return [
    ...letters,
    ...(on || turns ? [on ?? { key: isPager ? 'Space' : 'PageDown', label: 'Next page' }] : []),
    ...(back || turns ? [back ?? { key: isPager ? 'q' : 'Left', label: 'Back' }] : []),
  ];
}
