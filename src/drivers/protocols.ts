import type { Capture } from '../model/capture.ts';
import type { Driver, DriverCounts, FireOrder, Outcome, Picture, Tab } from '../model/driver.ts';
import { ArgiopeError } from '../model/errors.ts';
import { type Protocol, protocolOf } from '../model/protocol.ts';

/** The driver of each protocol that a crawl may meet. */
export type ProtocolDrivers = Readonly<Partial<Record<Protocol, Driver>>>;

/** Makes a driver that has each address opened by the driver of its protocol. */
export function protocolDriver(drivers: ProtocolDrivers): Driver {
  const all = Object.values(drivers);
  return {
    kind: 'protocols',
    fires: (url) => driverOf(drivers, url).fires(url),
    tab: async () => new ProtocolTab(drivers),
    counts: () => all.map((driver) => driver.counts()).reduce(sumOfCounts),
    ignore: (spots) => {
      for (const driver of all) driver.ignore(spots);
    },
    fetch: async (url) => driverOf(drivers, url).fetch(url),
    close: async () => {
      const closed = await Promise.allSettled(all.map((driver) => driver.close()));
      for (const each of closed) if (each.status === 'rejected') throw each.reason;
    },
  };
}

/** One tab of each protocol that was met, of which one shows the page. */
class ProtocolTab implements Tab {
  readonly #drivers: ProtocolDrivers;
  readonly #tabs = new Map<Protocol, Tab>();
  #shown: Tab | null = null;

  constructor(drivers: ProtocolDrivers) {
    this.#drivers = drivers;
  }

  get historyGrew(): boolean {
    return this.#shown?.historyGrew ?? false;
  }

  /** A redirect to an address of FTP is followed; the driver of that judges it like a link. */
  async open(url: string, ahead?: number, events?: boolean): Promise<Capture> {
    try {
      return await this.#open(url, ahead, events);
    } catch (error) {
      const to = error instanceof ArgiopeError ? error.leadsTo : null;
      if (to === null || protocolOf(to) === protocolOf(url)) throw error;
      return this.#open(to, ahead, events);
    }
  }

  async #open(url: string, ahead?: number, events?: boolean): Promise<Capture> {
    const protocol = protocolOf(url);
    this.#shown = null;
    if (protocol !== 'bbs') await this.#hangUp();
    const driver = driverOf(this.#drivers, url);
    const tab = this.#tabs.get(protocol as Protocol) ?? (await driver.tab());
    this.#tabs.set(protocol as Protocol, tab);
    this.#shown = tab;
    return tab.open(url, ahead, events);
  }

  async fire(order: FireOrder, known: ReadonlySet<string>): Promise<Outcome> {
    return this.#shown ? this.#shown.fire(order, known) : { kind: 'lost' };
  }

  async back(known: ReadonlySet<string>): Promise<Outcome> {
    return this.#shown ? this.#shown.back(known) : { kind: 'lost' };
  }

  async printsAt(paths: readonly string[]): Promise<readonly (string | null)[]> {
    return this.#shown ? this.#shown.printsAt(paths) : paths.map(() => null);
  }

  async picture(paths: readonly string[]): Promise<Picture | null> {
    return this.#shown ? this.#shown.picture(paths) : null;
  }

  async glance(): Promise<Uint8Array | null> {
    return this.#shown?.glance?.() ?? null;
  }

  async close(): Promise<void> {
    const tabs = [...this.#tabs.values()];
    this.#tabs.clear();
    this.#shown = null;
    await Promise.all(tabs.map((tab) => tab.close()));
  }

  /** Boards let few guests in: who looks at something else leaves. */
  async #hangUp(): Promise<void> {
    const board = this.#tabs.get('bbs');
    this.#tabs.delete('bbs');
    await board?.close();
  }
}

function driverOf(drivers: ProtocolDrivers, url: string): Driver {
  const protocol = protocolOf(url);
  const driver = protocol && drivers[protocol];
  if (driver) return driver;
  const spoken = Object.keys(drivers).join(', ');
  throw new ArgiopeError('NOT_A_PAGE', `Expected an address of ${spoken}, but got ${url}.`, { url });
}

/** What two drivers have counted together. */
export function sumOfCounts(one: DriverCounts, other: DriverCounts): DriverCounts {
  return {
    requests: one.requests + other.requests,
    requestsFromCache: one.requestsFromCache + other.requestsFromCache,
    bytes: one.bytes + other.bytes,
  };
}
