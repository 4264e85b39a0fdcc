import type { CrawlSettings } from '../config/settings.ts';
import { bbsDriver } from '../drivers/bbs/index.ts';
import { browserUserAgent, type ChromiumSeams, chromiumDriver } from '../drivers/chromium/index.ts';
import { ftpDriver } from '../drivers/ftp/index.ts';
import { httpDriver } from '../drivers/http/index.ts';
import { type DriverSeams, type Explored, explore, type Files } from '../explore/index.ts';
import { Manners } from '../frontier/index.ts';
import { autoDriver, EngineChoice, engineNote } from '../learn/index.ts';
import {
  ArgiopeError,
  type CrawlListener,
  type Driver,
  type EngineSummary,
  type Guide,
  protocolOf,
  type SiteStore,
} from '../model/index.ts';
import type { CrawlHooks } from './hooks.ts';

/** How an exploration ended, and which engines it took. */
export interface ExploredSite extends Explored {
  readonly engines: EngineSummary | null;
}

/** Explores a site with the driver of its protocol; `trains` where the events of all pages are wanted. */
export async function exploreSite(
  site: SiteStore,
  settings: CrawlSettings,
  hooks: CrawlHooks,
  guide: Guide | null,
  trains = false,
): Promise<ExploredSite> {
  const manners = new Manners(settings.delay);
  const listen = hooks.listen ?? (() => {});
  const files = fileReader(settings, manners);
  // Boards let few guests in at a time, and each login is seen by the others.
  const protocol = protocolOf(settings.seeds[0] ?? '');
  const workers = protocol === 'bbs' ? 1 : settings.workers;
  const choice =
    protocol === 'web' && settings.engine === 'auto' ? await engineChoice(site, settings, listen) : null;
  const make = (seams: DriverSeams): Promise<Driver> => {
    const all = { ...seams, fetch: files.fetch, listen };
    return choice
      ? makeAuto(settings, all, { choice, site, trains })
      : makeDriver(settings, { ...all, listen });
  };
  try {
    const explored = await explore({
      ...{ settings: { ...settings, workers }, site, files, manners },
      driver: make,
      listen,
      signal: hooks.signal ?? null,
      guide,
    });
    return { ...explored, engines: choice?.summary() ?? null };
  } finally {
    await files.close();
  }
}

async function engineChoice(
  site: SiteStore,
  { unsafe }: CrawlSettings,
  listen: CrawlListener,
): Promise<EngineChoice> {
  const tell = (text: string) => listen({ kind: 'note', level: 'detail', text });
  return new EngineChoice({ unsafe, tell }, await site.note(engineNote));
}

/** The driver that reads pages by HTTP and opens those in the browser that need it. */
async function makeAuto(
  settings: CrawlSettings,
  seams: DriverSeams & ChromiumSeams,
  { choice, site, trains }: { choice: EngineChoice; site: SiteStore; trains: boolean },
): Promise<Driver> {
  const { permit, robotsTag, reopen, turn } = seams;
  // In the browser's words, so that both get the same answers.
  const userAgent = settings.userAgent ?? browserUserAgent();
  return autoDriver({
    http: httpDriver({ ...settings, userAgent }, { permit, robotsTag }),
    browser: () => chromiumDriver(settings, seams),
    keep: (known) => site.putNote(engineNote, known),
    // Where every element may be one to fire, it is not known beforehand which scripts matter.
    always: trains || settings.tags.length > 0,
    ...{ choice, reopen, turn },
  });
}

/** The driver that speaks the protocol of the seeds and, for web sites, is told by `--engine`. */
async function makeDriver(settings: CrawlSettings, seams: ChromiumSeams): Promise<Driver> {
  const protocol = protocolOf(settings.seeds[0] ?? '');
  if (protocol === 'ftp') return ftpDriver(settings, seams);
  if (protocol === 'bbs') return bbsDriver(settings, { permit: seams.permit });
  return settings.engine === 'http'
    ? httpDriver(settings, { permit: seams.permit, robotsTag: seams.robotsTag })
    : chromiumDriver(settings, seams);
}

/** Reads single files by the protocol of each. */
function fileReader(settings: CrawlSettings, manners: Manners): Files & { close(): Promise<void> } {
  const web = httpDriver(settings, { manners });
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
