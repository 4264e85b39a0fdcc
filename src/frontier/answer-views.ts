/** Addresses at which questions are answered: where the form sends them, and what it always sends along. */
export interface AnswerPlace {
  /** Address without its question. */
  readonly address: string;
  /** Names by which it is asked. */
  readonly asks: ReadonlySet<string>;
  /** What it sends along whatever is asked: name and value. */
  readonly along: ReadonlyMap<string, string>;
}

/** What is known of a parameter that nobody is asked by. */
interface ViewName {
  /** Pages in a row that showed nothing new. */
  idle: number;
  /** Pages that did show something. */
  full: number;
  /** It leads to further pages of an answer. */
  isPager: boolean;
}

/**
 * Pages in a row without anything new, after which more of their kind are left; as many again for each page that did
 * show something. Views of answers that are shown whole bring nothing, those of answers that are cut off do: with 8 alone
 * a list of 10 at most was left after 32 such pages that had brought a third of its records.
 */
const mostIdle = 8;
/** Pieces of text that are new on a page which only says how it is sorted, and the share of all its pieces. */
const [slightPieces, slightShare] = [2, 0.05];
/** Pieces of text that are remembered: about 20 MB. */
const mostPieces = 300_000;
/** Labels of links that lead to a further page of the same answer. */
const pager =
  /^(?:\d{1,4}|[»›>→]+|next(?: page)?|more|weiter|suivant|siguiente|下一页|下页|后页|第\s*\d+\s*页)\s*[»›>→]*$/i;

/** Whether a link is called as those are that lead to a further page of the same answer. */
export function isPagerLabel(label: string): boolean {
  return pager.test(label.trim());
}

/**
 * Addresses that show answers of a form once more, in another order or dress. What a parameter is for is judged by what
 * the pages that have it brought, not by its name: they are visited after all else, and where several in a row have
 * shown nothing that no answer had shown before, the others are left.
 */
export class AddressViews {
  readonly #places = new Map<string, AnswerPlace>();
  readonly #names = new Map<string, ViewName>();
  /** Pieces of text that pages of a place have shown. */
  readonly #seen = new Set<string>();
  readonly #left = new Map<string, number>();

  /** `saved`: what was learned in an earlier run. */
  constructor(saved: string | null = null) {
    for (const key of saved === null ? [] : (JSON.parse(saved) as string[]))
      this.#names.set(key, { idle: mostIdle, full: 0, isPager: false });
  }

  /** From now on, answers of a form come from this place; of several forms with one place, each may be asked. */
  watch({ address, asks, along }: AnswerPlace): void {
    const known = this.#places.get(address);
    const all = new Map([...(known?.along ?? []), ...along]);
    this.#places.set(address, { address, asks: asks.union(known?.asks ?? new Set()), along: all });
  }

  /** How soon a link is followed: 0 as any, less later; `null`: not at all. `from`: the address that it stands on. */
  rank(url: string, label: string, from: string | null): number | null {
    const names = this.#namesOf(url);
    if (names.length === 0) return 0;
    if (isPagerLabel(label)) this.#notePager(url, names, from);
    const vain = names.filter((key) => this.#isOut(key));
    for (const key of vain) this.#left.set(key, (this.#left.get(key) ?? 0) + 1);
    if (vain.length > 0) return null;
    return names.every((key) => this.#names.get(key)?.isPager) ? 0 : -1;
  }

  /** Whether an address that waits is visited no more. */
  leaves(url: string): boolean {
    return this.rank(url, '', null) === null;
  }

  /** What a page shows is known: nothing is learned of its address. */
  know(url: string, text: string): void {
    if (this.#placeOf(url) !== undefined) this.#freshIn(piecesOf(text));
  }

  /** A page was read. */
  shown(url: string, text: string): void {
    if (this.#placeOf(url) === undefined) return;
    const pieces = piecesOf(text);
    const isIdle = this.#freshIn(pieces) <= Math.max(slightPieces, slightShare * pieces.size);
    for (const key of this.#namesOf(url)) {
      const known = this.#name(key);
      if (this.#isOut(key)) continue;
      known.idle = isIdle ? known.idle + 1 : 0;
      if (!isIdle) known.full++;
    }
  }

  /** Parameters whose pages are left, and how many links. */
  get left(): ReadonlyMap<string, number> {
    return new Map([...this.#left].map(([key, count]) => [key.slice(key.indexOf('\n') + 1), count]));
  }

  save(): string {
    return JSON.stringify([...this.#names.keys()].filter((key) => this.#isOut(key)));
  }

  /** How many pieces of text no page has shown before. */
  #freshIn(pieces: ReadonlySet<string>): number {
    let fresh = 0;
    for (const piece of pieces) {
      if (this.#seen.has(piece)) continue;
      fresh++;
      if (this.#seen.size < mostPieces) this.#seen.add(piece);
    }
    return fresh;
  }

  #isOut(key: string): boolean {
    const known = this.#names.get(key);
    return known !== undefined && !known.isPager && known.idle >= mostIdle * (1 + known.full);
  }

  #name(key: string): ViewName {
    const known = this.#names.get(key) ?? { idle: 0, full: 0, isPager: false };
    this.#names.set(key, known);
    return known;
  }

  /** What a link called "2" or "next" changes leads to further pages. */
  #notePager(url: string, names: readonly string[], from: string | null): void {
    const [here, there] = [from === null ? null : URL.parse(from), URL.parse(url)];
    if (here === null || there === null || here.pathname !== there.pathname) return;
    const changed = names.filter((key) => {
      const name = key.slice(key.indexOf('\n') + 1);
      return here.searchParams.get(name) !== there.searchParams.get(name);
    });
    const [key, more] = changed;
    if (key !== undefined && more === undefined) this.#name(key).isPager = true;
  }

  #placeOf(url: string): AnswerPlace | undefined {
    return this.#places.get(url.replace(/[?#].*/s, ''));
  }

  /** Parameters of an address that nobody is asked by, as keys. */
  #namesOf(url: string): readonly string[] {
    const place = this.#placeOf(url);
    const params = place === undefined ? undefined : URL.parse(url)?.searchParams;
    if (place === undefined || params === undefined) return [];
    const own = [...new Set(params.keys())].filter(
      (name) => !place.asks.has(name) && place.along.get(name) !== params.get(name),
    );
    return own.map((name) => `${place.address}\n${name}`);
  }
}

/** Pieces of a text that say something: cells and lines with letters. */
function piecesOf(text: string): ReadonlySet<string> {
  const pieces = text.split(/[\t\n]/).map((piece) => piece.trim());
  return new Set(pieces.filter((piece) => /\p{L}/u.test(piece)));
}
