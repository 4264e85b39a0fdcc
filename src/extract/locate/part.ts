import type { TextPart } from '../types.ts';

/** The value inside a text that also holds its label; `null` where the text is made otherwise. */
export function cutPart(text: string, { before, after }: TextPart): string | null {
  const start = before === '' ? 0 : text.indexOf(before);
  if (start < 0) return null;
  const from = start + before.length;
  const end = after === '' ? text.length : text.indexOf(after, from);
  if (end < 0) return null;
  const value = text.slice(from, end).trim();
  return value === '' ? null : value;
}

/** What has to be cut off so that each text gives its value; `null` where nothing does that for all. */
export function learnPart(
  pairs: readonly { readonly text: string; readonly value: string }[],
): TextPart | null {
  const sides = pairs.map(({ text, value }) => {
    // "Rated: R" has its value at the end, though the same letter stands before.
    const at = text.endsWith(value) ? text.length - value.length : Math.max(0, text.indexOf(value));
    return { before: text.slice(0, at), after: text.slice(at + value.length) };
  });
  const part = {
    before: sides.map(({ before }) => before).reduce(commonEnd),
    after: sides.map(({ after }) => after).reduce(commonStart),
  };
  const holds = pairs.every(({ text, value }) => cutPart(text, part) === value);
  return holds ? part : null;
}

/** What two texts have in common from their beginning on. */
export function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}

function commonEnd(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one.at(-1 - length) === other.at(-1 - length)) length++;
  return length === 0 ? '' : one.slice(-length);
}
