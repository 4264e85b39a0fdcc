import type { Content } from '../../dom/units.ts';
import { namePrint } from '../../fingerprint/secret.ts';
import { tuning } from '../tuning.ts';

/** What an action says of the numbers that it leads to. */
export interface Named {
  /** Numbers in its label and its call: `3` leads to "Page 3". */
  readonly numbers: ReadonlySet<string>;
  /** It calls itself the way to the next or last of a kind, so that a number which goes on names a place. */
  readonly turns: boolean;
}

const { namesEach, namesAtLeast, namesFew } = tuning;

/** Nothing is said of numbers. */
export const unnamed: Named = { numbers: new Set(), turns: false };

/**
 * Everything that the pages of one document have shown so far. A state is a page if it shows something that is not
 * in here (docs/decisions/24): asking changes nothing.
 */
export class Seen {
  /** Units, and texts with their numbers, each with the first page that showed it. */
  readonly #pages = new Map<string, number>();
  /** By all that a page shows, the first that showed just that. */
  readonly #wholes = new Map<string, number>();
  /** Items by each of their texts: a part of one is nothing new. */
  readonly #items = new Map<string, ReadonlySet<string>[]>();
  readonly #itemKeys = new Set<string>();
  /** Words of all texts. */
  readonly #words = new Set<string>();
  /** Words that were shown with numbers: with how many in all, and on one page at the most. */
  readonly #figures = new Map<string, { readonly all: number; readonly most: number }>();

  /** A page was kept; `ways` are the handlers that it offers. */
  add(page: number, content: Content, ways: Iterable<string>): void {
    const { units, numbered, items, large } = content;
    const whole = wholeName(content);
    if (!this.#wholes.has(whole)) this.#wholes.set(whole, page);
    for (const [key, texts] of items) this.#addItem(key, texts);
    for (const texts of large) this.#addItem([...texts].sort().join('|'), texts);
    for (const unit of units) this.#note(unit, page);
    for (const way of ways) this.#note(way, page);
    for (const [words, texts] of numbered) {
      const { all, most } = this.#figuresOf(words);
      const open = [...texts].filter((text) => !this.#pages.has(figured(text)));
      this.#figures.set(words, { all: all + open.length, most: Math.max(most, texts.size) });
      for (const text of open) this.#note(figured(text), page);
    }
  }

  #figuresOf(words: string): { readonly all: number; readonly most: number } {
    return this.#figures.get(words) ?? { all: 0, most: 0 };
  }

  /**
   * Whether one number more of some words is a name: where a page showed several of them, unless they came one by one many
   * times over, or were never more than a few. A signature is another one at each click, beside three that stay.
   */
  #isName(words: string, texts: ReadonlySet<string>, open: readonly string[]): boolean {
    const { all, most } = this.#figuresOf(words);
    const areFew = open.length === 1 || most <= namesFew;
    if (areFew && all > namesEach * most + namesAtLeast) return false;
    return texts.size > 1 || most > 1;
  }

  #addItem(key: string, texts: ReadonlySet<string>): void {
    if (this.#itemKeys.has(key)) return;
    this.#itemKeys.add(key);
    for (const text of texts) {
      const known = this.#items.get(text);
      if (known) known.push(texts);
      else this.#items.set(text, [texts]);
    }
  }

  /** Whether an item, or one that it is a part of, was shown. */
  #knowsItem(key: string, texts: ReadonlySet<string>): boolean {
    if (this.#itemKeys.has(key)) return true;
    const withEach = [...texts].map((text) => this.#items.get(text) ?? []);
    const fewest = withEach.reduce((least, some) => (some.length < least.length ? some : least));
    return fewest.some((item) => item.isSupersetOf(texts));
  }

  /** Whether a unit was shown. */
  has(unit: string): boolean {
    return this.#pages.has(unit);
  }

  #note(key: string, page: number): void {
    if (this.#pages.has(key)) return;
    this.#pages.set(key, page);
    if (key.startsWith(figured(''))) for (const word of key.split(' ')) this.#words.add(word);
  }

  /** Whether each word of a text was shown, in whatever text. */
  knowsWords(unit: string): boolean {
    return unit.split(' ').every((word) => this.#words.has(word));
  }

  /** What a state shows that no page of the document has shown, reached by an action that names numbers. */
  news({ units, numbered, items }: Content, ways: Iterable<string>, named: Named): readonly string[] {
    const fresh = [...units].filter((unit) => !this.#pages.has(unit));
    for (const way of ways) if (!this.#pages.has(way)) fresh.push(way);
    for (const [key, texts] of items) if (!this.#knowsItem(key, texts)) fresh.push(`item ${key}`);
    for (const [words, texts] of numbered) {
      // Known by its words already, or new with them.
      const open = [...texts].filter((text) => !this.#pages.has(figured(text)));
      const names = this.#isName(words, texts, open) ? open : open.filter(isNamed(named));
      fresh.push(...names.map(figured));
    }
    return fresh;
  }

  /** The page that shows just what a state shows, no less and no more. */
  equal(content: Content): number | null {
    return this.#wholes.get(wholeName(content)) ?? null;
  }

  /** The page that showed the most of some units first; `null` where none of them was shown. */
  showing({ units, numbered }: Content, without: Content): number | null {
    const votes = new Map<number, number>();
    const vote = (key: string) => {
      const page = this.#pages.get(key);
      if (page !== undefined) votes.set(page, (votes.get(page) ?? 0) + 1);
    };
    for (const unit of units) if (!without.units.has(unit)) vote(unit);
    for (const [words, texts] of numbered)
      for (const text of texts) if (!without.numbered.get(words)?.has(text)) vote(figured(text));
    let best: number | null = null;
    for (const [page, count] of votes) if (best === null || count > (votes.get(best) ?? 0)) best = page;
    return best;
  }
}

/** Everything that a page shows, under the names that `news` gives what is new. */
export function* namesShown({ units, numbered, items }: Content, ways: Iterable<string>): Iterable<string> {
  yield* units;
  yield* ways;
  for (const key of items.keys()) yield `item ${key}`;
  for (const texts of numbered.values()) for (const text of texts) yield figured(text);
}

function wholeName(content: Content): string {
  return namePrint([...namesShown(content, [])].sort().join('\n'));
}

function figured(text: string): string {
  return `text ${text}`;
}

/** Texts all of whose numbers the action names; where it goes on to the next, those with one: with more they count something. */
function isNamed({ numbers, turns }: Named): (text: string) => boolean {
  return (text) => {
    const found = text.match(/\d+(?:[.,:]\d+)*/g) ?? [];
    return (turns && found.length === 1) || (found.length > 0 && found.every((each) => numbers.has(each)));
  };
}
