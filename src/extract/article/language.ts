/** Letters that hardly any other language is written in. */
const scripts: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ja', /[\u3040-\u30ff]/g],
  ['ko', /[\uac00-\ud7a3]/g],
  ['zh', /[\u4e00-\u9fff]/g],
  ['ru', /[\u0400-\u04ff]/g],
  ['el', /[\u0370-\u03ff]/g],
  ['ar', /[\u0600-\u06ff]/g],
  ['he', /[\u0590-\u05ff]/g],
  ['th', /[\u0e00-\u0e7f]/g],
  ['hi', /[\u0900-\u097f]/g],
];

/** Words that are frequent in one language and rare in the others. */
const words: Readonly<Record<string, string>> = {
  en: 'the and of to is that was for with this which from have are',
  de: 'der die und das nicht ist ein eine mit auf den von dem für',
  fr: 'le les des est une dans que pour pas sur qui avec du ce',
  es: 'el los las que una por con para del está como pero más muy',
  it: 'il che di per una della sono non con gli alla nel anche più',
  pt: 'o que de não uma para com os dos das em mais também são',
  nl: 'het een van en dat niet zijn op voor met ook maar deze wordt',
};

/** The language that is declared, as BCP 47 spells it, else the one that the text looks like. */
export function languageOf(declared: string, text: string): string {
  const tag = declared.trim().replaceAll('_', '-');
  if (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag)) return tag;
  const sample = text.slice(0, 5000);
  const paragraphs = sample.split('\n\n').filter((paragraph) => lettersIn(paragraph) > 0);
  for (const [language, pattern] of scripts) {
    if (shareOf(sample, pattern) > leastLetters) return language;
    // Between the listings of a manual, which are English everywhere, a few paragraphs say what it is written in.
    const own = paragraphs.filter((paragraph) => shareOf(paragraph, pattern) > leastLetters).length;
    if (own > paragraphs.length * leastParagraphs) return language;
  }
  return byWords(sample);
}

/** Share of the letters of a text that are of a script, and of the paragraphs that are written in it, for it to be the text's. */
const [leastLetters, leastParagraphs] = [0.1, 0.25];

function shareOf(text: string, pattern: RegExp): number {
  return (text.match(pattern)?.length ?? 0) / Math.max(1, lettersIn(text));
}

function lettersIn(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

function byWords(text: string): string {
  const seen = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = Object.entries(words).map(([language, list]) => {
    const known = new Set(list.split(' '));
    return { language, share: seen.filter((word) => known.has(word)).length / Math.max(1, seen.length) };
  });
  const [best, next] = scores.sort((a, b) => b.share - a.share);
  return best && next && best.share > 0.08 && best.share > next.share * 1.3 ? best.language : '';
}
