import type { MapEdge } from './edges.ts';

/** Entries of lists that did nothing on a page, and are no edges any more. */
interface Idle {
  readonly page: number;
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>;
}

const nothing: ReadonlySet<string> = new Set();

/** What the pages of a document tell of what is chosen: by class, what can be chosen that leads to each. */
export class Told {
  /** By class and page. Keys made of both cost a page of many actions more than all else that is asked of its map. */
  readonly #texts = new Map<string, Map<number, Set<string>>>();
  /** The same without what does nothing. */
  readonly #leading = new Map<string, Map<number, Set<string>>>();
  readonly #idle: Idle;

  constructor(
    pages: ReadonlyMap<number, { readonly edges: readonly MapEdge[] }>,
    leads: (target: number) => number,
    idle: Idle,
  ) {
    this.#idle = idle;
    // A box leads to the same page when it is ticked and when it is not.
    for (const [from, { edges }] of pages)
      for (const { choice, target, idle: stays, text } of edges)
        if (choice.className !== null && choice.kind !== 'toggle') {
          const page = stays ? from : leads(target);
          note(this.#texts, choice.className, page, text);
          if (!stays && pages.has(page)) note(this.#leading, choice.className, page, text);
        }
  }

  /** What can be chosen of a class that leads to a page, or does nothing there. */
  of(page: number, className: string): ReadonlySet<string> {
    const told = this.#texts.get(className)?.get(page) ?? nothing;
    const idle = page === this.#idle.page ? this.#idle.texts.get(className) : undefined;
    return idle ? told.union(idle) : told;
  }

  /**
   * Whether a page tells what is chosen of a class: one thing alone that can be chosen leads to it, and another one to
   * another page. Rows that are only marked lead nowhere.
   */
  tells(page: number, className: string): boolean {
    const told = this.of(page, className);
    if (told.size !== 1) return false;
    for (const [other, texts] of this.#leading.get(className) ?? [])
      if (other !== page && !texts.isSubsetOf(told)) return true;
    return false;
  }
}

function note(told: Map<string, Map<number, Set<string>>>, className: string, page: number, text: string) {
  const pages = told.get(className) ?? new Map<number, Set<string>>();
  if (pages.size === 0) told.set(className, pages);
  pages.set(page, (pages.get(page) ?? new Set()).add(text));
}
