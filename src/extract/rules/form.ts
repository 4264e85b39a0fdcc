/** The form of a text: `9` for digits, `a` for words, marks as they are, what repeats once. */
export function formOf(text: string): string {
  return text
    .replace(/\p{N}+(?:[.,]\p{N}+)*/gu, '9')
    .replace(/[\p{L}\p{M}'’]+/gu, 'a')
    .replace(/\s+/g, ' ')
    .replace(/a(?:[ ,&-]+a)+/g, 'a a')
    .slice(0, 40);
}
