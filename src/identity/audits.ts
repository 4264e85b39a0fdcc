/** What is known of a class of calls: tests of its presumption and how they went, and what it yields. */
export interface ClassRecord {
  readonly audits: number;
  readonly failed: boolean;
  /** Calls that changed nothing where they stood led back there from elsewhere: they name that page. */
  readonly returns: boolean;
  /** Times it was fired, and how many of them gave a new page. */
  readonly fired: number;
  readonly fresh: number;
}

const unknownClass: ClassRecord = { audits: 0, failed: false, returns: false, fired: 0, fresh: 0 };

/** Skipped actions of a class that are fired all the same, to see whether skipping them was right. */
const auditsPerOrigin = 2;

/** Firings without anything new after which a class is not fired any more. */
const patienceWithClass = 50;

/**
 * Presumptions about classes of calls, kept honest. A class whose calls were presumed to lead to one page
 * from anywhere in their document, and did not, is bound to the page from then on.
 */
export class ClassAudits {
  readonly #classes: Map<string, ClassRecord>;

  constructor(saved: string | null = null) {
    this.#classes = new Map(saved ? (JSON.parse(saved) as [string, ClassRecord][]) : []);
  }

  isBound(name: string): boolean {
    return this.#classes.get(name)?.failed ?? false;
  }

  /**
   * Whether a skip of this class should be tested; counts the test. `origin` is the class of the call that
   * led to the page on which it stands: what turns pages may mean the same wherever one has turned to, and
   * something else under another tab, so each origin has tests of its own.
   */
  wantsAudit(name: string, origin: string): boolean {
    if (this.isBound(name)) return false;
    const key = `${name} after ${origin}`;
    const record = this.#classes.get(key) ?? unknownClass;
    if (record.audits >= auditsPerOrigin) return false;
    this.#classes.set(key, { ...record, audits: record.audits + 1 });
    return true;
  }

  fail(name: string): void {
    this.#classes.set(name, { ...(this.#classes.get(name) ?? unknownClass), failed: true });
  }

  /** Whether a call that changed nothing on one page leads to that page from the others. */
  returns(name: string): boolean {
    return this.#classes.get(name)?.returns ?? false;
  }

  confirmReturn(name: string): void {
    this.#classes.set(name, { ...(this.#classes.get(name) ?? unknownClass), returns: true });
  }

  /** Counts a firing and whether it gave a new page. */
  count(name: string, fresh: boolean): void {
    const record = this.#classes.get(name) ?? unknownClass;
    this.#classes.set(name, { ...record, fired: record.fired + 1, fresh: record.fresh + (fresh ? 1 : 0) });
  }

  /** Whether a class was fired often and never gave anything new. */
  isBarren(name: string): boolean {
    const record = this.#classes.get(name);
    return record !== undefined && record.fired >= patienceWithClass && record.fresh === 0;
  }

  save(): string {
    return JSON.stringify([...this.#classes]);
  }
}
