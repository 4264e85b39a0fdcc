import { namedFingerprint } from '../../identity/index.ts';
import type { Capture, FireOrder, Outcome, Tab } from '../../model/index.ts';
import type { Recorded } from '../commit/record.ts';
import type { Via } from '../commit/step-updates.ts';
import type { Gate } from '../discover/gate.ts';
import type { Shared } from '../loop/shared.ts';
import type { DocumentMap } from '../map/document-map.ts';
import { isOffered, type MapEdge, sameEvent } from '../map/edges.ts';
import {
  choicesAmong,
  chosen,
  contextOf,
  differing,
  type Fired,
  type State,
  stillChosen,
} from '../map/states.ts';
import { isPassing, leadName } from '../order/yields.ts';
import { type Passage, prolonged } from './passage.ts';
import { longerPast, type Past } from './past.ts';
import type { Step } from './plan.ts';

/** Fingerprints sent along with an event, of which no document is needed. */
export const knownAlong = 64;

/** Events in one document of which a tab remembers that they were fired: a way of more of them is no way. */
const firedKept = 100;

/** An event that was fired on a page, or a state that shows what a page shows. */
export interface Made {
  readonly map: DocumentMap;
  readonly page: number;
  readonly edge: MapEdge;
  readonly firing: Fired;
  /** It has led to a page that was not known. */
  readonly fresh: boolean;
}

/** Where a tab stands, and the events that are fired from there. */
export class Standing {
  readonly #shared: Shared;
  readonly #tab: Tab;
  /**
   * Document the tab shows and where it stands there: on a page, or on a state between pages; `null` where
   * that is not known.
   */
  map: DocumentMap | null = null;
  page: number | null = null;
  /** Class of the event that was fired last: what led to where the tab stands. */
  origin = '';
  /** The same with the step that it is. */
  #lead = '';
  /** Fingerprint of what the tab shows: that of its page, or of another state that shows the same. */
  actual: string | null = null;
  /** What was chosen since the document was loaded, whether that shows or not. */
  #state: State = {};
  /** The events that were fired since then, and where. */
  #log: Firing[] = [];
  /** All that was fired since then; `null` where that is too much, or not known. */
  #past: Past | null = null;
  /** What is chosen on a page that was captured last, where that is less than what was chosen before it. */
  #after: { readonly page: string; readonly state: State } | null = null;
  /** Events that have led somewhere, until somebody has looked at them. */
  readonly made: Made[] = [];
  #shot: Made | null = null;
  /** The page that was added last. */
  #added: number | null = null;
  /** The event that was fired and has not led anywhere yet. */
  #fired: MapEdge | null = null;
  /** Pages behind the current one in the session history. */
  #trail: number[] = [];

  constructor(shared: Shared, tab: Tab) {
    this.#shared = shared;
    this.#tab = tab;
  }

