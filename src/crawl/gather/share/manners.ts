import { setTimeout as sleepFor } from 'node:timers/promises';
import { Manners } from '../../../frontier/index.ts';
import { ArgiopeError, type SharedSite } from '../../../model/index.ts';

/**
 * Manners of several workers that ask the same hosts: turns are given by the store, by its clock, so that it does
 * not matter who asks or what time it is there. Whatever is asked of a host passes here, so here nothing passes
 * when the leases of this worker may be another's by now.
 */
export class SharedManners extends Manners {
  readonly #site: Pick<SharedSite, 'turn' | 'rest' | 'isLost'>;
  readonly #isSure: () => boolean;

  constructor(
    delay: number | null,
    site: Pick<SharedSite, 'turn' | 'rest' | 'isLost'>,
    isSure: () => boolean,
  ) {
    super(delay);
    this.#site = site;
    this.#isSure = isSure;
  }

  override async waitTurn(host: string, signal?: AbortSignal): Promise<void> {
    await super.waitTurn(host, signal);
    this.#check();
    const delay = this.delayOf(host);
    if (delay <= 0) return;
    const ms = await this.#site.turn(host, delay);
    if (ms > 0) await sleepFor(ms, undefined, signal ? { signal } : {});
    this.#check();
  }

  override answered(host: string, ms: number, status: number, retryAfter?: string | null): void {
    super.answered(host, ms, status, retryAfter);
    if (status !== 429 && status !== 503) return;
    // Where the store cannot be told, this worker ends anyway.
    this.#site.rest(host, Math.max(0, this.nextMoment(host) - Date.now())).catch(() => {});
  }

  #check(): void {
    if (this.#isSure() && !this.#site.isLost) return;
    throw new ArgiopeError(
      'LEASE_LOST',
      'the store was not heard of for too long: others may have the hosts',
      {
        advice: 'nothing is lost: the worker begins anew as soon as the store answers',
      },
    );
  }
}
