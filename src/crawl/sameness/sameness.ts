import type { VolatileMask } from '../../dom/mask.ts';
import { treeBytes } from '../../dom/size.ts';
import {
  type Content,
  contentUnits,
  isLinkUnit,
  linkUnit,
  textUnit,
  withoutEchoes,
} from '../../dom/units.ts';
import { namePrint } from '../../fingerprint/secret.ts';
import { readDocument } from '../../html/stored.ts';
import { turnsPages, wayOf } from '../../identity/index.ts';
import { withoutFragment } from '../../model/address.ts';
import {
  type Action,
  type Capture,
  type DocumentTree,
  protocolOf,
  type SiteStore,
} from '../../model/index.ts';
import { WeighedMap } from '../../model/weighed-map.ts';
import type { News } from '../commit/record.ts';
import type { DocumentMap } from '../map/document-map.ts';
import type { MapEdge } from '../map/edges.ts';
import type { Stood } from '../map/states.ts';
import { tuning } from '../tuning.ts';
import { withoutAccounts } from './accounts.ts';
import { type Named, namesShown, type Seen, unnamed } from './seen.ts';
import { ShownAnywhere } from './shown-anywhere.ts';
import { areTwins } from './twin.ts';

const { mostGone } = tuning;

/** What a state is that was never seen as a whole. */
export type Verdict =
  | { readonly kind: 'new'; readonly news: News }
  /**
   * Nothing came up that was not there before the event (`same`), or what is shown is known of other pages; `of` shows
   * the most of it, and on `node`, if there is one, a tab may stand for it.
   */
  | { readonly kind: 'same' | 'shown'; readonly of: number; readonly node: number | null };

/** Pages opened one from the other that one event may close. */
const closedAtOnce = 10;

const isNew: Verdict = { kind: 'new', news: { gain: 1, print: null, by: null } };

/** Parsed documents that are kept at hand, and the bytes of all: a usual one has 100 kB, large ones filled 70 MiB. */
const [documentsKept, documentBytes] = [48, 24 << 20];

/** The part of an edge that says what its event leads to. */
type Leading = Pick<MapEdge, 'label' | 'text'>;

/** Asks the one question of every state: does it show anything new? (docs/decisions/24) */
export class Sameness {
  readonly #site: SiteStore;
  readonly #mask: () => VolatileMask | null;
  /** Every distinct state is a page. */
  readonly keepsAll: boolean;
  /** By fingerprint: also of states between pages, on which a tab may stand. */
  readonly #documents = new WeighedMap<string, DocumentTree>(documentsKept, documentBytes);
  readonly #contents = new WeakMap<
    DocumentTree,
    { readonly mask: VolatileMask | null; readonly of: Content }
  >();
  /** What is known to be complete; other maps were read from the store and are filled when needed. */
  readonly #filled = new WeakSet<Seen>();
  /** What pages have shown in any document: menus that each of them unfolds are worth nothing the second time. */
  readonly #shown = new ShownAnywhere();

  /** `keepsAll`: every distinct state is a page. */
  constructor(site: SiteStore, mask: () => VolatileMask | null, keepsAll: boolean) {
    this.#site = site;
    this.#mask = mask;
    this.keepsAll = keepsAll;
  }

  /** A map whose pages are added one by one from its beginning. */
  begin(map: DocumentMap): void {
    this.#filled.add(map.seen);
  }

