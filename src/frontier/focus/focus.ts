import type { LinkMeta } from '../../model/link.ts';
import { wordsOf, wordsOfAddress } from './words.ts';

/** What a link says by which its target can be judged. */
export interface LinkSigns {
  readonly url: string;
  readonly text: string;
  readonly meta?: LinkMeta | undefined;
}

/** How much the page that a link stands on has to do with the topic. */
export interface PageRelevance {
  /** Of the page itself, 0 to 1. */
  readonly own: number;
  /** What was expected of the page before it was seen, 0 to 1. */
  readonly expected: number;
}

/** What a word is worth in each place; the nearer to the link, the more. */
const weights = { text: 3, title: 2, alt: 2, address: 2, heading: 1, around: 1 } as const;

/** BM25's saturation and length normalisation, and the usual lengths of a field and a page in words. */
const saturation = 1.2;
/** A page that names a topic once or twice, as links to it do, is not about it. */
const pageSaturation = 5;
/** Times that a word of the title counts as one of the text. */
const titleWeight = 5;
const normalisation = 0.6;
const usualField = 6;
const usualPage = 300;

/** What a page hands down to its links, and what is left of it from one page to the next (Shark-Search). */
const handedDown = 0.5;
/** What is left of what was expected of a page that has nothing to do with the topic. */
const decay = 0.6;
/** A page below this has nothing to do with the topic: what was expected of it goes on, decaying. */
const related = 0.05;

/** What is left of that for a link that names something else. */
const elsewhere = 0.2;

/** Words of links that say how to go on, not where to. */
const leading = new Set(
  wordsOf(
    'read more next previous continue back here click see also full story details link open show view all page ' +
      'go top home first last older newer permalink comments reply share print source website 更多 下一页 上一页 ' +
      '下一篇 上一篇 详情 全文 阅读 继续 返回 首页 查看 点击 这里',
  ),
);

/** Steps of a priority, which is a whole number. */
const scale = 1000;

/**
 * A topic, and how much links and pages have to do with it: BM25 over the words of a link and its
 * surroundings, each place weighted, joined with what the page that it stands on hands down, as in
 * Shark-Search (Hersovici et al. 1998). Keeps no state: the same link on the same page has the same score.
 */
export class Focus {
  readonly #terms: ReadonlySet<string>;

  private constructor(terms: ReadonlySet<string>) {
    this.#terms = terms;
  }

  /** The topic that some words name; `null` where they name none. */
  static of(words: string): Focus | null {
    const terms = new Set(wordsOf(words));
    return terms.size === 0 ? null : new Focus(terms);
  }

  /** How much a page has to do with the topic, 0 to 1. */
  page(title: string, text: string): number {
    const body = wordsOf(text);
    const counts = this.#count(body, 1 / lengthNorm(body.length, usualPage));
    return this.#score(add(counts, this.#count(wordsOf(title), titleWeight)), pageSaturation);
  }

  /** How much a link has to do with the topic by itself and what stands around it, 0 to 1. */
  link(link: LinkSigns): number {
    return this.#judge(link).score;
  }

  /**
   * How soon a link is worth following, 0 to 1: what it says, and what its page hands down. Of a link that
   * says of itself that it leads to something else, its page and what stands around it say little.
   */
  score(link: LinkSigns, { own, expected }: PageRelevance): number {
    const { score, isElsewhere } = this.#judge(link);
    const inherited = (own > related ? own : expected * decay) * handedDown;
    const known = score + (1 - score) * inherited;
    return isElsewhere ? known * elsewhere : known;
  }

  #judge({ url, text, meta = {} }: LinkSigns): { score: number; isElsewhere: boolean } {
    const counts = this.#field(text, weights.text);
    if (meta.title !== undefined && meta.title !== text) add(counts, this.#field(meta.title, weights.title));
    if (meta.alt !== undefined && meta.alt !== text) add(counts, this.#field(meta.alt, weights.alt));
    add(counts, this.#count(wordsOfAddress(url), weights.address));
    const isElsewhere = counts.size === 0 && isTelling(text);
    if (meta.heading !== undefined) add(counts, this.#field(meta.heading, weights.heading));
    if (meta.around !== undefined) add(counts, this.#field(meta.around, weights.around));
    return { score: this.#score(counts), isElsewhere };
  }

  #field(text: string, weight: number): Map<string, number> {
    const words = wordsOf(text);
    return this.#count(words, weight / lengthNorm(words.length, usualField));
  }

  #count(words: readonly string[], weight: number): Map<string, number> {
    const counts = new Map<string, number>();
    for (const word of words) if (this.#terms.has(word)) counts.set(word, (counts.get(word) ?? 0) + weight);
    return counts;
  }

  #score(counts: ReadonlyMap<string, number>, half = saturation): number {
    let sum = 0;
    for (const count of counts.values()) sum += count / (half + count);
    return sum / this.#terms.size;
  }
}

/** A score as a whole number by which the frontier orders what waits. */
export function priorityOfScore(score: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * scale);
}

/** What a priority says was expected of a page. */
export function scoreOfPriority(priority: number): number {
  return Math.min(1, Math.max(0, priority / scale));
}

/** Whether a link's text names something, and not only a way to go on. */
function isTelling(text: string): boolean {
  return wordsOf(text).some((word) => !leading.has(word) && !/^\d+$/.test(word));
}

function lengthNorm(length: number, usual: number): number {
  return 1 - normalisation + (normalisation * length) / usual;
}

function add(counts: Map<string, number>, more: ReadonlyMap<string, number>): Map<string, number> {
  for (const [word, count] of more) counts.set(word, (counts.get(word) ?? 0) + count);
  return counts;
}
