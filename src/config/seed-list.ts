/** One line of a list of start addresses. */
export interface SeedLine {
  readonly text: string;
  /** Name of the list, for messages. */
  readonly list: string;
  /** Counted from 1. */
  readonly line: number;
}

/**
 * The lines of a list that hold an address, with their numbers.
 *
 * Empty lines are left out, and so is what follows a `#` at the begin of a line or behind white space: inside
 * an address it begins a fragment.
 */
export function seedLines(bytes: Uint8Array, list: string): readonly SeedLine[] {
  return decoded(bytes)
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ text: line.replace(/(^|\s)#.*$/s, '').trim(), list, line: index + 1 }))
    .filter(({ text }) => text !== '');
}

/** UTF-8, or UTF-16 where its mark says so: some shells write that. */
function decoded(bytes: Uint8Array): string {
  const little = bytes[0] === 0xff && bytes[1] === 0xfe;
  const big = bytes[0] === 0xfe && bytes[1] === 0xff;
  return new TextDecoder(little ? 'utf-16le' : big ? 'utf-16be' : 'utf-8').decode(bytes);
}
