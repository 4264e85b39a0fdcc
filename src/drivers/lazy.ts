import type { Driver, VolatileSpot } from '../model/index.ts';

/** A driver that is made when the first tab is wanted: where nothing has to be seen, no browser is started. */
export function lazyDriver(kind: Driver['kind'], fires: boolean, make: () => Promise<Driver>): Driver {
  let made: Promise<Driver> | null = null;
  let driver: Driver | null = null;
  let spots: readonly VolatileSpot[] | null = null;
  const get = () => {
    made ??= make().then((ready) => {
      driver = ready;
      if (spots) ready.ignore(spots);
      return ready;
    });
    return made;
  };
  return {
    kind,
    fires: () => fires,
    tab: async () => (await get()).tab(),
    counts: () => driver?.counts() ?? { requests: 0, requestsFromCache: 0, bytes: 0 },
    ignore: (given) => {
      spots = given;
      driver?.ignore(given);
    },
    fetch: async (url) => (await get()).fetch(url),
    close: async () => {
      if (made) await (await made.catch(() => null))?.close();
    },
  };
}
