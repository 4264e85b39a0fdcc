import type { CrawlSettings } from '../config/settings.ts';
import { type CookieJar, type HttpDriver, httpDriver } from '../drivers/http/index.ts';
import { type Manners, makeScope, RobotsGate, type Scope } from '../frontier/index.ts';
import type { HookChain } from '../hooks/index.ts';
import type { SiteStore } from '../model/index.ts';
import { Asker } from './asker.ts';
import { HostSlots } from './slots.ts';

/** Who may be asked for what, and how. */
export interface Access {
  readonly driver: HttpDriver;
  readonly asker: Asker;
  readonly robots: RobotsGate | null;
  readonly scope: Scope;
  /** Requests that a host may have at once. */
  readonly slotsOf: (host: string) => number;
  /** Why an address is not asked for, `null` where it is. */
  refuses(url: string): Promise<'offsite' | 'excluded' | 'robots' | null>;
  /** Ends all connections, and keeps what was learned of hosts. */
  close(): Promise<void>;
}

/** Makes what asks servers, with what earlier runs have learned of them. */
export async function openAccess(parts: {
  readonly settings: CrawlSettings;
  readonly site: SiteStore;
  readonly manners: Manners;
  readonly cookies?: CookieJar | undefined;
  readonly hooks: HookChain;
  readonly stop: AbortSignal;
}): Promise<Access> {
  const { settings, site, manners, cookies, hooks, stop } = parts;
  manners.restore(JSON.parse((await site.note('manners')) ?? '{}'));
  const slotsOf = (host: string) => settings.perHost ?? (manners.delayOf(host) > 0 ? 1 : settings.workers);
  const driver = httpDriver(settings, {
    // The asker waits for turns, since it also holds the places.
    manners: {
      waitTurn: async () => {},
      answered: (host, ...told) => {
        manners.arrived(host);
        manners.answered(host, ...told);
      },
    },
    ...(cookies && { cookies }),
    hooks,
  });
  const asker = new Asker({ driver, slots: new HostSlots(slotsOf), manners, signal: stop });
  const robots = settings.robots === 'obey' ? new RobotsGate((url) => asker.robots(url)) : null;
  robots?.restore(JSON.parse((await site.note('robots')) ?? '{}'));
  const scope = makeScope(settings);
  asker.judgeBy(scope, robots);
  return {
    ...{ driver, asker, robots, scope, slotsOf },
    refuses: async (url) => {
      const verdict = scope(url);
      if (verdict !== 'in') return verdict;
      return robots === null || (await robots.allows(url)) ? null : 'robots';
    },
    close: async () => {
      await driver.close();
      if (robots) await site.putNote('robots', JSON.stringify(robots.snapshot()));
      await site.putNote('manners', JSON.stringify(manners.snapshot()));
    },
  };
}
