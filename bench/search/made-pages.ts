import { chance } from '../../test/sites/prose.ts';

/** A page that was made, and what of it is looked for. */
export interface MadePage {
  readonly number: number;
  readonly lang: 'en' | 'zh';
  readonly title: string;
  readonly paragraphs: readonly string[];
}

const syllables =
  'ba be bi bo bu da de di do du fa fe fi fo ga ge gi go ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo za zo'.split(
    ' ',
  );
/** Words that everybody uses: half of what is written. */
const common =
  'the of and to in is it that was for on are with as his they at be this from have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more'.split(
    ' ',
  );
/** The same of Chinese, in words of one to two characters. */
const commonChinese =
  '的 了 在 是 我们 他们 这个 一个 没有 可以 就 不 也 和 有 人 中国 因为 所以 但是 如果 已经 时候 问题 工作 发展 进行 社会 通过 之后'.split(
    ' ',
  );
const firstHan = 0x4e00;

/** Texts by seed: half English, half Chinese, with words as rare as words are (Zipf). */
export class PageMaker {
  readonly #words: readonly string[];
  readonly #chinese: readonly string[];
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
    const random = chance(seed);
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
    const unique = (count: number, make: () => string) => {
      const made = new Set<string>();
      while (made.size < count) made.add(make());
      return [...made];
    };
    this.#words = unique(40_000, () =>
      Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables)).join(''),
    );
    const signs = Array.from({ length: 3000 }, () =>
      String.fromCodePoint(firstHan + Math.floor(random() * 6000)),
    );
    this.#chinese = unique(40_000, () =>
      Array.from({ length: random() < 0.8 ? 2 : 3 }, () => pick(signs)).join(''),
    );
  }

  page(number: number): MadePage {
    const random = chance(this.#seed * 1_000_003 + number);
    const lang = number % 2 === 0 ? 'en' : 'zh';
    const title = lang === 'en' ? this.#english(random, 5, 0.2) : this.#han(random, 5, 0.2);
    const paragraphs = Array.from({ length: 6 }, () => {
      const sentences = Array.from({ length: 4 }, () =>
        lang === 'en' ? `${this.#english(random, 11, 0.5)}.` : `${this.#han(random, 11, 0.5)}。`,
      );
      return sentences.join(lang === 'en' ? ' ' : '');
    });
    return { number, lang, title, paragraphs };
  }

  #english(random: () => number, words: number, usual: number): string {
    return this.#drawn(random, words, usual, common, this.#words).join(' ');
  }

  #han(random: () => number, words: number, usual: number): string {
    return this.#drawn(random, words, usual, commonChinese, this.#chinese).join('');
  }

  /** The n-th word is drawn with a chance of about 1/n. */
  #drawn(
    random: () => number,
    count: number,
    usual: number,
    few: readonly string[],
    many: readonly string[],
  ): string[] {
    return Array.from({ length: count }, () => {
      const list = random() < usual ? few : many;
      return list[Math.floor(list.length ** random()) - 1] ?? (list[0] as string);
    });
  }
}

/** A question with the page that it is about. */
export interface KnownItem {
  readonly kind: 'title' | 'sentence' | 'rare words';
  readonly lang: 'en' | 'zh';
  readonly query: string;
  readonly number: number;
}

/** Questions about pages drawn by a seed: their titles, a sentence, and their three rarest words. */
export function knownItems(
  maker: PageMaker,
  pages: number,
  count: number,
  seed: number,
): readonly KnownItem[] {
  const random = chance(seed);
  const kinds = ['title', 'sentence', 'rare words'] as const;
  return Array.from({ length: count }, (_, at) => {
    const page = maker.page(Math.floor(random() * pages));
    const { number, lang, title, paragraphs } = page;
    const kind = kinds[at % kinds.length] as (typeof kinds)[number];
    const sentences = paragraphs
      .join('')
      .split(/[.。]\s*/)
      .filter((text) => text !== '');
    const sentence = sentences[Math.floor(random() * sentences.length)] ?? title;
    const query = kind === 'title' ? title : kind === 'sentence' ? sentence : rareWords(page);
    return { kind, lang, query, number };
  });
}

/** Long words are the rare ones: frequent ones come first in the list of words, which is in no order of length. */
function rareWords({ lang, paragraphs }: MadePage): string {
  const text = paragraphs.join(lang === 'en' ? ' ' : '');
  if (lang === 'en') {
    const words = [...new Set(text.split(/\W+/))].filter((word) => word.length > 5);
    return words
      .sort((one, other) => other.length - one.length || (one < other ? -1 : 1))
      .slice(0, 3)
      .join(' ');
  }
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
  const runs = text.split(/[。，]/).filter((run) => run.length > 12);
  return runs
    .slice(0, 3)
    .map((run) =>
      [...segmenter.segment(run.slice(4, 10))]
        .map(({ segment }) => segment)
        .slice(0, 3)
        .join(''),
    )
    .join(' ');
}

/** A page as its server would send it, with the frame of the site. */
export function htmlOf({ number, lang, title, paragraphs }: MadePage): string {
  const menu = ['Home', 'Products', 'Company', 'Press', 'Contact', '首页', '关于我们']
    .map((name, at) => `<li><a href="/m/${at}">${name}</a></li>`)
    .join('');
  return `<!doctype html><html lang="${lang}"><title>${title} | Made site</title><div class="top">Made site <ul>${menu}</ul></div><div class="text"><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</div><div class="foot">Page frame, imprint, privacy. 版权所有</div></html><!-- ${number} -->`;
}
