import { classOfList, isStep, turnsOn } from '../../identity/index.ts';
import type { Action, Capture, Outcome } from '../../model/index.ts';
import type { Finder, Recorded, Via } from '../commit/record.ts';
import type { Judged } from '../discover/gate.ts';
import type { DocumentMap } from '../map/document-map.ts';
import type { MapEdge } from '../map/edges.ts';
import type { State } from '../map/states.ts';
import type { Grown } from '../navigate/growth.ts';
import { type Passage, prolonged } from '../navigate/passage.ts';
import type { Standing } from '../navigate/standing.ts';
import type { Waiting } from '../order/queue.ts';
import { actionWords, isPassing, type Likes, shapeOf } from '../order/yields.ts';
import type { Firing } from '../presume/returns.ts';
import { hasOwnAddress, type OtherPages } from '../sameness/own-address.ts';
import type { Verdict } from '../sameness/sameness.ts';
import type { Shared } from './shared.ts';

/** Records what the events of a tab led to, and takes its stand there. */
export class Arrivals {
  readonly #shared: Shared;
  readonly #at: Standing;
  readonly #others: OtherPages;

  constructor(shared: Shared, at: Standing) {
    this.#shared = shared;
    this.#at = at;
    const { recorder, sameness } = shared;
    this.#others = {
      numberOf: (fingerprint) => recorder.numberOf(fingerprint),
      showsAll: (page, state) => sameness.showsAllBesideLinks(page, state),
    };
  }

  /** Whether a state on the way shows only what pages show; the tab stands on it then. */
  async passThrough(source: number, edge: MapEdge, capture: Capture): Promise<boolean> {
    const map = this.#at.map as DocumentMap;
    const stood = this.#at.stood(source);
    const page = Math.max(0, map.meaningOf(stood.page) ?? 0);
    const chosen = this.#at.chosen(edge, page);
    const { judged, state } = await this.#at.judge(capture, page, chosen, { last: edge });
    const verdict = await this.#verdict(stood, edge, capture, judged);
    if (verdict.kind === 'new') return false;
    await this.#standAlike(verdict, capture, judged, state, map.passageOf(source, edge));
    return true;
  }

  /**
   * Takes its stand on what a pointer left behind, `behind` being where the tab stood before the pointer came;
   * stays where it is in case of something new.
   */
  async standLeft(
    behind: { readonly page: number; readonly fingerprint: string },
    capture: Capture,
    passage: Passage | null,
  ): Promise<void> {
    const map = this.#at.map as DocumentMap;
    const page = Math.max(0, map.meaningOf(behind.page) ?? 0);
    const { judged, state } = await this.#at.judge(capture, page, map.stateOf(behind.page) ?? {});
    const verdict = await this.#verdict(behind, null, capture, judged);
    if (verdict.kind === 'new') return;
    await this.#standAlike(verdict, capture, judged, state, passage);
  }

  /**
   * Whether a state shows anything new. What an action of the same class brought up in another document is known
   * too: menus and dialogues that every page of a site has are pages once.
   */
  async #verdict(
    stood: { readonly page: number; readonly fingerprint: string },
    edge: MapEdge | null,
    capture: Capture,
    judged: readonly Judged[],
  ): Promise<Verdict> {
    const map = this.#at.map as DocumentMap;
    const { sameness, recorder } = this.#shared;
    const verdict = await sameness.judge(map, stood, edge, capture, judged);
    if (verdict.kind !== 'new' || verdict.news.print === null) return verdict;
    const { print, by } = verdict.news;
    const of = await recorder.numberOf(print);
    if (of !== null) return { kind: 'shown', of, node: null };
    const alike = by === null ? null : await recorder.numberOf(by);
    const isAgain = alike !== null && (await sameness.bringsAlike(alike, stood, capture));
    return isAgain ? { kind: 'shown', of: alike, node: null } : verdict;
  }

  /** Takes its stand on a state that shows what pages show: as on that page where the same can be done there. */
  async #standAlike(
    verdict: Exclude<Verdict, { kind: 'new' }>,
    capture: Capture,
    judged: readonly Judged[],
    state: State,
    passage: Passage | null,
  ): Promise<void> {
    const map = this.#at.map as DocumentMap;
    const { sameness, recorder } = this.#shared;
    sameness.hold(capture.fingerprint, capture.document);
    const like = verdict.node;
    if (like !== null && offersAll(map.edgesOf(like), judged)) {
      map.addVariant(capture.fingerprint, like);
      return this.#at.stand(like, capture.fingerprint, false);
    }
    const edges = await recorder.glimpse(judged, verdict.of, map.document);
    const shown = { fingerprint: capture.fingerprint, of: verdict.of, state };
    const node = map.addGlimpse(shown, edges, passage);
    this.#at.stand(node, capture.fingerprint, false);
  }

  /** A test has led to something new from where the tab stands: a page of its own. */
  async found(
    edge: MapEdge,
    outcome: Outcome & { kind: 'captured' },
    deciding: readonly string[],
  ): Promise<Recorded | null> {
    const { map, page: node } = this.#at;
    const passage = this.#at.passageOf(edge, deciding);
    if (!map || node === null || passage === null) return null;
    const { recorder, exclusive, admit, fetchAssets } = this.#shared;
    const capture = await admit(outcome.capture);
    const chosen = this.#at.chosen(edge, node);
    const page = Math.max(0, map.meaningOf(node) ?? 0);
    const { judged } = await this.#at.judge(capture, page, chosen, { last: edge });
    await fetchAssets(capture);
    const recorded = await exclusive(async () => {
      const verdict = await this.#verdict(this.#at.stood(node), edge, capture, judged);
      if (verdict.kind !== 'new') return null;
      const means = this.#at.meansHere(edge);
      return recorder.keepFound(
        passage,
        { ...edge.action, instruction: { ...edge.action.instruction, fingerprint: means } },
        map.document,
        capture,
        judged,
        verdict.news,
      );
    });
    if (recorded?.kind !== 'kept') return null;
    const { source, ord } = passage;
    const visit = { ...{ number: recorded.number, document: map.document, depth: 0 }, source, ord };
    await this.learn({ ...visit, url: null, attempts: 0 }, node, edge, outcome, recorded);
    await this.follow(recorded, outcome, node, edge);
    // What a test has found can be reached again as what was looked for.
    await this.#shared.atlas.recall(map, recorded.number);
    return recorded;
  }

  async record(
    visit: Waiting,
    via: Via | null,
    shown: Capture,
    edge: MapEdge | null = null,
    opened: State = {},
    { again = [], spent = null }: Partial<Pick<Grown, 'again' | 'spent'>> = {},
  ): Promise<Recorded> {
    const { recorder, exclusive, fetchAssets, admit, sameness } = this.#shared;
    const chosen = via === null ? opened : this.#at.chosen(edge, visit.number);
    let state = chosen;
    const judge = async (one: Capture) => {
      const now = await this.#at.judge(one, visit.number, chosen, { depth: visit.depth, last: edge });
      state = now.state;
      return now.judged.map((each) => exhausted(each, spent));
    };
    const seen = await judge(shown);
    const isKnown = (await recorder.knownWhole(recorder.wholeOf(shown, seen))) !== null;
    const capture = isKnown ? shown : await admit(shown);
    const judged = capture === shown ? seen : await judge(capture);
    const whole = [...recorder.wholeOf(capture, judged), ...(await recorder.backOf(visit, capture, judged))];
    await fetchAssets(capture);
    return exclusive(async () => {
      const known = await recorder.knownWhole(whole);
      if (known !== null && known !== visit.number && !(await sameness.isTwin(known, capture)))
        return recorder.merge(visit, via, known, capture.documentUrl);
      if (edge === null || this.#at.map === null) return recorder.keep(visit, via, capture, judged);
      const verdict = await this.#verdict(this.#at.stood((via ?? visit).source), edge, capture, judged);
      if (via === null) return this.#opened(visit, edge, capture, judged, verdict);
      const first = this.#at.passageOf(edge);
      const passage = first && again.reduce((way, action) => prolonged(way, visit.number, action), first);
      if (verdict.kind === 'new') return recorder.keep(visit, via, capture, judged, passage, verdict.news);
      if (await hasOwnAddress(edge, capture, verdict.of, this.#others))
        return recorder.keep(visit, via, capture, judged, passage);
      await this.#standAlike(verdict, capture, judged, state, passage);
      return recorder.alike(visit, via, verdict.of, verdict.kind);
    });
  }

  /** Records a page whose link was not followed: it was opened by the address that the link names. */
  async #opened(
    visit: Waiting,
    edge: MapEdge,
    capture: Capture,
    judged: readonly Judged[],
    verdict: Verdict,
  ): Promise<Recorded> {
    const { recorder } = this.#shared;
    if (verdict.kind === 'new') return recorder.keep(visit, null, capture, judged, null, verdict.news);
    if (await hasOwnAddress(edge, capture, verdict.of, this.#others))
      return recorder.keep(visit, null, capture, judged);
    return recorder.merge(visit, null, verdict.of, capture.documentUrl);
  }

  recordKnown(visit: Waiting, via: Via, into: number): Promise<Recorded> {
    const { recorder, exclusive } = this.#shared;
    return exclusive(() => recorder.merge(visit, via, into));
  }

  /** The page is still the same: nothing happened, or a script wanted to go to an address. */
  async stayed(visit: Waiting, step: Via, wanted: readonly string[]): Promise<Recorded> {
    const { recorder, exclusive, gate } = this.#shared;
    const url = wanted.map((href) => gate.address(href)).find((address) => address !== null);
    if (url === undefined || url === null) {
      const recorded = await exclusive(() => recorder.unchanged(visit, step));
      this.#at.map?.redirect(step.source, step.ord, null);
      return recorded;
    }
    const refused = await gate.refuses(url);
    return exclusive(() => recorder.leadToUrl(visit, step, url, refused));
  }

  /** Files addresses that scripts asked for beside where their event led. */
  async fileAddresses(visit: Finder, wanted: readonly string[]): Promise<void> {
    const { recorder, exclusive, gate } = this.#shared;
    const urls = new Set(wanted.map((href) => gate.address(href)).filter((url) => url !== null));
    for (const url of urls)
      if ((await gate.refuses(url)) === null) await exclusive(() => recorder.fileAddress(visit, url));
  }

  /** The same of an event that was fired on the way, or to test something: elsewhere it may ask for others. */
  async fileMet(source: number, outcome: Outcome): Promise<void> {
    const wanted = askedFor(outcome);
    const page = wanted.length === 0 ? null : (this.#at.map?.meaningOf(source) ?? null);
    if (page === null) return;
    const depth = ((await this.#shared.site.page(page))?.depth ?? 0) + 1;
    await this.fileAddresses({ depth, source: page }, wanted);
  }

  /** The page was kept from leaving, but its handler has changed it: the tab stands on that, if it is known. */
  async standAfterLeaving(
    source: number,
    edge: MapEdge | null,
    outcome: Exclude<Outcome, { kind: 'lost' }>,
  ): Promise<void> {
    const fingerprint = fingerprintOf(outcome);
    const known = this.#at.map?.standing(fingerprint ?? '') ?? null;
    if (known !== null && fingerprint !== null) return this.#at.stand(known, fingerprint, false);
    if (outcome.kind === 'captured' && edge && (await this.passThrough(source, edge, outcome.capture)))
      return;
    this.#at.lose();
  }

  /** What a firing says of its class: what it yields, what it changes, whether it leads back. */
  async learn(
    visit: Waiting,
    source: number,
    edge: MapEdge | null,
    outcome: Exclude<Outcome, { kind: 'lost' }>,
    recorded: Recorded,
  ): Promise<void> {
    const { recorder, audits, atlas, returns, exclusive, agreements, positions } = this.#shared;
    const map = this.#at.map as DocumentMap;
    const into =
      recorded.kind === 'merged'
        ? atlas.resolve(recorded.into)
        : recorded.kind === 'alike'
          ? recorded.of
          : null;
    const page = source >= 0 ? source : visit.source;
    const className = edge?.className ?? null;
    const change = outcome.kind === 'known' ? outcome.change : outcome.capture.change;
    for (const name of new Set([className, edge?.choice.className ?? null]))
      if (name !== null && change) audits.noteRegion(name, change.path);
    if (edge && className !== null && outcome.marks && !isPassing(edge.order.event))
      audits.noteMarks(className);
    const parent = map.parentOf(page);
    const back = into !== null && parent !== null && (into === parent || into === map.meaningOf(parent));
    const idle = recorded.kind === 'unchanged' || into === page;
    const origin = map.originOf(page) ?? '';
    if (edge) {
      const likes = { ...likesOf(edge), document: map.document, origin: map.leadOf(page) };
      const units = gainOf(recorded);
      const given = {
        idle: recorded.kind === 'unchanged',
        ended: recorded.kind === 'unchanged' && turnsOn(edge.action.label),
        back,
        isPage: recorded.kind === 'kept' || units > 0,
      };
      const via = toldAs({ source, ord: edge.ord }, visit);
      this.#at.doubt(edge, via, recorded.kind === 'kept' ? recorded.number : null);
      this.#shared.yields.count(likes, units, given);
      this.#countChoices(edge, given.isPage);
    }
    if (edge && className !== null) {
      const target = recorded.kind === 'kept' ? recorded.number : (into ?? page);
      const { text, label } = edge;
      agreements.note({ className, document: map.document, source: page, text, label }, target);
      if (isStep(label))
        positions.noteStep({ document: map.document, step: `${className} ${label}` }, page, target);
      const home = into !== null && into === map.homeOf(page, className);
      const firing = firingOf(edge, className, origin);
      const disproved = returns.count(firing, { recorded, back, home, idle });
      if (disproved) await exclusive(() => recorder.failReturn(className));
    }
    if (visit.route !== undefined) {
      const plain = recorded.kind === 'merged' && !change;
      audits.noteLink(visit.route, plain ? 'plain' : 'route');
    }
  }

  /** What was found speaks for the choices that it depends on; what was not, against choosing of its class. */
  #countChoices({ className, choice }: MapEdge, isFound: boolean): void {
    const { audits, yields } = this.#shared;
    const deciding = isFound ? audits.dependsOn(choice.className ?? '') : [];
    for (const name of new Set(deciding.map(classOfList))) yields.countChoice(name, true);
    const decides = className !== null && audits.dependents(className).length > 0;
    if (decides && !isFound) yields.countChoice(className, false);
  }

  /** Takes note of where an event has led. */
  async follow(
    recorded: Recorded,
    outcome: Exclude<Outcome, { kind: 'lost' }>,
    source: number,
    edge: MapEdge | null,
  ): Promise<void> {
    const map = this.#at.map as DocumentMap;
    if (recorded.kind === 'alike') return;
    if (recorded.kind === 'kept' && outcome.kind === 'captured') {
      this.#at.addPage(recorded, outcome.capture, source, this.#at.chosen(edge, recorded.number));
      if (edge && recorded.through) map.addGrowth(source, edge.ord, recorded.through);
      this.#at.stand(recorded.number, outcome.capture.fingerprint, false);
      return;
    }
    const fingerprint = outcome.kind === 'known' ? outcome.fingerprint : outcome.capture.fingerprint;
    const here = map.standing(fingerprint);
    if (here === null) this.#at.lose();
    else this.#at.stand(here, fingerprint, false);
  }

  async landed(map: DocumentMap, { className, fingerprint }: MapEdge): Promise<void> {
    const { recorder, exclusive } = this.#shared;
    const page = this.#at.actual === null ? null : this.meaning(map, this.#at.actual);
    if (page !== null && className !== null)
      await exclusive(() => recorder.noteLanding(className, fingerprint, page));
  }

  tell(recorded: Recorded, edge: MapEdge | null, source: number): void {
    if (!edge) return;
    const { kind } = recorded;
    const reason = kind === 'alike' ? recorded.reason : kind === 'unchanged' ? 'unchanged' : 'fired';
    const { label, text: instruction, order } = edge;
    this.#shared.listen({ kind: 'action', source, label, event: order.event, reason, instruction });
  }

  /** The page that a known state is, or of which it shows what is new; `null` where it is not known any more. */
  meaning(map: DocumentMap, fingerprint: string): number | null {
    return map.numberOf(fingerprint) ?? map.glimpsed(fingerprint);
  }
}

/**
 * Whether everything that can be done on a page can be done, by the same elements, on a state. What is hidden there, or
 * lies under something, cannot: a question that was answered may still be in the page.
 */
export function offersAll(edges: readonly Pick<MapEdge, 'action'>[], judged: readonly Judged[]): boolean {
  const key = ({ xpath, event, value = '' }: Action) => `${xpath} ${event} ${value}`;
  const offered = judged.filter(({ refused, blocked }) => refused === null && !blocked);
  const all = new Set(offered.map(({ action }) => key(action)));
  const seen = new Set(offered.filter(({ action }) => !action.meta?.hidden).map(({ action }) => key(action)));
  return edges.every(({ action }) => (action.meta?.hidden ? all : seen).has(key(action)));
}

/** A candidate that made a list grow, and does not any more. */
function exhausted(judged: Judged, spent: Grown['spent']): Judged {
  const { xpath, event } = judged.action;
  return spent?.xpath === xpath && spent.event === event ? { ...judged, refused: spent.reason } : judged;
}

/** A step to a page; from a state between pages, the one by which the page was found. */
export function toldAs(step: Via, { source, ord }: Waiting): Via {
  return step.source >= 0 || ord === null ? step : { source, ord };
}

/** An edge as something that was fired, or might be. */
export function firingOf({ text, order }: MapEdge, className: string, origin: string): Firing {
  return { text, className, xpath: order.xpath, origin };
}

/** What an edge has in common with others. */
export function likesOf(edge: MapEdge): Likes {
  const known = likes.get(edge);
  if (known) return known;
  const { className, action } = edge;
  const made = { className: className ?? undefined, shape: shapeOf(action), label: actionWords(action) };
  likes.set(edge, made);
  return made;
}

/** What is asked of all edges of a page again and again. */
const likes = new WeakMap<MapEdge, Likes>();

/** Units that a visit gave; an address that was not known counts as one, its page will give more. */
function gainOf(recorded: Recorded): number {
  if (recorded.kind === 'kept') return recorded.gain;
  return recorded.kind === 'merged' && recorded.fresh ? 1 : 0;
}

/** Addresses that scripts asked for during an event. */
export function askedFor(outcome: Outcome): readonly string[] {
  if (outcome.kind === 'lost') return [];
  return outcome.kind === 'known' ? outcome.wanted : outcome.capture.wanted;
}

/** Fingerprint of what an event led to; `null` where it could not be fired. */
export function fingerprintOf(outcome: Outcome): string | null {
  if (outcome.kind === 'lost') return null;
  return outcome.kind === 'known' ? outcome.fingerprint : outcome.capture.fingerprint;
}
