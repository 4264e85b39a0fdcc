/** How often the step that led to a page followed itself, and how often only numbers changed by it. */
export interface Lineage {
  readonly className: string | null;
  /** Steps of this class in a row. */
  readonly length: number;
  /** Those of them that showed a page of the same form as the one before. */
  readonly stale: number;
  readonly form: string;
}

/** Steps in a row that changed nothing but numbers and dates after which they are taken as endless. */
const staleLimit = 30;

/**
 * Recognises spaces without end: calendars, counters, lists that go on for ever. One kind of step that
 * follows itself again and again is bounded, and sooner where each page has the form of the one before.
 */
export class Lineages {
  readonly #known = new Map<number, Lineage>();
  readonly #limit: number;
  readonly #staleLimit: number;
  /** Classes that were bounded, with how many of their actions. */
  readonly #bounded = new Map<string, number>();

  constructor(limit: number, exhaustive: boolean) {
    this.#limit = limit;
    this.#staleLimit = exhaustive ? limit : Math.min(staleLimit, limit);
  }

  /** A page was kept that a step of a class led to from another. */
  add(number: number, source: number, className: string | null, form: string): void {
    const before = this.#known.get(source);
    const goesOn = className !== null && before?.className === className;
    this.#known.set(number, {
      className,
      form,
      length: goesOn ? before.length + 1 : 1,
      stale: goesOn ? before.stale + (form !== '' && before.form === form ? 1 : 0) : 0,
    });
  }

  /** Whether another step of a class from a page would only go on in an endless space; counted. */
  isEndless(page: number, className: string | null): boolean {
    const here = this.#known.get(page);
    if (!here || className === null || here.className !== className) return false;
    if (here.length < this.#limit && here.stale < this.#staleLimit) return false;
    this.#bounded.set(className, (this.#bounded.get(className) ?? 0) + 1);
    return true;
  }

  /** Length of the chain that a page stands at the end of. */
  lengthOf(page: number): number {
    return this.#known.get(page)?.length ?? 0;
  }

  bounded(): ReadonlyMap<string, number> {
    return this.#bounded;
  }
}