  /** A page was kept, with what can be done on it. */
  add(map: DocumentMap, number: number, capture: Capture, actions: Actions): void {
    this.hold(capture.fingerprint, capture.document);
    if (this.keepsAll || !this.#filled.has(map.seen)) return;
    const [content, ways] = [this.#beside(map, capture), waysOf(actions)];
    map.seen.add(number, content, ways);
    this.#shown.add(namesShown(content, ways));
  }

  /** What a state shows beside what was typed into it, and what it says of all that is chosen on it. */
  #beside(map: DocumentMap, { document, typed = [] }: Capture): Content {
    const content = withoutEchoes(this.contentOf(document), typed, (unit) => map.seen.has(unit));
    return withoutAccounts(content, document, map.seen);
  }

  /** How much of what a document shows no page of the crawl has shown before; it has from now on. */
  noteNews(document: DocumentTree): number {
    const { units } = this.contentOf(document);
    const news = [...units].filter((unit) => !this.#shown.has(unit));
    this.#shown.add(news);
    return news.length;
  }

  /** Judges what an event led to that was fired where a tab stood: on a page, with that fingerprint. */
  async judge(
    map: DocumentMap,
    stood: Stood,
    edge: Leading | null,
    capture: Capture,
    actions: Actions,
  ): Promise<Verdict> {
    // A screen of a terminal is a page of text, and pages of text may repeat each other's lines.
    if (this.keepsAll || protocolOf(capture.documentUrl) === 'bbs') return isNew;
    const before = await this.shownThere(stood);
    if (!before) return isNew;
    await this.fill(map);
    const content = this.#beside(map, capture);
    const news = map.seen.news(content, waysOf(actions), edge ? namedBy(edge, actions) : unnamed);
    if (news.length > 0) {
      const print = broughtPrint(content, this.contentOf(before));
      const gain = news.filter((name) => !this.#shown.has(name)).length;
      return { kind: 'new', news: { gain, print, by: edge && namePrint(`brought by\n${edge.text}`) } };
    }
    const meaning = map.meaningOf(stood.page);
    // What takes away what its page showed leads to the page without it, and not back to that one.
    const equal = map.seen.equal(content);
    if (equal !== null && equal !== meaning) return { kind: 'shown', of: equal, node: equal };
    const of = map.seen.showing(content, this.contentOf(before));
    if (of !== null) return { kind: 'shown', of, node: null };
    if (meaning === null) return { kind: 'shown', of: map.document, node: null };
    const left = await this.#beneath(map, meaning, content);
    if (left !== meaning) return { kind: 'shown', of: left, node: null };
    return { kind: 'same', of: meaning, node: stood.page };
  }

  /**
   * The page that is left once what was opened is closed: from a page of which all that was new is gone, the one it was
   * reached from, and so on.
   */
  async #beneath(map: DocumentMap, page: number, { units }: Content): Promise<number> {
    let at = page;
    for (let left = closedAtOnce; left > 0; left--) {
      const parent = map.parentOf(at);
      const documents = [this.document(at), parent === null ? null : this.document(parent)];
      const [own, from] = (await Promise.all(documents)).map((one) => one && this.contentOf(one).units);
      if (parent === null || !own || !from) break;
      const news = own.difference(from);
      if (news.size === 0 || !units.isDisjointFrom(news)) break;
      at = parent;
    }
    return at;
  }

  /**
   * Whether an event has brought up what a page of another document was kept for: all that has come stands on that page,
   * and all that came up there stands here. A menu is the same one on a page that has some of its words anyway.
   */
  async bringsAlike(number: number, stood: Stood, capture: Capture): Promise<boolean> {
    const entry = (await this.#site.page(number))?.entry;
    if (entry?.kind !== 'action') return false;
    const [there, from, before] = await Promise.all([
      this.document(number),
      this.document(entry.source),
      this.shownThere(stood),
    ]);
    if (!there || !from || !before) return false;
    const names = (document: DocumentTree) => new Set(namesShown(this.contentOf(document), []));
    const [other, here] = [names(there), names(capture.document)];
    const [came, cameThere] = [here.difference(names(before)), other.difference(names(from))];
    // A link to where one is says nothing.
    here.add(linkUnit(withoutFragment(capture.documentUrl)));
    other.add(linkUnit(withoutFragment(there.url)));
    return cameThere.size > 0 && came.isSubsetOf(other) && cameThere.isSubsetOf(here);
  }

  /** Whether a state shows all that a kept page shows: it is as good as that page to go on from. */
  async showsAll(number: number, { document }: Capture): Promise<boolean> {
    const page = await this.document(number);
    return page !== null && this.contentOf(document).units.isSupersetOf(this.contentOf(page).units);
  }

  /** Whether a state shows all that a kept page shows, but for links: a page seldom links to itself. */
  async showsAllBesideLinks(number: number, { document }: Capture): Promise<boolean> {
    const page = await this.document(number);
    if (page === null) return false;
    const missing = this.contentOf(page).units.difference(this.contentOf(document).units);
    return [...missing].every(isLinkUnit);
  }

  /**
   * Whether an event has brought up most of what it brought up elsewhere; `null` where that was nothing, or was shown
   * already.
   */
  async showsAgain(
    there: { readonly from: Stood; readonly to: Stood },
    here: { readonly from: Stood; readonly to: Stood },
  ): Promise<boolean | null> {
    const documents = [there.from, there.to, here.from, here.to].map((stood) => this.shownThere(stood));
    const shown = (await Promise.all(documents)).map((one) => one && this.contentOf(one).units);
    const [before, after, earlier, later] = shown;
    if (!before || !after || !earlier || !later) return null;
    const news = after.difference(before);
    if (news.size === 0 || 2 * news.intersection(earlier).size >= news.size) return null;
    return 2 * news.intersection(later).size >= news.size;
  }

  /**
   * Whether a state shows what another showed, and more: a list that has grown. A word like "Loading" may go, and what
   * says that there is more goes with the last of it.
   */
  grew(before: DocumentTree, after: DocumentTree, label: string): boolean {
    const [one, other] = [this.contentOf(before).units, this.contentOf(after).units];
    const gone = one.difference(other);
    const lost = gone.has(textUnit(label)) ? gone.size - 1 : gone.size;
    return lost <= mostGone && other.size - one.size + (gone.size - lost) > lost;
  }

  /** Whether a state shows what another did not. */
  adds(before: DocumentTree, after: DocumentTree): boolean {
    return !this.contentOf(after).units.isSubsetOf(this.contentOf(before).units);
  }

  /** Whether a state that was kept before differs by nothing but what pages of its document show. */
  async recombines(map: DocumentMap, number: number, { document }: Capture): Promise<boolean> {
    const before = await this.document(number);
    if (!before) return false;
    await this.fill(map);
    const [old, now] = [this.contentOf(before), this.contentOf(document)];
    return map.seen.news(now, [], unnamed).length === 0 && !old.units.isSupersetOf(now.units);
  }

  /** Whether a kept page has the fingerprint of a state and shows something else. */
  async isTwin(number: number, { document }: Capture): Promise<boolean> {
    const page = await this.document(number);
    return page !== null && areTwins(page, document, this.#mask());
  }

  /** What a tab showed where it stood. */
  async shownThere(stood: Stood): Promise<DocumentTree | null> {
    return this.#documents.get(stood.fingerprint) ?? this.document(stood.page);
  }

  /** Notes what the kept pages of a document show as they are stored now. */
  async fill(map: DocumentMap): Promise<void> {
    if (this.#filled.has(map.seen)) return;
    this.#filled.add(map.seen);
    const leaving = Map.groupBy(
      await this.#site.transitionsWithin(map.document),
      (transition) => transition.source,
    );
    for (const { number } of await this.#site.pages({ status: 'kept', document: map.document })) {
      const document = await this.document(number);
      if (document) map.seen.add(number, this.contentOf(document), waysOf(leaving.get(number) ?? []));
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
  hold(print: string, document: DocumentTree): void {
    this.#documents.set(print, document, treeBytes(document));
  }

  /** What a document shows. */
  contentOf(document: DocumentTree): Content {
    const [mask, known] = [this.#mask(), this.#contents.get(document)];
    if (known && known.mask === mask) return known.of;
    const of = contentUnits(document, mask);
    this.#contents.set(document, { mask, of });
    return of;
  }
}

/**
 * Print of all that an event has brought up, numbers included, whether or not the document has shown it before: what
 * it has in common with a state of another document must be the whole of it.
 */
function broughtPrint(after: Content, before: Content): string {
  const figures = ({ numbered }: Content) => new Set([...numbered.values()].flatMap((texts) => [...texts]));
  const items = ({ items: all }: Content) => new Set(all.keys());
  const brought = [after.units, figures(after), items(after)].flatMap((all, at) => [
    ...all.difference([before.units, figures(before), items(before)][at] as ReadonlySet<string>),
  ]);
  return namePrint(`news\n${brought.sort().join('\n')}`);
}

/** What can be done on a page. */
type Actions = Iterable<{ readonly action: Pick<Action, 'instruction' | 'event' | 'label' | 'meta'> }>;

/**
 * The handlers behind some actions: one that no page has offered may lead to anything. What nobody can see is not offered:
 * a box in which to search may be all that a dialogue has.
 */
function waysOf(actions: Actions): string[] {
  const ways: string[] = [];
  for (const { action } of actions) {
    const way = action.meta?.hidden ? null : wayOf(action.instruction);
    if (way !== null) ways.push(way);
  }
  return ways;
}

/** Signs by which something is counted up or down: the number that comes up is no name. */
const counting = /^\s*[+\-−–]\s*\d*\s*$/;

/** What an action says of numbers, by its label and the arguments of its call; a select names what is chosen of it. */
function namedBy({ label, text }: Leading, actions: Actions): Named {
  if (counting.test(label)) return unnamed;
  const call = text.slice(text.indexOf('('));
  const chosen: string[] = [];
  for (const { action } of actions) if (action.event === 'change') chosen.push(action.label);
  return {
    numbers: new Set(`${label} ${call} ${chosen.join(' ')}`.match(/\d+(?:[.,:]\d+)*/g) ?? []),
    turns: turnsPages({ text: label, hints: '', call }),
  };
}
