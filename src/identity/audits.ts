/** What is known of a class of calls: how often its presumption was put to the test, and how it went. */
export interface ClassRecord {
  readonly audits: number;
  readonly failed: boolean;
}

/** Skipped actions of a class that are fired all the same, to see whether skipping them was right. */
const auditsPerClass = 2;

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

  /** Whether a skip of this class should be tested; counts the test. */
  wantsAudit(name: string): boolean {
    const record = this.#classes.get(name) ?? { audits: 0, failed: false };
    if (record.failed || record.audits >= auditsPerClass) return false;
    this.#classes.set(name, { ...record, audits: record.audits + 1 });
    return true;
  }

  fail(name: string): void {
    this.#classes.set(name, { audits: this.#classes.get(name)?.audits ?? 1, failed: true });
  }

  save(): string {
    return JSON.stringify([...this.#classes]);
  }
}
