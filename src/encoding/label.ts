import { isUtf8, sampleOf } from './charset.ts';
import { readingAs } from './likelihood.ts';

/** Characters of UTF-8 from which on it is no accident that text labelled as two-byte is valid UTF-8. */
const fewestCharacters = 6;

/** High bytes from which on unlikely text speaks against a label. */
const fewestHigh = 8;

/** Share of characters beyond ASCII that may be broken before a label is not believed. */
const brokenShare = 0.05;

/**
 * The encoding of text that carries a label (a name as `TextDecoder` has it): as labelled, UTF-8 where it can
 * be nothing else, or `null` where the bytes speak against the label.
 */
export function believe(bytes: Uint8Array, label: string): string | null {
  if (/^(?:utf-16|iso-2022|replacement|x-user)/.test(label)) return label;
  if (label === 'utf-8') return isMostlyUtf8(bytes) ? label : null;
  if (isPlainlyUtf8(bytes, label)) return 'utf-8';
  const sample = sampleOf(bytes);
  const reading = readingAs(sample, label);
  if (reading === null) return isMostlyWhole(sample, label) ? label : null;
  return reading.points < 0 && highBytes(sample) >= fewestHigh ? null : label;
}

/** Letters with accents are never valid UTF-8 by accident; of two-byte characters some few are. */
function isPlainlyUtf8(bytes: Uint8Array, label: string): boolean {
  let characters = 0;
  for (const byte of bytes) if (byte >= 0xc2) characters++;
  const enough = /^(?:gb|big5|euc-|shift_jis)/.test(label) ? fewestCharacters : 1;
  return characters >= enough && isUtf8(bytes);
}

/** Damage leaves most characters whole; in other encodings hardly any happens to be one of UTF-8. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true;
  const { beyond, broken } = count(bytes, 'utf-8');
  return broken <= (beyond - broken) / 2;
}

function isMostlyWhole(bytes: Uint8Array, label: string): boolean {
  const { beyond, broken } = count(bytes, label);
  return broken <= brokenShare * beyond;
}

function count(bytes: Uint8Array, label: string): { beyond: number; broken: number } {
  const text = new TextDecoder(label).decode(bytes);
  return {
    beyond: text.match(/[^\0-\x7f]/g)?.length ?? 0,
    broken: text.match(/\ufffd/g)?.length ?? 0,
  };
}

function highBytes(bytes: Uint8Array): number {
  let high = 0;
  for (const byte of bytes) if (byte > 127) high++;
  return high;
}
