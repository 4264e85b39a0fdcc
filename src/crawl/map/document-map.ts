import { listsAmong } from '../../identity/index.ts';
import type { Transition } from '../../model/index.ts';
import { type Passage, prolonged } from '../navigate/passage.ts';
import type { Steps } from '../navigate/plan.ts';
import { noTrusts, type Trust, type Trusts } from '../navigate/trust.ts';
import { Seen } from '../sameness/seen.ts';
import { Doubts } from './doubts.ts';
import { fired, type MapEdge, mapEdges } from './edges.ts';
import type { State } from './states.ts';
import { Told } from './told.ts';

/** What a map keeps of a page besides its edges. */
export interface MapPage {
  readonly fingerprint: string;
  /** Address it shows. */
  readonly address?: string;
  /** Page from which it was reached; `null` for the document's own. */
  readonly parent?: number | null;
  /** Class of the event that led to it first. */
  readonly origin?: string;
  /** The same event with the step that it is (`leadName`). */
  readonly lead?: string;
  /** What was chosen on the way to it. */
  readonly state?: State;
}

interface MapNode extends MapPage {
  readonly edges: MapEdge[];
}

/** A state that was passed through: it shows what kept pages show, only not together. */
interface Glimpse {
  /** The kept page that shows what is new here. */
  readonly of: number;
  readonly node: number;
  /** How it was reached; `null` where that cannot be told. */
  readonly passage: Passage | null;
}

/** Glimpses that are remembered. */
const glimpsesKept = 50;

/** The pages of one document and the events between them. */
export class DocumentMap implements Steps {
  readonly document: number;
  /** Address that the document was loaded from; `null` until its first page is known. */
  documentUrl: string | null = null;
  /** What its pages show; filled by whoever keeps pages. */
  seen: Seen = new Seen();
  /** Whether the addresses that its pages show lead to these pages. */
  readonly routes: Trust;
  /** Whether steps back in the session history show the page that was there. */
  readonly backs: Trust;
  /** What was fired where more was chosen than is written down. */
  readonly doubts = new Doubts();
  readonly #pages = new Map<number, MapNode>();
  readonly #byFingerprint = new Map<string, number>();
  /** Pages from which a number can be had. */
  readonly #sources = new Map<number, number>();
  /** Fingerprints of states that show what a page shows, in another way. */
  readonly #variants = new Map<string, number>();
  readonly #glimpses = new Map<string, Glimpse>();
  readonly #resolve: (number: number) => number;
  #nextGlimpse = -2;
  #known: Told | null = null;
  /** By list, the entries that did nothing on the document's own page. */
  readonly #idle = new Map<string, Set<string>>();

  constructor(document: number, resolve: (number: number) => number, trusts: Trusts = noTrusts()) {
    this.document = document;
    this.#resolve = resolve;
    this.routes = trusts.routes;
    this.backs = trusts.backs;
  }

