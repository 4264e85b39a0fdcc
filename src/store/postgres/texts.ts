/**
 * PostgreSQL has no text with a zero character in it, and pages have. It is written as two characters that begin
 * with one that hardly any page has (SUB), which is then written as two itself.
 */
const mark = '\x1a';

/** A text as it is sent. */
function sentText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\0\x1a]/.test(text) ? text.replaceAll(mark, `${mark}1`).replaceAll('\0', `${mark}0`) : text;
}

/** A text as it was before it was sent. */
export function readText(text: string): string {
  return text.includes(mark) ? text.replaceAll(`${mark}0`, '\0').replaceAll(`${mark}1`, mark) : text;
}

/** A value as it is sent. */
export function sentValue(value: unknown): unknown {
  if (typeof value === 'string') return sentText(value);
  if (Array.isArray(value)) return value.map(sentValue);
  return value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value;
}
