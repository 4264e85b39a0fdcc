import type { HookChain } from '../../hooks/index.ts';
import type { Totals } from '../../model/index.ts';
import type { Counting } from './totals.ts';

/** What hooks have dropped in all. */
export function droppedBy({ dropped }: HookChain): number {
  return Object.values(dropped).reduce((sum, count) => sum + count, 0);
}

interface Counted {
  counts(): { readonly requests: number; readonly requestsFromCache?: number; readonly bytes: number };
}

/** Adds what goes over the wire from now on to the totals so far; what its sources have counted is in these. */
export class WireCount {
  readonly #totals: Counting;
  readonly #before: Pick<Totals, 'requests' | 'requestsFromCache' | 'bytes'>;
  readonly #sources: readonly Counted[];

  constructor(totals: Counting, sources: readonly Counted[]) {
    this.#totals = totals;
    this.#sources = sources;
    const { requests, requestsFromCache, bytes } = this.#counted();
    this.#before = {
      requests: totals.requests - requests,
      requestsFromCache: totals.requestsFromCache - requestsFromCache,
      bytes: totals.bytes - bytes,
    };
  }

  update(): void {
    const { requests, requestsFromCache, bytes } = this.#counted();
    this.#totals.requests = this.#before.requests + requests;
    this.#totals.requestsFromCache = this.#before.requestsFromCache + requestsFromCache;
    this.#totals.bytes = this.#before.bytes + bytes;
  }

  #counted(): Pick<Totals, 'requests' | 'requestsFromCache' | 'bytes'> {
    const sum = { requests: 0, requestsFromCache: 0, bytes: 0 };
    for (const source of this.#sources) {
      const { requests, requestsFromCache = 0, bytes } = source.counts();
      sum.requests += requests;
      sum.requestsFromCache += requestsFromCache;
      sum.bytes += bytes;
    }
    return sum;
  }
}
