import { BoundedMap } from '../../model/bounded-map.ts';
import { tuning } from '../tuning.ts';

const { calendarLimit, datesFrom, growthLimit, staleLimit } = tuning;

/** How often the step that led to a page followed itself, and how often only numbers changed by it. */
export interface Chain {
  readonly className: string | null;
  /** Steps of this class in a row. */
  readonly length: number;
  /** Those of them that showed a page of the same form as the one before. */
  readonly stale: number;
  /** Those of them in a row that made the page longer. */
  readonly grown: number;
  /** Those of them that showed another month or day. */
  readonly dated: number;
  readonly form: string;
  readonly size: number;
  readonly date: string | null;
}

/** Pages of which it is remembered how they were reached, the latest. */
const remembered = 100_000;

/**
 * Recognises spaces without end: calendars, counters, lists that go on for ever. One kind of step that
 * follows itself again and again is bounded, and sooner where each page has the form of the one before.
 */
export class Chains {
  readonly #known = new BoundedMap<number, Chain>(remembered);
  /** Classes that make a list longer without end, by document. */
  readonly #endless = new Set<string>();
  readonly #limit: number;
  readonly #staleLimit: number;
  readonly #growthLimit: number;
  readonly #calendarLimit: number;
  /** Classes that were bounded, with how many of their actions. */
  readonly #bounded = new Map<string, number>();

  constructor(limit: number, exhaustive: boolean) {
    this.#limit = limit;
    this.#staleLimit = exhaustive ? limit : Math.min(staleLimit, limit);
    this.#growthLimit = exhaustive ? limit : Math.min(growthLimit, limit);
    this.#calendarLimit = exhaustive ? limit : Math.min(calendarLimit, limit);
  }

  /** A page of a form and a size was kept that a step of a class led to from another. */
  add(
    number: number,
    source: number,
    className: string | null,
    { form, size, text }: { readonly form: string; readonly size: number; readonly text: () => string },
  ): void {
    const before = this.#known.get(source);
    const goesOn = className !== null && before?.className === className;
    const date = goesOn && before.length >= datesFrom ? (dateIn(text()) ?? null) : null;
    this.#known.set(number, {
      className,
      form,
      size,
      date,
      length: goesOn ? before.length + 1 : 1,
      stale: goesOn ? before.stale + (form !== '' && before.form === form ? 1 : 0) : 0,
      dated: goesOn && date !== null && date !== before.date ? Math.max(before.dated, datesFrom) + 1 : 0,
      grown: goesOn && size > before.size ? before.grown + 1 : 0,
    });
  }

  /** Whether another step of a class from a page would only go on in an endless space; counted. */
  isEndless(page: number, className: string | null, document: number = page): boolean {
    if (className !== null && this.#endless.has(`${document} ${className}`)) return this.#bound(className);
    const here = this.#known.get(page);
    if (!here || className === null || here.className !== className) return false;
    const { length, stale, grown, dated } = here;
    const goesOn = length < this.#limit && dated < this.#calendarLimit;
    if (goesOn && stale < this.#staleLimit && grown < this.#growthLimit) return false;
    return this.#bound(className);
  }

  #bound(className: string): true {
    this.#bounded.set(className, (this.#bounded.get(className) ?? 0) + 1);
    return true;
  }

  /** Times that what makes a list grow is fired once more in one visit. */
  get mostGrowth(): number {
    return this.#growthLimit;
  }

  /** A list was still growing when patience ended: its document has no end to it, wherever it is shown. */
  noteGrowth(className: string, document: number): void {
    this.#endless.add(`${document} ${className}`);
    this.#bounded.set(className, (this.#bounded.get(className) ?? 0) + 1);
  }

  /** What is known of how a page was reached, to be handed over with what was found on it. */
  of(page: number): Chain | null {
    return this.#known.get(page) ?? null;
  }

  /** Takes over what another worker knows of a page. */
  takeOver(page: number, chain: Chain): void {
    if (!this.#known.has(page)) this.#known.set(page, chain);
  }

  /** Length of the chain that a page stands at the end of. */
  lengthOf(page: number): number {
    return this.#known.get(page)?.length ?? 0;
  }

  bounded(): ReadonlyMap<string, number> {
    return this.#bounded;
  }
}

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const monthAndYear = new RegExp(
  `\\b(?:${months})[a-z]*\\.?,?\\s+(?:\\d{1,2},?\\s+)?(?:1[89]|2\\d)\\d\\d\\b|\\b(?:1[89]|2\\d)\\d\\d\\s*(?:[-/.]\\s*(?:0?[1-9]|1[0-2])\\b|年\\s*\\d{1,2}\\s*月)`,
  'i',
);

/** The first month that a text names. */
function dateIn(text: string): string | undefined {
  return monthAndYear.exec(text)?.[0];
}
