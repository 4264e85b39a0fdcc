import type { CrawlSettings } from '../config/settings.ts';
import { bbsDriver } from '../drivers/bbs/index.ts';
import { type ChromiumDriver, chromiumDriver } from '../drivers/chromium/index.ts';
import { ftpDriver } from '../drivers/ftp/index.ts';
import { type CookieJar, httpDriver } from '../drivers/http/index.ts';
import { type Explored, explore, type Files } from '../explore/index.ts';
import { Manners } from '../frontier/index.ts';
import type { HookChain } from '../hooks/index.ts';
import { ArgiopeError, type Driver, type Guide, protocolOf, type SiteStore } from '../model/index.ts';
import type { CrawlControls } from './controls.ts';
import { openSession } from './session.ts';

/** Explores a site with the driver of its protocol. */
export async function exploreSite(
  site: SiteStore,
  settings: CrawlSettings,
  controls: CrawlControls,
  guide: Guide | null,
): Promise<Explored> {
  const manners = new Manners(settings.delay);
  const listen = controls.listen ?? (() => {});
  const session = await openSession(site, settings, controls);
  const { cookies, hooks } = session;
  let browser: ChromiumDriver | null = null;
  const files = fileReader(settings, { manners, cookies, hooks }, async () => browser?.pullCookies());
  // Boards let few guests in at a time, and each login is seen by the others.
  const workers = protocolOf(settings.seeds[0] ?? '') === 'bbs' ? 1 : settings.workers;
  try {
    return await explore({
      ...{ settings: { ...settings, workers }, site, files, manners },
      driver: async (seams) => {
        const driver = await makeDriver(settings, { ...seams, fetch: files.fetch, listen, cookies, hooks });
        browser = 'pullCookies' in driver ? driver : null;
        return driver;
      },
      hooks,
      listen,
      signal: controls.signal ?? null,
      guide,
    });
  } finally {
    await files.close();
    await session.close();
  }
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
): Files & { close(): Promise<void> } {
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
export function refuseForeign({ seeds, engine, proxy, sitemap: sitemaps }: CrawlSettings): void {
  const protocol = protocolOf(seeds[0] ?? '');
  const other = seeds.find((seed) => protocolOf(seed) !== protocol);
  const why =
    other !== undefined
      ? `the seeds ${seeds[0]} and ${other} are of different protocols`
      : protocol === 'web'
        ? null
        : engine !== 'auto'
          ? `--engine ${engine} is for web sites, and ${seeds[0]} is none`
          : proxy !== null
            ? `--proxy is for web sites, and ${seeds[0]} is none`
            : sitemaps.length > 0
              ? `--sitemap is for web sites, and ${seeds[0]} is none`
              : null;
  if (why !== null) throw new ArgiopeError('CONFIG', why, { advice: 'Leave it out, or crawl them apart.' });
}
