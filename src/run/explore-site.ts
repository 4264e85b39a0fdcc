import type { CrawlSettings } from '../config/settings.ts';
import { bbsDriver } from '../drivers/bbs/index.ts';
import { type ChromiumDriver, chromiumDriver } from '../drivers/chromium/index.ts';
import { ftpDriver } from '../drivers/ftp/index.ts';
import { type CookieJar, httpDriver } from '../drivers/http/index.ts';
import { lazyDriver } from '../drivers/lazy.ts';
import {
  type CrawlParts,
  type Explored,
  explore,
  type Files,
  type Probe,
  type RevisitOrder,
} from '../explore/index.ts';
import { Manners } from '../frontier/index.ts';
import { gather } from '../gather/index.ts';
import type { HookChain } from '../hooks/index.ts';
import { ArgiopeError, type Driver, type Guide, protocolOf, type SiteStore } from '../model/index.ts';
import type { CrawlControls } from './controls.ts';
import { openSession } from './session.ts';

/** Explores a site with the driver of its protocol; what needs no events is gathered. */
export async function exploreSite(
  site: SiteStore,
  settings: CrawlSettings,
  controls: CrawlControls,
  guide: Guide | null,
): Promise<Explored> {
  if (!isGathered(settings)) return exploreBy(site, settings, controls, guide, () => ({}));
  const session = await openSession(site, settings, controls);
  const { cookies, hooks } = session;
  const { listen = () => {}, signal = null } = controls;
  const manners = new Manners(settings.delay);
  return gather({ settings, site, manners, listen, signal, cookies, hooks }).finally(() => session.close());
}

/** Explores a site by tabs; `more` is what is wanted besides, told how to ask whether an answer has changed. */
async function exploreBy(
  site: SiteStore,
  settings: CrawlSettings,
  controls: CrawlControls,
  guide: Guide | null,
  more: (probe: Probe) => Pick<CrawlParts, 'revisit' | 'onlyRevisits'>,
): Promise<Explored> {
  const manners = new Manners(settings.delay);
  const listen = controls.listen ?? (() => {});
  const session = await openSession(site, settings, controls);
  const { cookies, hooks } = session;
  let browser: ChromiumDriver | null = null;
  const files = fileReader(settings, { manners, cookies, hooks }, async () => browser?.pullCookies());
  // Boards let few guests in at a time, and each login is seen by the others.
  const workers = protocolOf(settings.seeds[0] ?? '') === 'bbs' ? 1 : settings.workers;
  const wanted = more(files.probe);
  try {
    return await explore({
      ...{ settings: { ...settings, workers }, site, files, manners },
      driver: async (seams) => {
        const make = async () => {
          const driver = await makeDriver(settings, { ...seams, fetch: files.fetch, listen, cookies, hooks });
          browser = 'pullCookies' in driver ? driver : null;
          return driver;
        };
        return wanted.revisit ? lazily(settings, make) : make();
      },
      hooks,
      listen,
      signal: controls.signal ?? null,
      guide,
      ...wanted,
    });
  } finally {
    await files.close();
    await session.close();
  }
}

/**
 * Visits pages of a stored crawl again, and crawls what is new on them: what needs no events is gathered, so
 * that revisits end where the other way of crawling begins.
 */
export async function revisitSite(
  site: SiteStore,
  settings: CrawlSettings,
  controls: CrawlControls,
  guide: Guide | null,
  order: Omit<RevisitOrder, 'probe'>,
): Promise<Explored> {
  const isHttp = isGathered(settings);
  const revisited = await exploreBy(site, settings, controls, guide, (probe) => ({
    onlyRevisits: isHttp,
    revisit: { ...order, probe },
  }));
  const isWaiting = isHttp && revisited.stopped === 'done' && (await site.count('queued')) > 0;
  if (!isWaiting) return revisited;
  const gathered = await exploreSite(site, settings, controls, guide);
  return { ...gathered, ...(revisited.revisited && { revisited: revisited.revisited }) };
}

