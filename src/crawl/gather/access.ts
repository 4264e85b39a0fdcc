import type { CrawlSettings } from '../../config/settings.ts';
import { ftpDriver } from '../../drivers/ftp/index.ts';
import { type CookieJar, type HttpSeams, httpDriver } from '../../drivers/http/index.ts';
import { type LoginWatch, signedInReader } from '../../drivers/signed-in.ts';
import { type Manners, makeScope, RobotsGate, type Scope } from '../../frontier/index.ts';
import type { HookChain } from '../../hooks/index.ts';
import type { CrawlListener, ResourceSink, SiteStore } from '../../model/index.ts';
import { AssetKeeper, FileHosts } from '../index.ts';
import { Asker } from './asker.ts';
import { FtpPages } from './ftp-pages.ts';
import { HostSlots } from './slots.ts';

/** Who may be asked for what, and how. */
export interface Access {
  readonly asker: Asker;
  /** Has the files of pages in the store. */
  readonly keeper: AssetKeeper;
  readonly robots: RobotsGate | null;
  readonly scope: Scope;
  /** Requests that a host may have at once. */
  readonly slotsOf: (host: string) => number;
  /** What went over the wire. */
  counts(): { readonly requests: number; readonly bytes: number };
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
  readonly watch?: LoginWatch | undefined;
  readonly hooks: HookChain;
  readonly proxy?: HttpSeams['proxy'];
  readonly listen: CrawlListener;
  readonly stop: AbortSignal;
  /** Aborted: nobody waits for what is under way any longer. */
  readonly cut: AbortSignal;
  /** Whether what is learned of hosts goes with their leases. */
  readonly isShared?: boolean;
}): Promise<Access> {
  const { isShared = false } = parts;
  const { settings, site, manners, cookies, watch, hooks, proxy, listen, stop, cut } = parts;
  manners.restore(JSON.parse((await site.note('manners')) ?? '{}'));
  const slotsOf = (host: string) => settings.perHost ?? (manners.delayOf(host) > 0 ? 1 : settings.workers);
  // The asker waits for turns, since it also holds the places.
  const heard: Pick<Manners, 'waitTurn' | 'answered'> = {
    waitTurn: async () => {},
    answered: (host, ...told) => {
      manners.arrived(host);
      manners.answered(host, ...told);
    },
  };
  const keepFile: ResourceSink = (file) => keeper.take(file);
  const plain = httpDriver(settings, { manners: heard, cookies, hooks, proxy, sink: keepFile });
  const driver = watch ? signedInReader(plain, watch) : plain;
  const files = ftpDriver(settings, { manners: heard, sink: keepFile });
  const ftp = new FtpPages(files, heard);
  const asker = new Asker({ driver, ftp, slots: new HostSlots(slotsOf), manners, signal: stop, cut });
  const keeper: AssetKeeper = new AssetKeeper(site, new FileHosts(asker.file, listen, stop).fetch, (text) =>
    listen({ kind: 'note', level: 'warning', text }),
  );
  const robots = settings.robots === 'obey' ? new RobotsGate((url) => asker.robots(url)) : null;
  robots?.restore(JSON.parse((await site.note('robots')) ?? '{}'));
  const scope = makeScope(settings);
  asker.judgeBy(scope, robots);
  return {
    asker,
    keeper,
    robots,
    scope,
    slotsOf,
    counts: () => {
      const [web, other] = [driver.counts(), files.counts()];
      return { requests: web.requests + other.requests, bytes: web.bytes + other.bytes };
    },
    refuses: async (url) => {
      const verdict = scope(url);
      if (verdict !== 'in') return verdict;
      return robots === null || (await robots.allows(url)) ? null : 'robots';
    },
    close: async () => {
      await driver.close();
      await files.close();
      if (isShared) return;
      if (robots) await site.putNote('robots', JSON.stringify(robots.snapshot()));
      await site.putNote('manners', JSON.stringify(manners.snapshot()));
    },
  };
}
