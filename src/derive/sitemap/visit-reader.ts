import type { SiteStore } from '../../model/store.ts';
import type { PageVisits } from '../../model/visits.ts';

const visitsRead = 500;

/** Reads the visits of pages that are asked for in number order, many at a time. */
export class VisitReader {
  readonly #site: SiteStore;
  #some: readonly PageVisits[] = [];
  #at = 0;
  #ended = false;

  constructor(site: SiteStore) {
    this.#site = site;
  }

  async of(page: number): Promise<PageVisits | null> {
    for (;;) {
      for (; this.#at < this.#some.length; this.#at++) {
        const visits = this.#some[this.#at] as PageVisits;
        if (visits.page >= page) return visits.page === page ? visits : null;
      }
      if (this.#ended) return null;
      this.#some = await this.#site.visits({ after: page - 1, limit: visitsRead });
      this.#ended = this.#some.length < visitsRead;
      this.#at = 0;
    }
  }
}
