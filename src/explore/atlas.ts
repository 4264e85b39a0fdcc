import { classOf } from '../identity/index.ts';
import type { Action, FireOrder, SiteStore, Transition } from '../model/index.ts';
import type { Steps } from './plan.ts';

/** An event that can be fired on a page. */
export interface MapEdge {
  readonly ord: number;
  readonly target: number;
  readonly order: FireOrder;
  /** Class of its call, `null` for elements of which nothing is known. */
  readonly className: string | null;
}

interface MapPage {
  readonly fingerprint: string;
  readonly edges: MapEdge[];
}

/** The pages of one document and the events between them. */
export class DocumentMap implements Steps {
  readonly document: number;
  readonly #pages = new Map<number, MapPage>();
  readonly #resolve: (number: number) => number;

  constructor(document: number, resolve: (number: number) => number) {
    this.document = document;
    this.#resolve = resolve;
  }

  add(number: number, fingerprint: string, transitions: readonly Transition[]): void {
    const edges = transitions.flatMap(({ ord, target, action }): MapEdge[] =>
      target === null || action.instruction.kind === 'url'
        ? []
        : [{ ord, target, order: orderOf(action), className: classOf(action.instruction) }],
    );
    this.#pages.set(number, { fingerprint, edges });
  }

  /** An edge that turned out to lead elsewhere, or nowhere. */
  redirect(source: number, ord: number, target: number | null): void {
    const page = this.#pages.get(source);
    if (!page) return;
    const at = page.edges.findIndex((edge) => edge.ord === ord);
    const edge = page.edges[at];
    if (!edge) return;
    if (target === null) page.edges.splice(at, 1);
    else page.edges[at] = { ...edge, target };
  }

  addEdge(source: number, edge: MapEdge): void {
    this.#pages.get(source)?.edges.push(edge);
  }

  *from(page: number): Iterable<{ ord: number; target: number }> {
    for (const { ord, target } of this.#pages.get(page)?.edges ?? [])
      yield { ord, target: this.#resolve(target) };
  }

  isKept(page: number): boolean {
    return this.#pages.has(page);
  }

  edge(source: number, ord: number): MapEdge | null {
    return this.#pages.get(source)?.edges.find((edge) => edge.ord === ord) ?? null;
  }

  fingerprintOf(page: number): string | null {
    return this.#pages.get(page)?.fingerprint ?? null;
  }

  numberOf(fingerprint: string): number | null {
    for (const [number, page] of this.#pages) if (page.fingerprint === fingerprint) return number;
    return null;
  }

  /** Fingerprints of the latest pages: what an event is likely to lead back to. */
  recentFingerprints(most: number): Set<string> {
    const all = [...this.#pages.values()].slice(-most).map((page) => page.fingerprint);
    const root = this.#pages.get(this.document);
    return new Set(root ? [root.fingerprint, ...all] : all);
  }
}

function orderOf({ id, xpath, event }: Action): FireOrder {
  return { id, xpath, event };
}

/**
 * Maps of the documents that tabs are in, and nothing more: a document is loaded from the store when a
 * tab enters it and forgotten when the last has left, so memory does not grow with the site.
 */
export class Atlas {
  readonly #site: SiteStore;
  readonly #maps = new Map<number, { map: DocumentMap; users: number }>();
  readonly #merged = new Map<number, number>();

  constructor(site: SiteStore) {
    this.#site = site;
  }

  noteMerge(number: number, into: number): void {
    this.#merged.set(number, into);
  }

  resolve(number: number): number {
    let at = number;
    for (let next = this.#merged.get(at); next !== undefined; next = this.#merged.get(at)) at = next;
    return at;
  }

  /** The map of a document that was captured just now: nothing is to be read. */
  begin(document: number): DocumentMap {
    const map = new DocumentMap(document, (number) => this.resolve(number));
    this.#maps.set(document, { map, users: 1 });
    return map;
  }

  /** Edges that were queued anew lead to numbers of their own now. */
  requeue(updated: readonly { source: number; ord: number; target: number | null }[]): void {
    for (const { source, ord, target } of updated) {
      for (const { map } of this.#maps.values()) map.redirect(source, ord, target);
    }
  }

  /** The map of a document, read from the store unless a tab is in it already. */
  async enter(document: number): Promise<DocumentMap> {
    const known = this.#maps.get(document);
    if (known) {
      known.users++;
      return known.map;
    }
    const map = new DocumentMap(document, (number) => this.resolve(number));
    this.#maps.set(document, { map, users: 1 });
    const bySource = Map.groupBy(
      await this.#site.transitionsWithin(document),
      (transition) => transition.source,
    );
    for (const page of await this.#site.pages({ status: 'kept', document })) {
      if (page.content) map.add(page.number, page.content.fingerprint, bySource.get(page.number) ?? []);
    }
    return map;
  }

  leave(document: number): void {
    const known = this.#maps.get(document);
    if (known && --known.users <= 0) this.#maps.delete(document);
  }
}
