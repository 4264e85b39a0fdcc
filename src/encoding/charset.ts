import { type ByteReading, cyrillicReading, pairReadings, westernReading } from './likelihood.ts';

/** Encodings that text without any label is tried for. */
export type Charset =
  | 'utf-8'
  | 'gb18030'
  | 'big5'
  | 'shift_jis'
  | 'euc-jp'
  | 'euc-kr'
  | 'windows-1251'
  | 'windows-1252';

/** Bytes that are looked at; more would not change the answer. */
const sampleBytes = 64 * 1024;

/**
 * The encoding of text that does not say it. Text of another encoding is practically never valid UTF-8; the
 * others are told apart by how much of what the bytes would read as is usual in their languages.
 */
export function detectCharset(bytes: Uint8Array): Charset {
  return bestReading(bytes).charset;
}

/** The likeliest encoding with its points; none above 0 means that nothing fits, and Western is taken. */
export function bestReading(bytes: Uint8Array): { readonly charset: Charset; readonly points: number } {
  return isUtf8(bytes) ? { charset: 'utf-8', points: 1 } : bestLegacy(bytes);
}

/** The same, of text that is known not to be UTF-8, though it may be valid as such by accident. */
export function bestLegacy(bytes: Uint8Array): { readonly charset: Charset; readonly points: number } {
  const sample = sampleOf(bytes);
  const western = westernReading(sample);
  const readings: readonly ByteReading[] = [western, cyrillicReading(sample), ...pairReadings(sample)];
  const best = readings.reduce((most, next) => (next.points > most.points ? next : most));
  const { charset, points } = best.points > 0 ? best : western;
  return { charset: charset as Charset, points };
}

/** Whether bytes are valid UTF-8; a character that is cut off at the end counts as valid. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The text from the first high byte on: pages begin with much that is ASCII in any encoding. */
export function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 127);
  const from = Math.max(0, first - 64);
  return bytes.subarray(from, from + sampleBytes);
}
