import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BoundedMap } from '../../model/bounded-map.ts';

/** Milliseconds for which names are known. Failures end soon: a network may be back. */
const keptFor = { found: 60_000, failed: 15_000 } as const;
/** Names that are remembered. */
const mostNames = 10_000;

type Found = { readonly error: NodeJS.ErrnoException | null; readonly addresses: LookupAddress[] };

/**
 * Resolves names, each once for a while: the system resolves four at a time, and a crawl of many hosts would
 * wait for that; a name that does not exist is asked for by every link to it.
 */
export class Names {
  readonly #resolve: typeof systemLookup;
  readonly #now: () => number;
  readonly #known = new BoundedMap<string, { readonly found: Promise<Found>; until: number }>(mostNames);

  constructor(resolve: typeof systemLookup = systemLookup, now: () => number = Date.now) {
    this.#resolve = resolve;
    this.#now = now;
  }

  /** As `dns.lookup`, for sockets. */
  readonly lookup: LookupFunction = (hostname, { family = 0, all = false }, callback) => {
    void this.#ask(hostname, Number(family) || 0).then(({ error, addresses }) => {
      if (error) return callback(error, '', 0);
      if (all) return callback(null, addresses);
      callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
    });
  };

  #ask(hostname: string, family: number): Promise<Found> {
    const key = `${family} ${hostname.toLowerCase()}`;
    const known = this.#known.get(key);
    if (known && known.until > this.#now()) return known.found;
    const found = new Promise<Found>((resolve) => {
      const options: LookupAllOptions = { family, all: true };
      this.#resolve(hostname, options, (error, addresses) => resolve({ error, addresses }));
    });
    const entry = { found, until: Number.POSITIVE_INFINITY };
    void found.then(({ error }) => {
      entry.until = this.#now() + (error ? keptFor.failed : keptFor.found);
    });
    this.#known.set(key, entry);
    return found;
  }
}
