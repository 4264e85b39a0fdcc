/** Writes src/fingerprint/folding.ts: the loop of the Rabin fingerprint as WebAssembly, for texts by the thousand. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

type Code = readonly number[];

/** Numbers as WebAssembly writes them (LEB128). */
function signed(value: number): Code {
  const low = value & 0x7f;
  const rest = value >> 7;
  const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
  return done ? [low] : [low | 0x80, ...signed(rest)];
}

function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

const sized = (code: Code): Code => [...unsigned(code.length), ...code];
const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const section = (id: number, code: Code): Code => [id, ...sized(code)];
const text = (name: string): Code => sized([...Buffer.from(name)]);

const [i32, i64] = [0x7f, 0x7e];
const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const word = (value: number): Code => [0x41, ...signed(value)];
const [add, sub, and, shl, shr] = [[0x6a], [0x6b], [0x71], [0x74], [0x76]];
const [less, isZero] = [[0x49], [0x45]];
const [xor64, or64, shl64, shr64, wrap, extend] = [[0x85], [0x84], [0x86], [0x88], [0xa7], [0xad]];
const long = (value: number): Code => [0x42, ...signed(value)];
const load = (offset: number): Code => [0x28, 2, ...unsigned(offset)];
const load64 = (offset: number): Code => [0x29, 0, ...unsigned(offset)];
const store64 = (offset: number): Code => [0x37, 0, ...unsigned(offset)];
const [block, loop, end] = [[0x02, 0x40], [0x03, 0x40], [0x0b]];
const leaveIf = (depth: number): Code => [0x0d, depth];
const again = (depth: number): Code => [0x0c, depth];

/** Parameters: where the texts are, their lengths, how many, where their fingerprints go. */
const [texts, lengths, count, out] = [0, 1, 2, 3];

/** The locals of one text in hand. */
interface Lane {
  readonly at: number;
  readonly stop: number;
  readonly low: number;
  readonly high: number;
  readonly register: number;
  /** Which of the texts in hand it is. */
  readonly place: number;
}

/** Two texts are folded side by side: each step of one waits for its tables, and the other works meanwhile. */
const lanes: readonly [Lane, Lane] = [
  { at: 4, stop: 5, low: 6, high: 7, register: 12, place: 0 },
  { at: 8, stop: 9, low: 10, high: 11, register: 13, place: 1 },
];

/** Bytes of a table slice: 256 values of eight bytes; slice 0 belongs to the last byte of the register. */
const slice = 2048;

/** What a byte of the register becomes when it is shifted out: the entry of its slice. */
function entry(half: number, shift: number, table: number): Code {
  const index = shift === 0 ? [...word(3), ...shl] : [...word(shift - 3), ...shr];
  return [...get(half), ...index, ...word(2040), ...and, ...load64(table * slice)];
}

/** The sum of four bytes' entries, added in pairs: one after the other each would wait for the one before. */
function entries(half: number, table: number): Code {
  const pair = (byte: number): Code => [
    ...[...entry(half, 8 * byte, table - byte), ...entry(half, 8 * byte + 8, table - byte - 1), ...xor64],
  ];
  return [...pair(0), ...pair(2), ...xor64];
}

function eightBytes({ at, low, high, register }: Lane): Code {
  return [
    ...[...get(register), ...wrap, ...set(low)],
    ...[...get(register), ...long(32), ...shr64, ...wrap, ...set(high)],
    ...[...entries(low, 7), ...entries(high, 3), ...xor64],
    ...[...get(at), ...load64(0), ...xor64, ...set(register)],
    ...[...get(at), ...word(8), ...add, ...set(at)],
  ];
}

/** Repeats while all of these places come before their bounds. */
function whileBefore(pairs: readonly (readonly [at: number, bound: number])[], body: Code): Code {
  const checks = pairs.flatMap(([at, bound]) => [
    ...get(at),
    ...get(bound),
    ...less,
    ...isZero,
    ...leaveIf(1),
  ]);
  return [...block, ...loop, ...checks, ...body, ...again(0), ...end, ...end];
}

/**
 * Takes a text in hand. What is more than a multiple of eight bytes comes first: behind the 1 that the register
 * starts with, so few bytes need no folding. The load may reach beyond a short text; the shifts drop that.
 */
function begin({ at, stop, register, place }: Lane, from: number): Code {
  const length = [...get(lengths), ...load(4 * place)];
  const above = [...word(7), ...length, ...word(7), ...and, ...sub, ...word(3), ...shl, ...extend];
  return [
    ...[...get(from), ...set(at)],
    ...[...get(at), ...length, ...add, ...set(stop)],
    ...[...get(at), ...load64(0), ...long(8), ...shl64, ...above, ...shl64],
    ...[...long(1), ...above, ...shl64, ...or64, ...set(register)],
    ...[...get(at), ...length, ...word(7), ...and, ...add, ...set(at)],
  ];
}

/** Folds the rest of a text and stores its fingerprint. */
function finish(lane: Lane): Code {
  const { at, stop, register, place } = lane;
  return [
    ...whileBefore([[at, stop]], eightBytes(lane)),
    ...[...get(out), ...get(register), ...store64(8 * place)],
  ];
}

/** Goes on to what follows so many texts. */
function advance(by: number, to: number): Code {
  return [
    ...[...get(to), ...set(texts)],
    ...[...get(out), ...word(8 * by), ...add, ...set(out)],
    ...[...get(lengths), ...word(4 * by), ...add, ...set(lengths)],
    ...[...get(count), ...word(-by), ...add, ...set(count)],
  ];
}

const [one, other] = lanes;

const body: Code = [
  ...[...block, ...loop, ...get(count), ...word(2), ...less, ...leaveIf(1)],
  ...[...begin(one, texts), ...begin(other, one.stop)],
  ...whileBefore(
    [
      [one.at, one.stop],
      [other.at, other.stop],
    ],
    [...eightBytes(one), ...eightBytes(other)],
  ),
  ...[...finish(one), ...finish(other), ...advance(2, other.stop)],
  ...[...again(0), ...end, ...end],
  ...[...block, ...get(count), ...isZero, ...leaveIf(0)],
  ...[...begin(one, texts), ...finish(one), ...end, ...end],
];

/** The module: one memory of `pages` × 64 KiB, and `fold`. */
export function foldingModule(pages: number): Uint8Array<ArrayBuffer> {
  const locals = list([
    [8, i32],
    [2, i64],
  ]);
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([[0x60, ...list([[i32], [i32], [i32], [i32]]), 0]])),
    ...section(3, list([[0]])),
    ...section(5, list([[0, ...unsigned(pages)]])),
    ...section(
      7,
      list([
        [...text('memory'), 2, 0],
        [...text('fold'), 0, 0],
      ]),
    ),
    ...section(10, list([sized([...locals, ...body])])),
  ]);
}

const pages = 16;

/** The source of the file that holds the module. */
export function foldingSource(): string {
  const encoded = Buffer.from(foldingModule(pages)).toString('base64');
  const lines = encoded.match(/.{1,100}/g) ?? [];
  return [
    '/** The folding of `rabin.ts` as WebAssembly, in base 64; written by scripts/rabin-wasm.ts. */',
    'export const foldingModule: string = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
    '/** Bytes of its memory. */',
    `export const foldingMemory = ${pages * 65_536};`,
    '',
  ].join('\n');
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  writeFileSync(new URL('../src/fingerprint/folding.ts', import.meta.url), foldingSource());