  add(number: number, page: MapPage, transitions: readonly Transition[]): void {
    const edges = edgesOf(transitions);
    this.#known = null;
    this.#pages.set(number, { ...page, edges });
    for (const target of new Set(edges.map((edge) => edge.target)))
      this.#sources.set(target, (this.#sources.get(target) ?? 0) + 1);
    if (number === this.document && page.address) this.documentUrl = page.address.replace(/#.*/s, '');
    if (!this.#byFingerprint.has(page.fingerprint)) this.#byFingerprint.set(page.fingerprint, number);
  }

  /** More is known to be volatile: pages have new fingerprints, and what they show has to be seen anew. */
  reprint(prints: ReadonlyMap<number, string>): void {
    for (const [number, fingerprint] of prints) {
      const page = this.#pages.get(number);
      if (!page) continue;
      this.#pages.set(number, { ...page, fingerprint });
      this.#byFingerprint.set(fingerprint, number);
    }
    this.seen = new Seen();
  }

  /** A state that shows what a page, or one between pages, shows in another way, and offers the same actions. */
  addVariant(fingerprint: string, of: number): void {
    const meaning = this.meaningOf(of);
    if (of >= 0) this.#variants.set(fingerprint, of);
    else if (meaning !== null)
      this.#glimpses.set(fingerprint, { of: meaning, node: of, passage: this.#glimpse(of)?.passage ?? null });
  }

  /** A state that shows nothing but what kept pages show: a place to stand, not a page. */
  addGlimpse(
    { fingerprint, of, state }: { fingerprint: string; of: number; state: State },
    transitions: readonly Transition[],
    passage: Passage | null,
  ): number {
    const node = this.#nextGlimpse--;
    this.#pages.set(node, { fingerprint, state, edges: edgesOf(transitions) });
    this.#glimpses.set(fingerprint, { of, node, passage });
    const [oldest] = this.#glimpses.keys();
    if (this.#glimpses.size > glimpsesKept && oldest !== undefined) {
      this.#pages.delete(this.#glimpses.get(oldest)?.node as number);
      this.#glimpses.delete(oldest);
    }
    return node;
  }

  /** A state on the way to a page that lies behind it: one passes through without looking at it. */
  addPassage(number: number, entry: Transition, leaving: readonly Transition[]): void {
    if (this.#pages.has(number)) return;
    this.#pages.set(number, { fingerprint: '', edges: edgesOf(leaving) });
    const edge = this.edge(entry.source, entry.ord);
    // Where a list grew, the step that began it leads here and not yet to the page.
    if (edge && !edge.presumed) this.redirect(entry.source, entry.ord, number);
    // A step that shows nothing new is in no map, but it may lead to where more can be done.
    else this.addTransition({ ...entry, target: number, reason: 'fired' });
  }

  /** The states through which a list grew, from the step that began it: each is passed without a look at it. */
  addGrowth(source: number, ord: number, through: readonly Transition[]): void {
    const [first] = through;
    if (first) this.redirect(source, ord, first.source);
    for (const step of through) this.#pages.set(step.source, { fingerprint: '', edges: edgesOf([step]) });
  }

  /** Whether a number is no page but a state on the way to one. */
  isPassage(number: number): boolean {
    return number >= 0 && this.#pages.get(number)?.fingerprint === '';
  }

  /** An edge that turned out to lead elsewhere, or nowhere: what shows nothing may be where a way begins all the same. */
  redirect(source: number, ord: number, target: number | null): void {
    this.#replace(source, ord, (edge) => {
      if (target === null) return this.isPassage(edge.target) ? edge : null;
      return { ...fired(edge), target };
    });
  }

  /** An edge that was to be fired and is only presumed to lead where it leads. */
  presume(source: number, ord: number, returns = false): void {
    const why = returns ? { returns: true as const } : {};
    this.#replace(source, ord, (edge) => ({ ...edge, presumed: true, ...why }));
  }

  /** Says which step was fired to reach a page, and that the one it was found by is presumed only. */
  reached(by: { source: number; ord: number }, found: { source: number; ord: number | null }): void {
    if (found.ord !== null) this.#replace(found.source, found.ord, (edge) => ({ ...edge, presumed: true }));
    this.#replace(by.source, by.ord, fired);
  }

  #replace(source: number, ord: number, change: (edge: MapEdge) => MapEdge | null): void {
    this.#known = null;
    const edges = this.#pages.get(source)?.edges ?? [];
    const at = edges.findIndex((edge) => edge.ord === ord);
    const edge = edges[at];
    if (edge) edges.splice(at, 1, ...[change(edge)].filter((changed) => changed !== null));
  }

  /** A transition that was found after the page itself. */
  addTransition(transition: Transition): void {
    this.#known = null;
    const edges = this.#pages.get(transition.source)?.edges;
    const lists = listsAmong([...(edges ?? []).map(({ action }) => action), transition.action]);
    edges?.push(...mapEdges(transition, lists));
  }