  /** Page that one step back in the session history would show. */
  get backPage(): number | null {
    return this.map?.backs.worthTrying ? (this.#trail.at(-1) ?? null) : null;
  }

  addPage(
    recorded: Recorded & { kind: 'kept' },
    capture: Capture,
    parent: number | null,
    chosen: State,
  ): void {
    const { number, transitions, address } = recorded;
    const { fingerprint } = capture;
    const map = this.map as DocumentMap;
    const state = this.#after?.page === fingerprint ? this.#after.state : chosen;
    const [origin, lead] = parent === null ? ['', ''] : [this.origin, this.#lead];
    map.add(number, { fingerprint, address, parent, origin, lead, state }, transitions);
    if (this.#past) this.#shared.pasts.set(number, this.#past);
    this.#shared.states.set(number, state);
    this.#added = number;
    if (number !== map.document) this.#shared.untested.add(map.document);
    this.#shared.sameness.add(map, number, capture, transitions);
  }

  async take(step: Step, known: ReadonlySet<string>): Promise<Outcome> {
    const start = performance.now();
    const edge = step.kind === 'fire' ? this.map?.edge(step.source, step.ord) : null;
    const order = edge && this.#orderHere(edge);
    if (edge && this.map && this.page !== null) {
      const { map } = this;
      const page = map.meaningOf(this.page) ?? this.page;
      const firing = this.#shared.states.noteFiring(
        map.document,
        page,
        edge.action,
        edge.choice,
        this.#state,
      );
      this.#shot = { map, page, edge, firing, fresh: false };
    }
    const outcome =
      step.kind === 'back'
        ? await this.#tab.back(known)
        : order
          ? await this.#tab.fire({ ...order, pauses: true }, known)
          : { kind: 'lost' as const };
    this.#shared.costs.of(this.map?.documentUrl ?? null).event.add(performance.now() - start);
    if (step.kind === 'back') this.#past = null;
    else if (edge && order && outcome.kind !== 'lost' && !isPaused(outcome)) this.#passed(order);
    if (step.kind === 'fire') this.origin = edge?.className ?? '';
    if (step.kind === 'fire') this.#lead = edge ? leadName(edge.action) : '';
    this.#fired = isPaused(outcome) || outcome.kind === 'lost' ? null : (edge ?? null);
    return outcome;
  }

  /** Fires an event on what the tab shows, whatever the map says. */
  fire(order: FireOrder, known: ReadonlySet<string>): Promise<Outcome> {
    this.#passed(order);
    return this.#tab.fire(order, known);
  }

  #passed(order: FireOrder): void {
    this.#past = longerPast(this.#past, order);
  }

  /** All that was fired until a page was shown first was fired once more, and the tab shows that page. */
  relived(page: number, fingerprint: string): void {
    const past = this.#past;
    this.begin(this.map as DocumentMap, page, fingerprint);
    this.#past = past;
  }

  /** Where the tab stood when an event was fired. */
  stood(source: number): { page: number; fingerprint: string } {
    return { page: this.page ?? source, fingerprint: this.actual ?? '' };
  }

  /** Judges what can be done after an event, and says what is chosen then. */
  async judge(
    capture: Capture,
    source: number,
    chosen: State,
    { depth, last = null }: { readonly depth?: number; readonly last?: MapEdge | null } = {},
  ): Promise<{ readonly judged: Awaited<ReturnType<Gate['judge']>>; readonly state: State }> {
    const at = depth ?? ((await this.#shared.site.page(source))?.depth ?? 0) + 1;
    const edges = this.page === null ? [] : (this.map?.edgesOf(this.page) ?? []);
    const behind = (text: string) => edges.find((edge) => edge.text === text)?.fingerprint ?? null;
    // Pages of a document that were entered by addresses of their own belong to it all the same.
    const documentUrl = this.map?.documentUrl ?? capture.documentUrl;
    const under = (state: State) =>
      this.#shared.gate.judge({ ...capture, documentUrl }, source, at, state, behind);
    const judged = await under(chosen);
    const after = choicesAmong(judged.map(({ action }) => action));
    const name = last?.choice.className ?? null;
    const state = stillChosen(
      chosen,
      name,
      edges.map(({ choice }) => choice),
      after,
    );
    this.#after = state === chosen ? null : { page: capture.fingerprint, state };
    return { judged: state === chosen ? judged : await under(state), state };
  }

  /** Whether the tab stands on a page, or on a state that shows what is new on it: its events can be fired there. */
  shows(page: number): boolean {
    return this.page !== null && (this.page === page || this.map?.meaningOf(this.page) === page);
  }

  /** Whether an event of a page can be fired where the tab stands, which may only show what is new on that page. */
  offers({ source, ord }: { readonly source: number; readonly ord: number }): boolean {
    const { map, page } = this;
    const edge = page === source ? null : map?.edge(source, ord);
    return !map || !edge || page === null || isOffered(edge, map.edgesOf(page));
  }

  /** How an event of a page is fired where the tab stands: what the page shows may stand elsewhere in it. */
  #orderHere(edge: MapEdge): FireOrder {
    const there = this.page === null ? [] : (this.map?.edgesOf(this.page) ?? []);
    return (there.includes(edge) ? edge : (sameEvent(edge, there) ?? edge)).order;
  }

  /** What was chosen once an event was fired where the tab stands. */
  chosen(edge: MapEdge | null, page: number): State {
    return edge ? chosen(this.#state, edge.choice, page, this.#first) : this.#state;
  }

  readonly #first = (list: string) => this.map?.firstOf(list);

  /** What is chosen where the tab stands. */
  get state(): State {
    return this.#state;
  }

  /**
   * How an event is reached and fired from where the tab stands, given that what was chosen of some classes decides
   * where it leads: by its page, or by what was fired since the first of these choices. `null` where that cannot be
   * told.
   */
  passageOf(edge: MapEdge, deciding: readonly string[] = this.#deciding(edge)): Passage | null {
    const { map, page } = this;
    if (!map || page === null) return null;
    return wayBehind(map, this.#log, { page, edge }, deciding);
  }

  /** Takes note that an event was fired where more is chosen than the way says that was written down. */
  doubt(edge: MapEdge, via: Via | null, found: number | null): void {
    const { map, page } = this;
    const list = edge.choice.className;
    // Where every state is a page of its own, it shows what was chosen.
    if (!map || page === null || list === null || this.#shared.sameness.keepsAll) return;
    const usual = page < 0 ? {} : (map.stateOf(page) ?? {});
    const state = this.#state;
    const others = differing(state, usual, this.#first).filter((name) => name !== list);
    if (others.length === 0) return;
    const log = [...this.#log];
    const way = (deciding: readonly string[]) =>
      wayBehind(
        map,
        log,
        { page, edge },
        deciding.filter((name) => others.includes(name)),
      );
    const written = this.passageOf(edge);
    map.doubts.note({ list, others, state, via: page < 0 ? null : via, found, written, way });
  }

  /** Fingerprint of what an event means where the tab stands, by what is chosen of that which it depends on. */
  meansHere({ choice, action: { instruction, event } }: MapEdge): string {
    const context = contextOf(this.#state, this.#shared.audits.dependsOn(choice.className ?? ''));
    return namedFingerprint(instruction, event, this.map?.documentUrl ?? '', context);
  }

  /** Whether something else is chosen than on the way to the page where the tab stands that decides on an event. */
  isUsual(edge: MapEdge): boolean {
    return this.#deciding(edge).length === 0;
  }

  /** The classes that decide on an event of which something else is chosen than on the way to the page. */
  #deciding({ choice }: MapEdge): readonly string[] {
    const usual = (this.page === null ? null : this.map?.stateOf(this.page)) ?? {};
    const decide = this.#shared.audits.dependsOn(choice.className ?? '');
    const isTold = (name: string) => this.page !== null && this.map?.tells(this.page, name);
    return decide.filter((name) => usual[name] !== this.#state[name] && !isTold(name));
  }

  /** A document was loaded: the tab stands on one of its pages. */
  begin(map: DocumentMap, page: number, fingerprint: string): void {
    this.map = map;
    this.page = page;
    this.actual = fingerprint;
    this.#state = page === map.document ? {} : (map.stateOf(page) ?? {});
    this.#log = [];
    this.#past = { start: page, orders: [] };
    this.#fired = null;
  }

  /** The tab stands on a page after the event that was fired, or after a step back. */
  stand(page: number, fingerprint: string, wentBack: boolean): void {
    if (wentBack) this.#trail.pop();
    else if (this.#tab.historyGrew && this.page !== null) this.#trail.push(this.page);
    if (wentBack) {
      this.#state = this.map?.stateOf(page) ?? {};
      this.#log = [];
    } else this.#choose(page, fingerprint);
    this.page = page;
    this.actual = fingerprint;
  }

  /** The event that was fired has led to no other page; what it has chosen may matter all the same. */
  stay(fingerprint: string): void {
    if (this.#fired && this.page !== null && this.page === this.map?.document) this.map.noteIdle(this.#fired);
    if (this.page !== null) this.#choose(this.page, fingerprint);
    this.actual = fingerprint;
  }

  /** What the tab shows has become another page by itself: a pointer has left, a message has gone. */
  shift(page: number, fingerprint: string): void {
    this.page = page;
    this.actual = fingerprint;
  }

  #choose(page: number, fingerprint: string): void {
    const edge = this.#fired;
    this.#fired = null;
    if (!edge || !this.map || this.page === null) return;
    if (this.#shot?.edge === edge) {
      this.#shot.firing.from = this.stood(this.page);
      this.#shot.firing.to = { page, fingerprint };
      this.made.push({ ...this.#shot, fresh: page === this.#added });
      this.#added = null;
    }
    // A pointer that passes by chooses nothing, unless it brings up a page.
    const isPassed = isPassing(edge.order.event) && (page < 0 || page === this.page);
    const next = isPassed ? this.#state : chosen(this.#state, edge.choice, page, this.#first);
    const [before, after] = [this.page, page].map((each) =>
      (this.map?.edgesOf(each) ?? []).map(({ choice }) => choice),
    );
    const known = this.#after?.page === fingerprint ? this.#after.state : null;
    this.#state = known ?? stillChosen(next, edge.choice.className, before ?? [], after ?? []);
    this.#log.push({ page: this.page, edge });
    if (this.#log.length > firedKept) this.#log.shift();
  }

  /** Where the tab stands is not known any more: the next page is reached by its address. */
  lose(): void {
    if (this.map) this.#shared.atlas.leave(this.map.document);
    this.map = null;
    this.page = null;
    this.origin = '';
    this.actual = null;
    this.#state = {};
    this.#log = [];
    this.#past = null;
    this.#fired = null;
    this.#trail = [];
  }
}

/** An event that is fired, and where. */
interface Firing {
  readonly page: number;
  readonly edge: MapEdge;
}

/**
 * How an event is reached and fired: by its page, or by what was fired since the first of the choices that decide where it
 * leads, unless the page tells these. `null` where that cannot be told.
 */
function wayBehind(
  map: DocumentMap,
  log: readonly Firing[],
  last: Firing,
  deciding: readonly string[],
): Passage | null {
  const latest = deciding
    .filter((name) => !map.tells(last.page, name))
    .map((name) => log.findLastIndex(({ edge: { choice } }) => choice.className === name))
    .filter((at) => at >= 0);
  if (latest.length === 0) return map.passageOf(last.page, last.edge);
  const start = log.findLastIndex((fired, at) => at <= Math.min(...latest) && fired.page >= 0);
  const [first, ...rest] = [...sinceLoaded(log, Math.max(0, start)), last];
  if (start < 0 || !first || first === last || first.page < 0) return null;
  const landing = map.meaningOf(rest[0]?.page ?? last.page) ?? map.document;
  const near = map.atRoot(first.edge, landing);
  return rest.reduce<Passage>(
    (way, fired) => prolonged(way, map.meaningOf(fired.page) ?? map.document, fired.edge.action),
    near
      ? { source: map.document, ord: near.ord, through: [] }
      : { source: first.page, ord: first.edge.ord, through: [] },
  );
}

/** The later part of what was fired, as it is fired from a fresh document: a box that was ticked before is not ticked there. */
function sinceLoaded(log: readonly Firing[], start: number): readonly Firing[] {
  const later = log.slice(start);
  const ticked = new Map<string, number>();
  for (const { edge } of log.slice(0, start)) {
    const { className, kind } = edge.choice;
    if (kind === 'toggle' && className !== null) ticked.set(className, (ticked.get(className) ?? 0) + 1);
  }
  const spare = new Set([...ticked].filter(([, times]) => times % 2 === 1).map(([list]) => list));
  return later.filter(({ edge }) => edge.choice.className === null || !spare.delete(edge.choice.className));
}

/** Whether a pointer had to leave first, and the event was not fired yet. */
function isPaused(outcome: Outcome): boolean {
  return outcome.kind === 'captured' && outcome.paused === true;
}
