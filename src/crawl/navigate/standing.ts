import type { Capture, FireOrder, Outcome, Tab } from '../../model/index.ts';
import type { Recorded } from '../commit/record.ts';
import type { Gate } from '../discover/gate.ts';
import type { Shared } from '../loop/shared.ts';
import type { DocumentMap } from '../map/document-map.ts';
import type { MapEdge } from '../map/edges.ts';
import { chosen, type State } from '../map/states.ts';
import type { Step } from './plan.ts';

/** Fingerprints sent along with an event, of which no document is needed. */
export const knownAlong = 64;

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
  /** Fingerprint of what the tab shows: that of its page, or of another state that shows the same. */
  actual: string | null = null;
  /** What was chosen, where that is more than the page tells on which the tab stands. */
  #worn: State | null = null;
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
    state: State,
  ): void {
    const { number, transitions, address } = recorded;
    const { fingerprint } = capture;
    const map = this.map as DocumentMap;
    const origin = parent === null ? '' : this.origin;
    map.add(number, { fingerprint, address, parent, origin, state }, transitions);
    this.#shared.states.set(number, state);
    if (number !== map.document) this.#shared.untested.add(map.document);
    this.#shared.sameness.add(map, number, capture, transitions);
  }

  async take(step: Step, known: ReadonlySet<string>): Promise<Outcome> {
    const start = performance.now();
    const edge = step.kind === 'fire' ? this.map?.edge(step.source, step.ord) : null;
    const order = edge?.order;
    if (edge) await this.#noteFiring(edge);
    const outcome =
      step.kind === 'back'
        ? await this.#tab.back(known)
        : order
          ? await this.#tab.fire({ ...order, pauses: true }, known)
          : { kind: 'lost' as const };
    this.#shared.costs.of(this.map?.documentUrl ?? null).event.add(performance.now() - start);
    if (step.kind === 'fire') this.origin = edge?.className ?? '';
    return outcome;
  }

  /** Fires an event on what the tab shows, whatever the map says. */
  fire(order: FireOrder, known: ReadonlySet<string>): Promise<Outcome> {
    return this.#tab.fire(order, known);
  }

  /** Where the tab stood when an event was fired. */
  stood(source: number): { page: number; fingerprint: string } {
    return { page: this.page ?? source, fingerprint: this.actual ?? '' };
  }

  async judge(capture: Capture, source: number, state: State, depth?: number): ReturnType<Gate['judge']> {
    const at = depth ?? ((await this.#shared.site.page(source))?.depth ?? 0) + 1;
    const edges = this.page === null ? [] : (this.map?.edgesOf(this.page) ?? []);
    const behind = (text: string) => edges.find((edge) => edge.text === text)?.fingerprint ?? null;
    // Pages of a document that were entered by addresses of their own belong to it all the same.
    const documentUrl = this.map?.documentUrl ?? capture.documentUrl;
    return this.#shared.gate.judge({ ...capture, documentUrl }, source, at, state, behind);
  }

  /** What was chosen once an event was fired where the tab stands. */
  async chosen(edge: MapEdge | null, page: number): Promise<State> {
    const before = await this.#state();
    return edge ? chosen(before, edge.choice, page) : before;
  }

  async #state(): Promise<State> {
    const here = this.page;
    if (here === null) return {};
    return this.#worn ?? this.map?.stateOf(here) ?? this.#shared.states.of(here);
  }

  async #noteFiring({ action }: MapEdge): Promise<void> {
    if (this.map) this.#shared.states.noteFiring(this.map.document, action, await this.#state());
  }

  /** What is chosen where the tab stands, as far as that is at hand. */
  get state(): State {
    if (this.page === null) return {};
    return this.#worn ?? this.map?.stateOf(this.page) ?? {};
  }

  /** The tab shows its page after something was chosen that does not show. */
  wear(state: State): void {
    this.#worn = state;
  }

  stand(page: number, fingerprint: string, wentBack: boolean): void {
    if (wentBack) this.#trail.pop();
    else if (this.#tab.historyGrew && this.page !== null) this.#trail.push(this.page);
    this.page = page;
    this.actual = fingerprint;
    this.#worn = null;
  }

  /** Where the tab stands is not known any more: the next page is reached by its address. */
  lose(): void {
    if (this.map) this.#shared.atlas.leave(this.map.document);
    this.map = null;
    this.page = null;
    this.origin = '';
    this.actual = null;
    this.#worn = null;
    this.#trail = [];
  }
}
