/** UTF-16 that nobody has marked: text of it has a zero in every second byte wherever it is ASCII. */

/** Bytes that are looked at. */
const sampleBytes = 4096;
/** Share of the pairs that must be ASCII characters, as the tags of any page are. */
const asciiShare = 0.3;
/** Share of zeros that may stand where no ASCII character has one. */
const strayShare = 0.02;

/** The kind of UTF-16 that bytes without a byte order mark are, `null` where they are none. */
export function wideCharset(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length, sampleBytes) & ~1;
  if (length < 8) return null;
  // Next to all pages have no zero at all, and looking for one takes no loop of ours.
  const zero = bytes.indexOf(0);
  if (zero < 0 || zero >= length) return null;
  const zeros = [0, 0];
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i & 1] = (zeros[i & 1] as number) + 1;
  const [first = 0, second = 0] = zeros.map((count) => (2 * count) / length);
  if (second >= asciiShare && first <= strayShare) return 'utf-16le';
  return first >= asciiShare && second <= strayShare ? 'utf-16be' : null;
}

/** Whether bytes are UTF-16, marked or not. */
export function isWide(bytes: Uint8Array): boolean {
  const [a, b] = bytes;
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || wideCharset(bytes) !== null;
}
