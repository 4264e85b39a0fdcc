import { unsafePhrases } from './unsafe-words.ts';

const maxWords = 4;
const maxCjk = 12;

/** What visible text orders, where it is essentially nothing but the order. */
export function unsafeText(text: string): string | null {
  if (text.length > 200) return null;
  const folded = foldText(text);
  if (folded === '' || !isShort(folded)) return null;
  return unsafePhrases.find(({ phrases }) => phrases.some((phrase) => phrase.test(folded)))?.word ?? null;
}

/** Lower case, one space between words, and without the icons and marks around them. */
function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[,.!?:;'"()[\]<>«»…]+(?=\s|$)/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

function isShort(text: string): boolean {
  const cjk = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]/gu)?.length ?? 0;
  return cjk <= maxCjk && text.length <= 60 && text.split(' ').length <= maxWords;
}
