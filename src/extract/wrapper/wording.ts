/** Labels are short. */
const longest = 60;

/** Whether a text reads as the name of something that follows: `Price:`, `ISBN：`. */
export function readsAsLabel(text: string): boolean {
  return text.length <= longest && /[:：]$/.test(text) && /\p{L}/u.test(text);
}

/** The part of a text up to its first colon, where that reads as a label and something follows. */
export function labelIn(text: string): string | null {
  // Most texts have no colon, and every text of every page is asked.
  if (!text.includes(':') && !text.includes('：')) return null;
  const found = /^[^:：]{1,40}[:：](?=\s|\S{0,3}[\d$€£¥]|[\p{Script=Han}])/u.exec(text)?.[0];
  if (found === undefined || found.length === text.length || !readsAsLabel(found)) return null;
  return found;
}

/** A label without what changes with its number or its surroundings: `Authors:` and `Author` are one. */
export function labelStem(text: string): string {
  return text
    .toLowerCase()
    .replace(/\(s\)|[^\p{L}\p{N} ]/gu, '')
    .trim()
    .replace(/s$/, '');
}
