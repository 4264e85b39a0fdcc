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
  /** Its target is presumed by its instruction: it was never fired here. */
  readonly presumed: boolean;
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
    this.#pages.set(number, { fingerprint, edges: transitions.flatMap(edgesOf) });
  }

  /** An edge that turned out to lead elsewhere, or nowhere. */
  redirect(source: number, ord: number, target: number | null): void {
    this.#replace(source, ord, (edge) => (target === null ? null : { ...edge, target, presumed: false }));
  }

  /** Says which step was fired to reach a page, and that the one it was found by is presumed only. */
  reached(by: { source: number; ord: number }, found: { source: number; ord: number | null }): void {
    if (found.ord !== null) this.#replace(found.source, found.ord, (edge) => ({ ...edge, presumed: true }));
    this.#replace(by.source, by.ord, (edge) => ({ ...edge, presumed: false }));
  }

  #replace(source: number, ord: number, change: (edge: MapEdge) => MapEdge | null): void {
    const edges = this.#pages.get(source)?.edges ?? [];
    const at = edges.findIndex((edge) => edge.ord === ord);
    const edge = edges[at];
    if (edge) edges.splice(at, 1, ...[change(edge)].filter((changed) => changed !== null));
  }

  /** A transition that was found after the page itself. */
  addTransition(transition: Transition): void {
    this.#pages.get(transition.source)?.edges.push(...edgesOf(transition));
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

/** The event of a transition, unless it leads nowhere or to an address. */
function edgesOf({ ord, target, action, reason }: Transition): MapEdge[] {
  if (target === null || action.instruction.kind === 'url') return [];
  const className = classOf(action.instruction);
  return [{ ord, target, order: orderOf(action), className, presumed: reason === 'known' }];
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
  readonly #maps = new Map<number, { map: DocumentMap; users: number; ready: Promise<void> }>();
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
    this.#maps.set(document, { map, users: 1, ready: Promise.resolve() });
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
      await known.ready;
      return known.map;
    }
    const map = new DocumentMap(document, (number) => this.resolve(number));
    const ready = this.#read(map);
    this.#maps.set(document, { map, users: 1, ready });
    await ready;
    return map;
  }

  async #read(map: DocumentMap): Promise<void> {
    const { document } = map;
    const bySource = Map.groupBy(
      await this.#site.transitionsWithin(document),
      (transition) => transition.source,
    );
    for (const page of await this.#site.pages({ status: 'kept', document })) {
      if (page.content) map.add(page.number, page.content.fingerprint, bySource.get(page.number) ?? []);
    }
  }

  leave(document: number): void {
    const known = this.#maps.get(document);
    if (known && --known.users <= 0) this.#maps.delete(document);
  }
}
