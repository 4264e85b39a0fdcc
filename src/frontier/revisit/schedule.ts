import type { PageVisits } from '../../model/visits.ts';
import { allocate } from './allocate.ts';
import { ageOfGain, soonestRate } from './gain.ts';
import { DueHeap } from './heap.ts';
import { ChangeRates, type Followed } from './rates.ts';
import { day } from './visits.ts';

/** Share of the budget that goes to all pages alike, so that none is forgotten, whatever is thought of it. */
const floorShare = 0.03;
/** Days of the budget that may be caught up with. */
const catchUp = 0.1;
/** Share of a round's visits after which the rates of all pages are looked at again. */
const renewal = 0.25;

/**
 * Says which page is to be visited next, and when: revisits are allocated for the greatest freshness that a
 * budget of visits per day allows. Pure: moments are milliseconds that the caller gives.
 */
export class RevisitSchedule {
  readonly #pages = new Map<number, Followed>();
  readonly #heap = new DueHeap();
  readonly #perDay: number;
  #rates = new ChangeRates([]);
  #price = 0;
  #longest = Number.POSITIVE_INFINITY;
  readonly #taken = new Set<number>();
  #seen = 0;
  /** When the next visit may be made at the earliest, by the budget. */
  #allowed: number;

  /** `perDay`: visits per day that may be made. */
  constructor(pages: readonly Followed[], perDay: number, now: number) {
    this.#perDay = perDay;
    this.#allowed = now + day / perDay;
    for (const page of pages) this.#pages.set(page.visits.page, page);
    this.#allot();
  }

  get size(): number {
    return this.#pages.size;
  }

  /** Changes per day that a page is thought to make. */
  rateOf(page: number): number | null {
    const followed = this.#pages.get(page);
    return followed ? this.#rates.of(followed) : null;
  }

  /** The next page and its moment; `null` where there is none. */
  next(): { readonly page: number; readonly at: number } | null {
    const first = this.#heap.first();
    return first && { page: first.number, at: this.#allowed };
  }

  /** The pages whose turn comes until a moment, in order: they wait for `seen` or `missed` from then on. */
  take(until: number): readonly number[] {
    const taken: number[] = [];
    for (let next = this.next(); next !== null && next.at <= until; next = this.next()) {
      taken.push(next.page);
      this.#heap.delete(next.page);
      this.#taken.add(next.page);
      this.#spend(next.at);
    }
    return taken;
  }

  /** A page that was taken could not be seen: it comes again when its turn is due by its rate. */
  missed(page: number, now: number): void {
    const followed = this.#pages.get(page);
    if (!followed || !this.#taken.delete(page)) return;
    this.#heap.set(page, now + this.#ageOf(followed) * day);
  }

  /** A page was visited, or is new. */
  seen(visits: PageVisits, kind = this.#pages.get(visits.page)?.kind ?? ''): void {
    const isNew = !this.#pages.has(visits.page);
    this.#pages.set(visits.page, { visits, kind });
    const isTaken = this.#taken.delete(visits.page);
    if (!isNew && !isTaken) this.#spend(Date.parse(visits.lastSeen));
    this.#file(visits.page);
    this.#seen++;
    if (this.#seen >= Math.max(10, renewal * this.#pages.size)) this.#allot();
  }

  /** Rates, and with them the worth of a visit, for all pages anew. */
  #allot(): void {
    this.#seen = 0;
    const pages = [...this.#pages.values()];
    this.#rates = new ChangeRates(pages);
    const floor = pages.length === 0 ? 0 : (floorShare * this.#perDay) / pages.length;
    const rates = pages.map((page) => ({ rate: this.#rates.of(page) }));
    this.#price = allocate(rates, this.#perDay, floor).price;
    this.#longest = floor === 0 ? Number.POSITIVE_INFINITY : 1 / floor;
    for (const { visits } of pages) if (!this.#taken.has(visits.page)) this.#file(visits.page);
  }

  #file(page: number): void {
    const followed = this.#pages.get(page);
    if (!followed) return;
    this.#heap.set(page, Date.parse(followed.visits.lastSeen) + this.#ageOf(followed) * day);
  }

  /** Days after which a page is due again. */
  #ageOf(followed: Followed): number {
    // Doubt is given its benefit: what may be worth a visit is visited, and doubted less from then on.
    const rate = this.#rates.possible(followed, soonestRate(this.#price));
    return Math.min(this.#longest, ageOfGain(rate, this.#price));
  }

  /** A visit is spent at the pace of the budget; what was not used for a while may be caught up with. */
  #spend(at: number): void {
    this.#allowed = Math.max(this.#allowed, at - catchUp * day) + day / this.#perDay;
  }
}
