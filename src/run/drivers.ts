import type { CrawlSettings } from '../config/settings.ts';
import type { Files, Probe } from '../crawl/index.ts';
import { bbsDriver } from '../drivers/bbs/driver.ts';
import { type ChromiumDriver, type ChromiumSeams, chromiumDriver } from '../drivers/chromium/index.ts';
import { ftpDriver } from '../drivers/ftp/index.ts';
import { type CookieJar, httpDriver } from '../drivers/http/index.ts';
import { protocolDriver } from '../drivers/protocols.ts';
import type { PinningProxy } from '../drivers/proxy/index.ts';
import type { Manners } from '../frontier/index.ts';
import type { HookChain } from '../hooks/index.ts';
import { type Driver, protocolOf } from '../model/index.ts';

/** The driver of web pages where `--engine` leaves no choice. */
export async function webDriver(
  settings: CrawlSettings,
  seams: ChromiumSeams,
): Promise<Driver | ChromiumDriver> {
  const { permit, robotsTag, cookies, hooks, sink, proxy } = seams;
  return settings.engine === 'http'
    ? httpDriver(settings, { permit, robotsTag, cookies, hooks, sink, proxy })
    : chromiumDriver(settings, seams);
}

/** The driver of a crawl: pages of the web by the one given, those of other protocols by their own. */
export function ofAllProtocols(
  settings: CrawlSettings,
  { permit, sink }: Pick<ChromiumSeams, 'permit' | 'sink'>,
  web: Driver,
): Driver {
  return protocolDriver({
    web,
    ftp: ftpDriver(settings, { permit, sink }),
    bbs: bbsDriver(settings, { permit }),
  });
}

interface FileSeams {
  readonly manners: Manners;
  readonly cookies: CookieJar;
  readonly hooks: HookChain;
  readonly proxy?: PinningProxy;
}

/** Reads single files by the protocol of each, with the cookies that the pages have by then. */
export function fileReader(
  settings: CrawlSettings,
  seams: FileSeams,
  pullCookies: () => Promise<void>,
): Files & { readonly probe: Probe; close(): Promise<void> } {
  const web = httpDriver(settings, seams);
  const ftp = ftpDriver(settings, { manners: seams.manners });
  return {
    fetch: async (url) => {
      if (protocolOf(url) === 'ftp') return ftp.fetch(url);
      await pullCookies();
      return web.fetch(url);
    },
    robots: web.robots,
    stream: web.stream,
    probe: (url, known, kind, question) =>
      protocolOf(url) === 'ftp' ? ftp.probe(url, known) : web.probe(url, known, kind, question),
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
