import type { SiteStore } from '../../model/index.ts';
import type { Batch } from './batch.ts';
import type { Schedule } from './schedule/schedule.ts';
import type { SiteQueue } from './schedule/site-queue.ts';
import { type WaitingAddress, waitingAddress } from './waiting.ts';

/**
 * Fills the queues of hosts from the frontier on the disk, each when it has run empty and a worker asks for
 * more, so that memory holds the first of each host in use and nothing else (Yang & Zhou 2005, §1.1).
 */
export class Distributor {
  readonly #site: SiteStore;
  readonly #schedule: Schedule<WaitingAddress>;
  readonly #batch: Batch;
  readonly #refills = new Map<SiteQueue<WaitingAddress>, Promise<void>>();

  constructor(parts: { site: SiteStore; schedule: Schedule<WaitingAddress>; batch: Batch }) {
    this.#site = parts.site;
    this.#schedule = parts.schedule;
    this.#batch = parts.batch;
  }

  /** Takes up what an earlier run left: the names of the hosts, nothing more. */
  async takeUp(): Promise<void> {
    for (const host of await this.#site.hostsWaiting()) this.#schedule.open(host, Date.now());
  }

  /** The next address of a leased queue; `null` where there is none. */
  async next(queue: SiteQueue<WaitingAddress>): Promise<WaitingAddress | null> {
    for (;;) {
      const item = this.#schedule.take(queue);
      if (item !== null || !queue.more) return item;
      await this.#refill(queue);
    }
  }

  /** Workers that share a queue wait for the same answer. */
  #refill(queue: SiteQueue<WaitingAddress>): Promise<void> {
    let refill = this.#refills.get(queue);
    if (refill === undefined) {
      refill = this.#read(queue).finally(() => this.#refills.delete(queue));
      this.#refills.set(queue, refill);
    }
    return refill;
  }

  async #read(queue: SiteQueue<WaitingAddress>): Promise<void> {
    if (this.#batch.holds(queue.host)) this.#batch.flush();
    const order = queue.order();
    const pages = await this.#site.waiting(queue.host, order.asked);
    this.#schedule.refill(queue, pages.map(waitingAddress), order, Date.now());
  }
}