  *from(page: number): Iterable<{ ord: number; target: number }> {
    for (const { ord, target, idle } of this.#pages.get(page)?.edges ?? [])
      if (!idle) yield { ord, target: this.#leads(target) };
  }

  /** The page that a number stands for; a state that one passes through is none, whatever it shows. */
  #leads(target: number): number {
    return this.isPassage(target) ? target : this.#resolve(target);
  }

  /** The events that were fired, and those that lead to what is wanted. */
  tried(wanted: (target: number) => boolean): Steps {
    const isTried = ({ presumed, target, idle }: MapEdge) =>
      !idle && (!presumed || wanted(this.#leads(target)));
    return {
      from: (page) =>
        this.edgesOf(page)
          .filter(isTried)
          .map(({ ord, target }) => ({ ord, target: this.#leads(target) })),
      isKept: (page) => this.isKept(page),
    };
  }

  /** Share of the pages from which a number can be had. */
  spreadOf(number: number): number {
    return (this.#sources.get(number) ?? 0) / Math.max(1, this.#pages.size);
  }

  /** The pages of the document that are known here. */
  pages(): readonly number[] {
    return [...this.#pages.keys()].filter((page) => page >= 0 && !this.isPassage(page));
  }

  isKept(page: number): boolean {
    return this.#pages.has(page);
  }

  edge(source: number, ord: number): MapEdge | null {
    return this.#pages.get(source)?.edges.find((edge) => edge.ord === ord) ?? null;
  }

  edgesOf(page: number): readonly MapEdge[] {
    return this.#pages.get(page)?.edges ?? [];
  }

  /** Whether a page tells what is chosen of a class. */
  tells(page: number, className: string): boolean {
    return this.#told.tells(page, className);
  }

  /**
   * What is chosen of a list before anything is: the only entry that leads to the document's own page, or does nothing
   * there, where another leads elsewhere.
   */
  firstOf(list: string): string | undefined {
    const told = this.#told.of(this.document, list);
    const [only] = told;
    return told.size === 1 && this.#turns(list, only as string) ? only : undefined;
  }

  /** Whether another entry of a list than the one given was fired and led away from the document's own page. */
  #turns(list: string, than: string): boolean {
    return this.edgesOf(this.document).some(
      (edge) =>
        edge.choice.className === list &&
        edge.text !== than &&
        !edge.idle &&
        this.isKept(this.leadsTo(edge)) &&
        this.leadsTo(edge) !== this.document,
    );
  }

  /** An event did nothing on the document's own page. */
  noteIdle({ choice: { className, kind, text } }: MapEdge): void {
    if (className === null || kind === 'step') return;
    const known = this.#idle.get(className) ?? new Set();
    this.#idle.set(className, known.add(text));
  }

  /** What pages tell of what is chosen, looked up anew once edges have changed. */
  get #told(): Told {
    this.#known ??= new Told(this.#pages, (target) => this.#leads(target), {
      page: this.document,
      texts: this.#idle,
    });
    return this.#known;
  }

  /** The same event on the document's own page, where it leads to the same page there. */
  atRoot({ text, order }: MapEdge, landing: number): MapEdge | null {
    const isSame = (edge: MapEdge) =>
      edge.text === text &&
      edge.order.event === order.event &&
      this.meaningOf(this.leadsTo(edge)) === landing;
    return this.edgesOf(this.document).find(isSame) ?? null;
  }

  fingerprintOf(page: number): string | null {
    return this.#pages.get(page)?.fingerprint ?? null;
  }

  /** The page with that content, or the one that shows the same in another way. */
  numberOf(fingerprint: string): number | null {
    return this.#byFingerprint.get(fingerprint) ?? this.#variants.get(fingerprint) ?? null;
  }

  /** The page that shows what is new in a state that was passed through before. */
  glimpsed(fingerprint: string): number | null {
    return this.#glimpses.get(fingerprint)?.of ?? null;
  }

  /** The page that a node is, or of which it shows what is new. */
  meaningOf(node: number): number | null {
    return node >= 0 ? node : (this.#glimpse(node)?.of ?? null);
  }

  #glimpse(node: number): Glimpse | null {
    for (const glimpse of this.#glimpses.values()) if (glimpse.node === node) return glimpse;
    return null;
  }

  /** How a state between pages was reached; `null` for a page, and where that cannot be told. */
  passageTo(node: number): Passage | null {
    return this.#glimpse(node)?.passage ?? null;
  }

  /** Where an event leads, as far as is known. */
  leadsTo({ target }: MapEdge): number {
    return this.#leads(target);
  }

  /** How an event is reached and fired: on a page, or behind it on a state between pages. */
  passageOf(node: number, { ord, action }: MapEdge): Passage | null {
    if (node >= 0) return { source: node, ord, through: [] };
    const glimpse = this.#glimpse(node);
    return glimpse?.passage ? prolonged(glimpse.passage, glimpse.of, action) : null;
  }

  /** Where a tab with that content stands: on a page, or on a state between pages. */
  standing(fingerprint: string): number | null {
    return this.numberOf(fingerprint) ?? this.#glimpses.get(fingerprint)?.node ?? null;
  }

  /** Class of the event that led to a page first; `null` for a state between pages. */
  originOf(page: number): string | null {
    return page < 0 ? null : (this.#pages.get(page)?.origin ?? '');
  }

  /** The event that led to a page first, with the step that it is. */
  leadOf(page: number): string {
    return this.#pages.get(page)?.lead ?? '';
  }

  /** The page from which a chain of steps of one class began. */
  homeOf(page: number, className: string): number {
    let at = page;
    for (let left = 1000; left > 0 && this.originOf(at) === className; left--) {
      const parent = this.parentOf(at);
      if (parent === null || parent === at) break;
      at = parent;
    }
    return at;
  }

  /** What was chosen on the way to a page, where that is known here. */
  stateOf(page: number): State | null {
    return this.#pages.get(page)?.state ?? null;
  }

  /** The page from which a page was reached. */
  parentOf(page: number): number | null {
    const parent = this.#pages.get(page)?.parent ?? null;
    return parent === null ? null : this.#resolve(parent);
  }

  /** The address of its own that a page shows, other than the document's. */
  addressOf(page: number): string | null {
    const address = this.#pages.get(page)?.address;
    return address === undefined || address === this.#pages.get(this.document)?.address ? null : address;
  }

  /** A page with an address of its own. */
  addressedPage(): { readonly number: number; readonly address: string } | null {
    for (const number of this.#pages.keys()) {
      const address = number < 0 ? null : this.addressOf(number);
      if (address !== null) return { number, address };
    }
    return null;
  }

  /** Fingerprints of the latest pages: what an event is likely to lead back to. */
  recentFingerprints(most: number): Set<string> {
    const recent = [...this.#byFingerprint.keys()].slice(-most);
    const root = this.#pages.get(this.document);
    return new Set([...(root ? [root.fingerprint] : []), ...recent, ...this.#variants.keys()]);
  }
}

function edgesOf(transitions: readonly Transition[]): MapEdge[] {
  const lists = listsAmong(transitions.map(({ action }) => action));
  return transitions.flatMap((transition) => mapEdges(transition, lists));
}
