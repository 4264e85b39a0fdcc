import type { CrawlSettings } from '../../config/settings.ts';
import { isLoopback } from '../../frontier/addresses.ts';
import type { HookChain } from '../../hooks/index.ts';
import type { Permit } from '../../model/driver.ts';
import type { Capture, CrawlListener, Driver, Resource, ResourceSink, Tab } from '../../model/index.ts';
import type { GivenDocument } from '../given.ts';
import type { CookieJar } from '../http/cookies.ts';
import { productName } from '../http/user-agent.ts';
import type { OriginStorage } from '../profile.ts';
import { type PinningProxy, pinningProxy } from '../proxy/index.ts';
import { ScriptFiles } from '../script-files.ts';
import { keyPrints } from './certificates.ts';
import { findBrowser } from './find.ts';
import { sandboxUnavailable } from './launch.ts';
import { patience } from './patience.ts';
import { BrowserPool } from './pool.ts';
import { ChromiumTab } from './tab.ts';

export { type FoundBrowser, findBrowser } from './find.ts';
export { launch, type RunningBrowser, sandboxUnavailable } from './launch.ts';

/** What the driver needs besides the settings. */
export interface ChromiumSeams {
  /** Cookies of the crawl: the browser begins with them, and they are taken over from it. */
  readonly cookies?: CookieJar;
  /** What scripts had written down when somebody signed in: each browser begins with it. */
  readonly storage?: () => readonly OriginStorage[];
  readonly hooks?: HookChain;
  /** Where the browser's requests go, where that is not the driver's own affair. */
  readonly proxy?: PinningProxy | undefined;
  readonly permit: Permit;
  readonly sink: ResourceSink | null;
  /** Reads files that the browser did not happen to load. */
  readonly fetch: (url: string) => Promise<Resource | null>;
  /** Told the header `X-Robots-Tag` of each document that is opened, empty where there is none. */
  readonly robotsTag?: (url: string, header: string) => void;
  /** Told the address of each request for data that pages make, also where nothing comes of it. */
  readonly asked?: (url: string) => void;
  /** Told of what a person should know about the browser. */
  readonly listen?: CrawlListener;
  /** Code among that of the agent: tests look at its parts by it, pages cannot. */
  readonly probe?: string;
}

/** The driver for pages with scripts, whose browser has cookies of its own. */
export interface ChromiumDriver extends Driver {
  tab(): Promise<GivenTab>;
  /** Takes the cookies that the browser has by now over into those of the crawl. */
  pullCookies(): Promise<void>;
  /** Gives the browser the cookies and the storage of the crawl, which have become others. */
  pushLogin(): Promise<void>;
}

/** A tab that can be given a document. */
export interface GivenTab extends Tab {
  /** Opens a document that was fetched already; everything else it asks for comes from the network. */
  openGiven(given: GivenDocument): Promise<Capture>;
}

/** A driver that sees pages as a person's browser does. */
export async function chromiumDriver(settings: CrawlSettings, seams: ChromiumSeams): Promise<ChromiumDriver> {
  const found = await findBrowser({ path: settings.browser });
  const proxy = seams.proxy ?? (await pinningProxy(settings));
  const closeOwn = async () => (seams.proxy ? undefined : proxy.close());
  const pool = new BrowserPool({
    found,
    why: proxy.why,
    launch: {
      proxy,
      trusted: [
        ...(settings.ca === null ? [] : keyPrints(settings.ca)),
        ...(proxy.certificate === null ? [] : [proxy.certificate.print]),
      ],
      insecure: settings.insecure,
      userAgent: settings.userAgent ?? browserUserAgent(found.version),
      viewport: settings.viewport,
      needsSandbox: settings.sandbox && !settings.seeds.every((seed) => isLoopback(new URL(seed).hostname)),
    },
    guard: {
      permit: seams.permit,
      headers: settings.headers,
      origins: [...new Set(settings.seeds.map((seed) => new URL(seed).origin))],
      auth: settings.auth,
      logins: settings.logins,
      hooks: seams.hooks,
    },
    rules: { events: settings.events, tags: settings.tags },
    // A page that waits for an answer which never comes is to be read within the time that it has.
    limits: { virtual: settings.settle, real: Math.min(patience.answer, settings.timeout * 500) },
    viewport: settings.viewport,
    sink: seams.sink,
    methods: settings.methods,
    types: settings.types,
    maxSize: settings.maxSize,
    loading: settings.timeout * 1000,
    cookies: seams.cookies ?? null,
    storage: seams.storage ?? (() => []),
    recycle: settings.recycle,
    warn: (text) => seams.listen?.({ kind: 'note', level: 'warning', text }),
    links: { how: settings.links, scripts: settings.links === 'all' ? new ScriptFiles(seams.fetch) : null },
    robotsTag: seams.robotsTag ?? (() => {}),
    asked: seams.asked ?? (() => {}),
    probe: seams.probe ?? '',
  });
  const { sandboxed } = await pool.browser().catch(async (error) => {
    await closeOwn();
    throw error;
  });
  if (!sandboxed) seams.listen?.({ kind: 'note', level: 'warning', text: noSandbox() });
  return {
    kind: 'chromium',
    fires: () => true,
    tab: async () => new ChromiumTab(pool),
    counts: () => ({ ...pool.counts }),
    ignore: (spots) => {
      pool.volatile = spots;
    },
    fetch: seams.fetch,
    pullCookies: () => pool.pullCookies(),
    pushLogin: () => pool.pushLogin(),
    close: async () => {
      await pool.pullCookies();
      await pool.close();
      await closeOwn();
      for (const note of [
        ...pool.effects.takeNotes(),
        ...pool.troubles.take(settings.forms !== null),
        ...proxy.takeNotes(),
      ])
        seams.listen?.(note);
    },
  };
}

function noSandbox(): string {
  return sandboxUnavailable()
    ? "running as root: Chromium's sandbox is off; crawl sites you do not trust as another user"
    : "this system allows no sandbox, so Chromium's is off; crawl sites you do not trust elsewhere";
}

/** Chrome's own words, so that sites serve what people get, and our name, so that they know who asks. */
export function browserUserAgent(version = ''): string {
  const major = /(\d+)\./.exec(version)?.[1] ?? '140';
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36 ${productName}`;
}