/** A browser is started when a page has to be seen, and not where asking shows that none has. */
async function lazily(settings: CrawlSettings, make: () => Promise<Driver>): Promise<Driver> {
  const isBrowser = settings.engine !== 'http' && protocolOf(settings.seeds[0] ?? '') === 'web';
  return isBrowser ? lazyDriver('chromium', true, make) : make();
}

/** Whether pages are to be had by plain requests alone: nobody asks for events, types or a count of loads. */
function isGathered({ engine, seeds, model, samples, dedupe }: CrawlSettings): boolean {
  if (engine !== 'http' || protocolOf(seeds[0] ?? '') !== 'web') return false;
  return model === null && samples.length === 0 && dedupe !== 'none';
}

/** The driver that speaks the protocol of the seeds and, for web sites, is told by `--engine`. */
async function makeDriver(
  settings: CrawlSettings,
  seams: Parameters<typeof chromiumDriver>[1],
): Promise<Driver | ChromiumDriver> {
  const protocol = protocolOf(settings.seeds[0] ?? '');
  if (protocol === 'ftp') return ftpDriver(settings, seams);
  if (protocol === 'bbs') return bbsDriver(settings, { permit: seams.permit });
  const { permit, robotsTag, cookies, hooks } = seams;
  return settings.engine === 'http'
    ? httpDriver(settings, { permit, robotsTag, cookies, hooks })
    : chromiumDriver(settings, seams);
}

interface FileSeams {
  readonly manners: Manners;
  readonly cookies: CookieJar;
  readonly hooks: HookChain;
}

/** Reads single files by the protocol of each, with the cookies that the pages have by then. */
function fileReader(
  settings: CrawlSettings,
  seams: FileSeams,
  pullCookies: () => Promise<void>,
): Files & { readonly probe: Probe; close(): Promise<void> } {
  const { manners } = seams;
  const plain = httpDriver(settings, seams);
  const web = {
    ...plain,
    fetch: async (url: string) => {
      await pullCookies();
      return plain.fetch(url);
    },
  };
  if (protocolOf(settings.seeds[0] ?? '') !== 'ftp') return web;
  const ftp = ftpDriver(settings, { manners });
  return {
    fetch: (url) => (protocolOf(url) === 'ftp' ? ftp : web).fetch(url),
    robots: web.robots,
    probe: web.probe,
    counts: () => {
      const [one, other] = [web.counts(), ftp.counts()];
      return { requests: one.requests + other.requests, bytes: one.bytes + other.bytes };
    },
    close: async () => {
      await ftp.close();
      await web.close();
    },
  };
}

/** Options that say nothing about FTP and terminals are refused, not passed over. */
export function refuseForeign(settings: CrawlSettings): void {
  const { seeds, engine } = settings;
  const protocol = protocolOf(seeds[0] ?? '');
  const other = seeds.find((seed) => protocolOf(seed) !== protocol);
  const why =
    other !== undefined
      ? `the seeds ${seeds[0]} and ${other} are of different protocols`
      : protocol === 'web'
        ? null
        : engine !== 'auto'
          ? `--engine ${engine} is for web sites, and ${seeds[0]} is none`
          : webOnly(settings).map((flag) => `${flag} is for web sites, and ${seeds[0]} is none`)[0];
  if (why) throw new ArgiopeError('CONFIG', why, { advice: 'Leave it out, or crawl them apart.' });
}

function webOnly({ proxy, proxyBypass, cookies, sitemap }: CrawlSettings): readonly string[] {
  return [
    ...(proxy === null ? [] : ['--proxy']),
    ...(proxyBypass.length === 0 ? [] : ['--proxy-bypass']),
    ...(cookies === null ? [] : ['--cookies']),
    ...(sitemap.length === 0 ? [] : ['--sitemap']),
  ];
}
