import { differences, type Showing } from '../dom/differences.ts';
import type { VolatileMask } from '../dom/mask.ts';
import { visitParts } from '../dom/parts.ts';
import { slightChange } from '../dom/slight.ts';
import { readDocument } from '../drivers/http/page/stored.ts';
import { turnsPages } from '../identity/index.ts';
import type { Capture, DocumentTree, SiteStore } from '../model/index.ts';
import type { DocumentMap } from './document-map.ts';
import type { MapEdge } from './edges.ts';
import { Shown } from './shown.ts';

/** What a page that is not known as a whole is: new, or like pages that are. */
export type Verdict =
  | { readonly kind: 'new' }
  /** A page with a toggle or a counter changed. */
  | { readonly kind: 'slight'; readonly of: number; readonly node: number }
  /** What other pages show in the same places; `of` shows what the event brought. */
  | { readonly kind: 'product'; readonly of: number };

const isNew: Verdict = { kind: 'new' };

/** Places in which a slight change may show. */
const slightPlaces = 6;
/** Pages looked at one by one for whether they show all that an event brought. */
const candidatesTried = 4;
/** Parsed documents that are kept at hand. */
const documentsKept = 48;

/** Decides whether content that was never seen as a whole shows anything new (design §5, gate 3). */
export class Likeness {
  readonly #site: SiteStore;
  readonly #mask: () => VolatileMask | null;
  readonly #factors: boolean;
  /** By fingerprint: also of variants and of states between pages, on which a tab may stand. */
  readonly #documents = new Map<string, DocumentTree>();
  /** What is known to be complete; other maps were read from the store and are filled when needed. */
  readonly #filled = new WeakSet<Shown>();
  /** Pages whose parts are still to be noted, which can be done while a tab is busy. */
  #unseen: (() => void)[] = [];

  /** `factors`: combinations of what independent parts show are no pages. */
  constructor(site: SiteStore, mask: () => VolatileMask | null, factors: boolean) {
    this.#site = site;
    this.#mask = mask;
    this.#factors = factors;
  }

  /** A map whose pages are added one by one from its beginning. */
  begin(map: DocumentMap): void {
    this.#filled.add(map.shown);
  }

