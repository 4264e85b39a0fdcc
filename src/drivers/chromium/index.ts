import type { CrawlSettings } from '../../config/settings.ts';
import type { HookChain } from '../../hooks/index.ts';
import {
  ArgiopeError,
  type Capture,
  type CrawlListener,
  type Driver,
  type Resource,
  type ResourceSink,
  type Tab,
} from '../../model/index.ts';
import type { GivenDocument } from '../given.ts';
import type { CookieJar } from '../http/cookies.ts';
import { productName } from '../http/user-agent.ts';
import { ScriptFiles } from '../script-files.ts';
import { keyPrints } from './certificates.ts';
import { findBrowser } from './find.ts';
import type { Permit } from './guard.ts';
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
  readonly hooks?: HookChain;
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
}

/** The driver for pages with scripts, whose browser has cookies of its own. */
export interface ChromiumDriver extends Driver {
  tab(): Promise<GivenTab>;
  /** Takes the cookies that the browser has by now over into those of the crawl. */
  pullCookies(): Promise<void>;
}

/** A tab that can be given a document. */
export interface GivenTab extends Tab {
  /** Opens a document that was fetched already; everything else it asks for comes from the network. */
  openGiven(given: GivenDocument): Promise<Capture>;
}

/** A driver that sees pages as a person's browser does. */
export async function chromiumDriver(settings: CrawlSettings, seams: ChromiumSeams): Promise<ChromiumDriver> {
  const found = await findBrowser({ path: settings.browser });
  const pool = new BrowserPool({
    found,
    launch: {
      proxy: settings.proxy && proxyServer(settings.proxy),
      proxyBypass: settings.proxyBypass,
      trusted: settings.ca === null ? [] : keyPrints(settings.ca),
      insecure: settings.insecure,
      userAgent: settings.userAgent ?? browserUserAgent(found.version),
      viewport: settings.viewport,
    },
    guard: {
      permit: seams.permit,
      headers: settings.headers,
      origins: [...new Set(settings.seeds.map((seed) => new URL(seed).origin))],
      auth: settings.auth,
      logins: settings.logins,
      hooks: seams.hooks,
      proxyAuth: settings.proxy && proxyAuth(settings.proxy),
    },
    rules: { events: settings.events, tags: settings.tags },
    limits: { virtual: settings.settle, real: patience.answer },
    viewport: settings.viewport,
    sink: seams.sink,
    methods: settings.methods,
    types: settings.types,
    maxSize: settings.maxSize,
    cookies: seams.cookies ?? null,
    recycle: settings.recycle,
    warn: (text) => seams.listen?.({ kind: 'note', level: 'warning', text }),
    links: { how: settings.links, scripts: settings.links === 'all' ? new ScriptFiles(seams.fetch) : null },
    robotsTag: seams.robotsTag ?? (() => {}),
    asked: seams.asked ?? (() => {}),
  });
  const { sandboxed } = await pool.browser();
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
    close: async () => {
      await pool.pullCookies();
      await pool.close();
      for (const note of [...pool.effects.takeNotes(), ...pool.troubles.take()]) seams.listen?.(note);
    },
  };
}

function noSandbox(): string {
  return sandboxUnavailable()
    ? "running as root: Chromium's sandbox is off; crawl sites you do not trust as another user"
    : "this system allows no sandbox, so Chromium's is off; crawl sites you do not trust elsewhere";
}

/** A proxy without its password: command lines are there for everyone on the machine to read. */
function proxyServer(proxy: string): string {
  const { protocol, host, username } = new URL(proxy);
  if (protocol.startsWith('socks') && username !== '') throw loginForSocks(host);
  return `${protocol.replace('socks5h', 'socks5')}//${host}`;
}

function loginForSocks(host: string): ArgiopeError {
  return new ArgiopeError('CONFIG', `Chromium cannot log in to the SOCKS proxy ${host}`, {
    advice:
      'Use --engine http, an HTTP proxy, or a SOCKS proxy on this machine that logs in to the other for you.',
  });
}

function proxyAuth(proxy: string): string | null {
  const { username, password } = new URL(proxy);
  return username === '' ? null : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
}

/** Chrome's own words, so that sites serve what people get, and our name, so that they know who asks. */
export function browserUserAgent(version = ''): string {
  const major = /(\d+)\./.exec(version)?.[1] ?? '140';
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36 ${productName}`;
}
