import { classOf, listsAmong } from '../../identity/index.ts';
import type { Page, SiteStore, Transition } from '../../model/index.ts';
import { noTrusts, type Trusts } from '../navigate/trust.ts';
import { leadName } from '../order/yields.ts';
import { DocumentMap } from './document-map.ts';
import type { Doubt } from './doubts.ts';
import type { MapEdge } from './edges.ts';
import { choiceOf, chosen, type State } from './states.ts';

/**
 * Maps of the documents that tabs are in, and nothing more: a document is loaded from the store when a
 * tab enters it and forgotten when the last has left, so memory does not grow with the site.
 */
export class Atlas {
  readonly #site: SiteStore;
  readonly #maps = new Map<number, { map: DocumentMap; users: number; ready: Promise<void> }>();
  readonly #merged = new Map<number, number>();
  readonly #trusts = new Map<number, Trusts>();

  constructor(site: SiteStore) {
    this.#site = site;
  }

  noteMerge(number: number, into: number): void {
    // A page is never another name of itself, by whatever way.
    for (let at: number | undefined = into; at !== undefined; at = this.#merged.get(at))
      if (at === number) return;
    this.#merged.set(number, into);
  }

  /** A number that was another name of a page is visited once more. */
  forgetMerge(number: number): void {
    this.#merged.delete(number);
  }

  resolve(number: number): number {
    let at = number;
    for (let next = this.#merged.get(at); next !== undefined; next = this.#merged.get(at)) at = next;
    return at;
  }

  #trustsOf(document: number): Trusts {
    const trusts = this.#trusts.get(document) ?? noTrusts();
    this.#trusts.set(document, trusts);
    return trusts;
  }

  /** The map of a document that was captured just now: nothing is to be read. */
  begin(document: number): DocumentMap {
    const map = new DocumentMap(document, (number) => this.resolve(number), this.#trustsOf(document));
    this.#maps.set(document, { map, users: 1, ready: Promise.resolve() });
    return map;
  }

  reprint(prints: ReadonlyMap<number, string>): void {
    for (const { map } of this.#maps.values()) map.reprint(prints);
  }

  presume(source: number, ord: number): void {
    for (const { map } of this.#maps.values()) map.presume(source, ord);
  }

  /** How a page was reached, as far as its document is open: from which page and by which class. */
  standing(document: number, page: number): { source: number; className: string } | null {
    const map = this.#maps.get(document)?.map;
    const parent = map?.parentOf(page) ?? null;
    return map && parent !== null ? { source: parent, className: map.originOf(page) ?? '' } : null;
  }

  /** Firings of a list in open documents that may have been under other choices than is written down. */
  doubts(list: string, deciding: readonly string[]): readonly Doubt[] {
    return [...this.#maps.values()].flatMap(({ map }) => map.doubts.take(list, deciding));
  }

  /** An edge was found to lead to a page, or nowhere, without being fired. */
  redirectTo(source: number, ord: number, target: number | null): void {
    for (const { map } of this.#maps.values()) {
      map.redirect(source, ord, target);
      if (target !== null) map.presume(source, ord, true);
    }
  }

  /** The event that led to a page first, with the step that it is, as far as its document is open. */
  leadOf(document: number, page: number): string {
    return this.#maps.get(document)?.map.leadOf(page) ?? '';
  }

  /** An event of a page, as far as its document is open. */
  edge(document: number, source: number, ord: number): MapEdge | null {
    return this.#maps.get(document)?.map.edge(source, ord) ?? null;
  }

  /** The page from which a chain of steps of a class began that leads to a page now being recorded. */
  homeOf(page: { document: number; source: number }, name: string): number {
    const source = this.resolve(page.source);
    return this.#maps.get(page.document)?.map.homeOf(source, name) ?? source;
  }

  /** Edges that were queued anew lead to numbers of their own now. */
  requeue(updated: readonly Pick<Transition, 'source' | 'ord' | 'target' | 'reason'>[]): void {
    for (const { source, ord, target, reason } of updated) {
      for (const { map } of this.#maps.values()) {
        map.redirect(source, ord, target);
        if (reason === 'known') map.presume(source, ord);
      }
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
    const map = new DocumentMap(document, (number) => this.resolve(number), this.#trustsOf(document));
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
    const passages: number[] = [];
    const pages = await this.#site.pages({ status: 'kept', document });
    const states = statesOf(pages, bySource);
    for (const page of pages) {
      if (!page.content) continue;
      const { fingerprint, address } = page.content;
      const { entry } = page;
      const parent = entry.kind === 'action' ? entry.source : null;
      const by = entry.kind === 'action' && bySource.get(entry.source)?.find(({ ord }) => ord === entry.ord);
      const origin = (by && classOf(by.action.instruction)) || '';
      const lead = by ? leadName(by.action) : '';
      const known = { fingerprint, address, parent, origin, lead, state: states(page.number) };
      map.add(page.number, known, bySource.get(page.number) ?? []);
      if (parent !== null && !bySource.has(parent)) passages.push(parent);
    }
    for (const number of passages) await this.#readPassage(map, number);
  }

  /** Sees to it that the way by which a page was had first is in the map: its last step, and states before that. */
  async recall(map: DocumentMap, number: number): Promise<void> {
    const entry = (await this.#site.page(number))?.entry;
    if (entry?.kind !== 'action') return;
    const { source, ord } = entry;
    await this.#readPassage(map, source);
    if (!map.isKept(source) || map.edge(source, ord)) return;
    const step = (await this.#site.transitions(source)).find((transition) => transition.ord === ord);
    if (step) map.addTransition(step);
  }

  /** Reads the states on the way to a page that lies behind them. */
  async #readPassage(map: DocumentMap, number: number): Promise<void> {
    const page = map.isKept(number) ? null : await this.#site.page(number);
    if (page?.entry.kind !== 'action' || page.status !== 'merged') return;
    const { source, ord } = page.entry;
    await this.#readPassage(map, source);
    const entry = (await this.#site.transitions(source)).find((transition) => transition.ord === ord);
    if (entry) map.addPassage(number, entry, await this.#site.transitions(number));
  }

  leave(document: number): void {
    const known = this.#maps.get(document);
    if (known && --known.users <= 0) this.#maps.delete(document);
  }
}

/** What was chosen on the ways to the pages of a document, by their entries. */
function statesOf(
  pages: readonly Page[],
  leaving: ReadonlyMap<number, readonly Transition[]>,
): (page: number) => State {
  const entries = new Map(pages.map(({ number, entry }) => [number, entry]));
  const known = new Map<number, State>();
  return function of(page: number): State {
    const before = known.get(page);
    if (before) return before;
    known.set(page, {});
    const entry = entries.get(page);
    const transitions = entry?.kind === 'action' ? (leaving.get(entry.source) ?? []) : [];
    const by = transitions.find(({ ord }) => entry?.kind === 'action' && ord === entry.ord);
    if (entry?.kind !== 'action' || !by) return {};
    const choice = choiceOf(by.action, listsAmong(transitions.map(({ action }) => action)));
    const state = chosen(of(entry.source), choice, page);
    known.set(page, state);
    return state;
  };
}