  /** A page was kept. */
  add(map: DocumentMap, number: number, { fingerprint, document }: Capture): void {
    this.hold(fingerprint, document);
    const { shown } = map;
    if (!this.#factors || !this.#filled.has(shown)) return;
    if (this.#unseen.length === 0) setImmediate(() => this.#catchUp());
    const mask = this.#mask();
    this.#unseen.push(() => show(shown, mask, number, document));
  }

  #catchUp(): void {
    for (const note of this.#unseen.splice(0)) note();
  }

  /** Judges what an event led to that was fired where a tab stood: on a page, with that fingerprint. */
  async judge(
    map: DocumentMap,
    stood: { readonly page: number; readonly fingerprint: string },
    edge: Pick<MapEdge, 'label' | 'text'>,
    capture: Capture,
  ): Promise<Verdict> {
    if (!this.#factors || capture.change === undefined) return isNew;
    const before = await this.shownThere(stood);
    if (!before) return isNew;
    this.#catchUp();
    await this.fill(map);
    const { added, removed } = differences(before, capture.document, this.#mask());
    const near = added.length + removed.length <= slightPlaces && this.#isSlight(before, edge, capture);
    const node = near ? stood.page : await this.#slightOf(map, stood.page, edge, capture);
    const meaning = node === null ? null : map.meaningOf(node);
    if (node !== null && meaning !== null) return { kind: 'slight', of: meaning, node };
    const of = added.length === 0 ? map.meaningOf(stood.page) : await this.#showing(map, added);
    if (of === null) return isNew;
    // What goes away and was there from the beginning is not something closed that was opened before,
    // unless it has gone already where what was added is shown.
    const gone = removed.filter((showing) => map.shown.isOn(map.document, showing));
    if (gone.length > 0 && (added.length === 0 || (await this.#showsAny(of, gone)))) return isNew;
    // Where it differs from that page, the event has not changed anything: what counts there is no place.
    const variant = await this.#isVariant(of, null, capture);
    return variant ? { kind: 'slight', of, node: of } : { kind: 'product', of };
  }

  /**
   * Judges what a pointer left behind, by where the tab stood before the pointer came: what it opened and
   * closed again may still be there, but is not shown.
   */
  async judgeLeft(
    map: DocumentMap,
    behind: { readonly page: number; readonly fingerprint: string },
    capture: Capture,
  ): Promise<Verdict> {
    const before = await this.shownThere(behind);
    const { added, removed } = before
      ? differences(before, capture.document, this.#mask())
      : { added: [null], removed: [] };
    const of = map.meaningOf(behind.page);
    if (added.length + removed.length === 0 && of !== null) return { kind: 'slight', of, node: behind.page };
    return this.judge(map, behind, { label: '', text: '' }, capture);
  }

  /**
   * Whether a state that is reached by another way than before differs from how it was kept by nothing but what
   * other pages of the document show: parts that do not depend on each other add up.
   */
  async recombines(map: DocumentMap, number: number, capture: Capture): Promise<boolean> {
    const before = await this.document(number);
    if (!before) return false;
    await this.fill(map);
    const { added, removed } = differences(before, capture.document, this.#mask());
    if (added.some((part) => map.shown.find([part]) === null)) return false;
    return added.length > 0 || !removed.some((part) => map.shown.isOn(map.document, part));
  }

  /** A page that shows all of some parts. */
  async #showing({ shown }: DocumentMap, parts: readonly Showing[]): Promise<number | null> {
    const found = shown.find(parts);
    if (found !== null) return found;
    for (const number of shown.candidates(parts).slice(0, candidatesTried))
      if ((await this.#partsOf(number)).find(parts) !== null) return number;
    return null;
  }

  async #showsAny(number: number, parts: readonly Showing[]): Promise<boolean> {
    const own = await this.#partsOf(number);
    return parts.some((showing) => own.isOn(number, showing));
  }

  /** What one page shows. */
  async #partsOf(number: number): Promise<Shown> {
    const document = await this.document(number);
    const own = new Shown();
    if (document) visitParts(document, this.#mask(), (place, print) => own.add(place, print, number));
    return own;
  }

  /** What a tab showed where it stood. */
  async shownThere(stood: {
    readonly page: number;
    readonly fingerprint: string;
  }): Promise<DocumentTree | null> {
    return this.#documents.get(stood.fingerprint) ?? this.document(stood.page);
  }

  /** The page of which a capture is a slight variant, among those of its form: the first, or the latest. */
  async #slightOf(
    map: DocumentMap,
    source: number,
    edge: Pick<MapEdge, 'label' | 'text'>,
    capture: Capture,
  ): Promise<number | null> {
    const alike = map.ofForm(capture.form ?? '').filter((number) => number !== source);
    for (const number of new Set([alike[0], alike.at(-1)])) {
      if (number !== undefined && (await this.#isVariant(number, edge, capture))) return number;
    }
    return null;
  }

  /** Whether a capture differs but slightly from a kept page. */
  async #isVariant(
    number: number,
    edge: Pick<MapEdge, 'label' | 'text'> | null,
    capture: Capture,
  ): Promise<boolean> {
    const document = await this.document(number);
    if (!document) return false;
    const { added, removed } = differences(document, capture.document, this.#mask());
    return added.length + removed.length <= slightPlaces && this.#isSlight(document, edge, capture);
  }

  #isSlight(
    before: DocumentTree,
    edge: Pick<MapEdge, 'label' | 'text'> | null,
    { document }: Capture,
  ): boolean {
    const { slight, texts } = slightChange(before, document, this.#mask());
    return slight && (texts.length === 0 || edge === null || isCounter(edge, texts));
  }

  /** Notes what the kept pages of a document show as they are stored now. */
  async fill(map: DocumentMap): Promise<void> {
    if (this.#filled.has(map.shown)) return;
    this.#filled.add(map.shown);
    for (const page of await this.#site.pages({ status: 'kept', document: map.document })) {
      const document = await this.document(page.number);
      if (document) show(map.shown, this.#mask(), page.number, document);
    }
  }

  /** The document of a kept page. */
  async document(number: number): Promise<DocumentTree | null> {
    const content = number < 0 ? null : (await this.#site.page(number))?.content;
    if (!content) return null;
    const held = this.#documents.get(content.fingerprint);
    if (held) return held;
    const document = await readDocument(this.#site, content);
    if (!document) return null;
    this.hold(content.fingerprint, document);
    return document;
  }

  /** Keeps a document at hand that a tab may come back to. */
  hold(fingerprint: string, document: DocumentTree): void {
    this.#documents.delete(fingerprint);
    this.#documents.set(fingerprint, document);
    const [oldest] = this.#documents.keys();
    if (this.#documents.size > documentsKept && oldest !== undefined) this.#documents.delete(oldest);
  }
}

/** Notes what a page shows, part by part. */
function show(shown: Shown, mask: VolatileMask | null, number: number, document: DocumentTree): void {
  visitParts(document, mask, (place, print) => shown.add(place, print, number));
}

/**
 * Whether changed numbers only count something. They do not where the action names the new number itself
 * (`3` leads to "Page 3") or says that it turns pages: then they name a place.
 */
function isCounter(
  { label, text }: Pick<MapEdge, 'label' | 'text'>,
  texts: readonly { readonly after: string }[],
): boolean {
  if (turnsPages({ text: label, hints: '', call: text.slice(text.indexOf('(')) })) return false;
  if (/^\s*[+\-−–]\s*\d*\s*$/.test(label)) return true;
  const named = new Set(`${label} ${text.slice(text.indexOf('('))}`.match(/\d+/g) ?? []);
  return !texts.some(({ after }) => (after.match(/\d+/g) ?? []).some((number) => named.has(number)));
}
