import { groupsWith } from '../../model/counts.ts';
import { formOf } from '../../values/index.ts';
import { unframed } from './frame.ts';
import { type ProvedPages, plainValue } from './known-rows.ts';
import type { FieldEvidence } from './types.ts';

/** Values that are known under a name: from records of the user, or from other sites of the same kind. */
export type KnownValues = ReadonlyMap<string, readonly string[]>;

/** What known values are like, to be compared with those of fields. */
export interface KnownModel {
  /**
   * Share of the values that are known under the name as they stand: on pages whose records are known, of those; else of
   * all.
   */
  same(name: string, evidence: FieldEvidence): number;
  /** How much the words and forms of the values are those known under the name: 0 to 1. */
  like(name: string, values: readonly string[]): number;
}

/** Share of values that are known under a name as they stand for it to be the field's, whatever the page calls it. */
export const leastSame = 0.2;

/** Values of a field that are compared with known ones. */
const mostValues = 400;

/** Prepares known values for comparing; words that many of the fields have in common say little. */
export function knownModel(
  known: KnownValues,
  fields: readonly (readonly string[])[],
  proved: ProvedPages = new Map(),
): KnownModel {
  const rarity = rarities(fields);
  const bags = new Map([...known].map(([name, values]) => [name, bagOf(values, rarity)]));
  const sets = new Map([...known].map(([name, values]) => [name, new Set(values.map(plainValue))]));
  return {
    same(name, evidence) {
      const proof = proofOf(name, evidence, proved);
      if (proof !== null) return proof;
      const { values } = evidence;
      const set = sets.get(name);
      if (set === undefined || values.length === 0) return 0;
      return values.filter((value) => isTelling(value) && set.has(plainValue(value))).length / values.length;
    },
    like(name, values) {
      const bag = bags.get(name);
      return bag === undefined || values.length === 0 ? 0 : cosine(bagOf(values, rarity), bag);
    },
  };
}

/** Words, or as many digits as only a number of something has: equal prices are chance. */
function isTelling(value: string): boolean {
  return /\p{Script=Han}{2}|\p{L}{3}/u.test(value) || value.replace(/\D/g, '').length >= 8;
}

/** Share of the pages with a known record on which a field shows what the record has; `null` where no page has one. */
function proofOf(name: string, { field, frame }: FieldEvidence, proved: ProvedPages): number | null {
  let [right, all] = [0, 0];
  for (const [page, row] of proved) {
    const wanted = (row[name] ?? []).map(plainValue);
    if (wanted.length === 0) continue;
    all++;
    const shown = field.spots.get(page) ?? [];
    const texts = shown.map(({ text }) => plainValue(frame === null ? text : unframed(text, frame)));
    if (texts.length > 0 && texts.every((text) => wanted.includes(text))) right++;
  }
  return all === 0 ? null : right / all;
}

/** Words without case, numbers by their length, and the form of the whole. */
function tokensOf(value: string): readonly string[] {
  const words = value.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{M}]+|\d+/gu) ?? [];
  const tokens = words.map((word) => (/^\d/.test(word) ? `#${word.length}` : word));
  return [...tokens, `form ${formOf(value).slice(0, 24)}`];
}

function rarities(fields: readonly (readonly string[])[]): (token: string) => number {
  const counts = groupsWith(fields.map((values) => values.slice(0, 40).flatMap(tokensOf)));
  return (token) => Math.log((fields.length + 1) / ((counts.get(token) ?? 0) + 0.5));
}

function bagOf(values: readonly string[], rarity: (token: string) => number): ReadonlyMap<string, number> {
  const bag = groupsWith(values.slice(0, mostValues).map(tokensOf));
  // Square roots, so that one frequent word does not stand for all.
  for (const [token, count] of bag) bag.set(token, Math.sqrt(count) * rarity(token));
  return bag;
}

function cosine(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let dot = 0;
  for (const [token, weight] of one) dot += weight * (other.get(token) ?? 0);
  const size = norm(one) * norm(other);
  return size === 0 ? 0 : Math.max(0, dot / size);
}

function norm(bag: ReadonlyMap<string, number>): number {
  return Math.sqrt([...bag.values()].reduce((sum, weight) => sum + weight * weight, 0));
}
