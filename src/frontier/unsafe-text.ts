import { unsafePhrases } from './unsafe-words.ts';

/** Words and Chinese, Japanese or Korean characters of what a button says; longer texts are prose. */
const maxWords = 4;
const maxCjk = 12;

/** What visible text orders, where it is essentially nothing but the order. */
export function unsafeText(text: string): string | null {
  if (text.length > 200 || plainWords(text) > maxWords) return null;
  const folded = foldText(text);
  // Most texts order nothing, which one look tells.
  if (folded === '' || !isShort(folded) || !anyPhrase.test(folded)) return null;
  return unsafePhrases.find(({ phrases }) => phrases.some((phrase) => phrase.test(folded)))?.word ?? null;
}

const anyPhrase = new RegExp(
  `^(?:${unsafePhrases.flatMap(({ phrases }) => phrases.map(({ source }) => source)).join('|')})$`,
  'u',
);

/** How many words there are at the least: those with a plain letter or figure, which folding never takes away. */
function plainWords(text: string): number {
  let [words, counted] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 32 || (unit >= 9 && unit <= 13)) counted = false;
    else if (
      !counted &&
      ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57))
    ) {
      counted = true;
      words++;
    }
  }
  return words;
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
