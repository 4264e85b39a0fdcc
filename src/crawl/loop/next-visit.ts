import type { DocumentMap } from '../map/document-map.ts';
import { bestPath } from '../navigate/plan.ts';
import type { Order } from '../order/order.ts';
import type { PageQueue, Waiting } from '../order/queue.ts';
import { tuning } from '../tuning.ts';
import type { Boards } from './boards.ts';
import type { Shared } from './shared.ts';
import type { Worker } from './worker.ts';

const { patience } = tuning;

/** States of a document that are compared for one choice: more of them are of few kinds, and each costs time. */
const statesLooked = 1000;
/** Links of other documents that are looked at for one choice: they are mostly of one handler. */
const routesLooked = 20;

/** What that depends on. */
export interface NextVisitParts {
  readonly shared: Shared;
  readonly queue: PageQueue;
  readonly order: Order;
  readonly boards: Boards<Worker>;
  /** All tabs at work. */
  readonly workers: readonly Worker[];
}

/** Which page a tab visits next, or whether it tests a presumption first. Nothing is taken by asking. */
export class NextVisit {
  readonly #shared: Shared;
  readonly #queue: PageQueue;
  readonly #order: Order;
  readonly #boards: Boards<Worker>;
  readonly #workers: readonly Worker[];

  constructor({ shared, queue, order, boards, workers }: NextVisitParts) {
    this.#shared = shared;
    this.#queue = queue;
    this.#order = order;
    this.#boards = boards;
    this.#workers = workers;
  }

  /** Who is at a board stays there while it has pages: each return is another login. */
  inOrder(worker: Worker, strategy: 'breadth' | 'depth'): Waiting | 'test' | null {
    const boards = this.#boards;
    if (worker.trials.isDueNear) return 'test';
    const own = boards.isGuest(worker) && this.#queue.next(strategy, (page) => boards.isAt(worker, page));
    return own || this.#queue.next(strategy, (page) => boards.mayTake(worker, page));
  }

  /**
   * `nearest`: what promises the most new content for its cost. From where the tab stands that is an event, or
   * another state of the document; an address, or another document, where these promise more. What is not likely
   * enough to show anything new waits until nothing else is left.
   */
  nearest(worker: Worker): Waiting | 'test' | null {
    const { guidance } = this.#shared;
    const deciding = guidance.mayBeUndecided
      ? this.#queue.firstUrl((url) => guidance.isUndecided(url) && this.#boards.mayTake(worker, url))
      : null;
    if (deciding) return deciding;
    const { map, page } = worker;
    if (!map || page === null) return this.#elsewhere(worker);
    if (worker.trials.isTelling) return 'test';
    const here = this.#bestHere(worker, map, page);
    if (here) {
      const away = this.#boards.isGuest(worker) ? null : this.#away(worker, map, here.worth);
      return away ?? here.waiting;
    }
    if (worker.trials.isDueNear) return 'test';
    const { untested } = this.#shared;
    if (worker.trials.isDueWithin(map)) untested.add(map.document);
    else untested.delete(map.document);
    return this.#elsewhere(worker);
  }

  /** The state of a document that promises the most for its cost from where a tab stands, and how much. */
  #bestHere(
    worker: Worker,
    map: DocumentMap,
    page: number,
  ): { readonly waiting: Waiting; readonly worth: number } | null {
    const units = new Map<number, number>();
    let [most, looked] = [0, 0];
    for (const waiting of this.#queue.states(map.document)) {
      if (++looked > statesLooked) break;
      const expected = this.#order.units(waiting) * this.#spread(map, waiting);
      if (expected > 0) units.set(waiting.number, expected);
      most = Math.max(most, expected);
    }
    if (units.size === 0) return null;
    const worth = (number: number) => (units.get(number) ?? 0) / most;
    const reach = (number: number) => {
      const state = units.has(number) ? this.#queue.get(number, map.document) : null;
      return state ? this.#order.reach(state) : 0;
    };
    const best = bestPath(page, map, worth, worker.backPage, reach);
    const last = best?.path.at(-1);
    const waiting = last && this.#queue.get(last.target, map.document);
    const { event } = this.#shared.costs.of(map.documentUrl);
    if (best && waiting) return { waiting, worth: most / (best.score * event.value) };
    const other = this.#queue.firstState(map.document, (state) => this.#order.isWorthwhile(state));
    return other && { waiting: other, worth: this.#order.farWorth(other, map.documentUrl) };
  }

  /** What can be had from many pages can be had later, unless nothing is known of its kind. */
  #spread(map: DocumentMap, { number, className }: Waiting): number {
    const isNew = !this.#shared.audits.isKnown(className ?? '');
    return isNew ? 1 : 1 - patience * map.spreadOf(number) ** 2;
  }

  #firstUrl(worker: Worker): Waiting | null {
    const { addresses } = this.#shared;
    return this.#queue.firstUrl(
      (page) => this.#boards.mayTake(worker, page),
      (url) => addresses.isPoor(url),
    );
  }

  /** What promises more than a document still does: an address, or a link elsewhere that a script answers. */
  #away(worker: Worker, { document }: DocumentMap, worth: number): Waiting | null {
    const url = this.#firstUrl(worker);
    if (url && worth < this.#order.addressWorth(url)) return url;
    let looked = 0;
    return this.#queue.firstRoute(
      (state) =>
        state.document !== document &&
        this.#boards.mayTake(worker, state) &&
        looked++ < routesLooked &&
        worth < this.#order.farWorth(state, null),
    );
  }

  /** Work that does not depend on where a tab stands. */
  #elsewhere(worker: Worker): Waiting | null {
    const url = this.#firstUrl(worker);
    if (!this.#queue.hasStates) return url;
    const taken = new Set(this.#workers.map((other) => other.map?.document));
    let shared: Waiting | null = null;
    let left: Waiting | null = null;
    for (const document of this.#queue.documents()) {
      if (!this.#boards.mayTake(worker, { document, url: null })) continue;
      const first = this.#queue.firstState(document, (waiting) => this.#order.isWorthwhile(waiting));
      if (!first) continue;
      left ??= first;
      if (url !== null && this.#order.farWorth(first, null) < this.#order.addressWorth(url)) continue;
      if (!taken.has(document)) return first;
      if (!first.bound && this.#isWorthSharing(document)) shared ??= first;
    }
    const next = url ?? shared;
    if (next !== null || this.#queue.inHand > 0) return next;
    return left;
  }

  /** Whether a link of another document costs less to open by its address than to go there and click on. */
  isApart({ document }: Waiting, { map }: Worker): boolean {
    return document !== map?.document && !this.#isWorthSharing(document);
  }

  /** A second tab in a document has to load it first: that must be less than what it takes over. */
  #isWorthSharing(document: number): boolean {
    const inside = this.#workers.find(({ map }) => map?.document === document);
    const { event, load } = this.#shared.costs.of(inside?.map?.documentUrl ?? null);
    return this.#queue.statesWaiting(document) * event.value > 2 * load.value;
  }
}
