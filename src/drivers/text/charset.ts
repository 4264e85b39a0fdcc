/** Encodings that text without any label is tried for. */
export type Charset = 'utf-8' | 'gb18030' | 'big5' | 'windows-1252';

/** Pairs of high bytes from which on a guess between Chinese encodings is better than none. */
const fewestPairs = 2;

/**
 * The encoding of text that does not say it. Text of another encoding is practically never valid UTF-8;
 * GBK and Big5 are told apart by where their frequent characters lie.
 */
export function detectCharset(bytes: Uint8Array): Charset {
  if (isUtf8(bytes)) return 'utf-8';
  const { gbk, big5, pairs, strays } = countPairs(bytes);
  if (pairs < fewestPairs || strays > pairs / 2 || Math.max(gbk, big5) < pairs / 3) return 'windows-1252';
  return big5 > gbk ? 'big5' : 'gb18030';
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

interface PairCount {
  /** Frequent characters of GB 2312: its first level, all of whose bytes are high. */
  gbk: number;
  /** Frequent characters of Big5, whose second bytes are as often low as high. */
  big5: number;
  pairs: number;
  /** High bytes that no second byte follows. */
  strays: number;
}

function countPairs(bytes: Uint8Array): PairCount {
  const count: PairCount = { gbk: 0, big5: 0, pairs: 0, strays: 0 };
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] as number;
    if (lead < 0x81) continue;
    const trail = bytes[at + 1] ?? 0;
    if (trail < 0x40 || trail === 0x7f || trail === 0xff) {
      count.strays++;
      continue;
    }
    count.pairs++;
    at++;
    if (lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1) count.gbk++;
    if (lead >= 0xa4 && lead <= 0xc6 && (trail <= 0x7e || trail >= 0xa1)) count.big5++;
  }
  return count;
}
