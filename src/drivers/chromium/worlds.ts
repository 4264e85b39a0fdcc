import type { PlainCookie } from '../http/cookies.ts';
import type { OriginStorage } from '../profile.ts';
import type { Session } from './connection.ts';
import { type BrowserWorld, browserCookies, giveCookies } from './cookies.ts';
import { type LaunchOptions, makeContext, type RunningBrowser } from './launch.ts';
import { patience, within } from './patience.ts';
import { giveStorage, takeStorage } from './storage-state.ts';

/** What the first document of a crawl has left: what every other one begins with. */
interface Beginning {
  readonly cookies: readonly PlainCookie[];
  readonly storage: readonly OriginStorage[];
}

/**
 * Where tabs keep cookies. They share one place, and so what the browser has loaded, until an event sets a cookie: a login, a
 * language, a theme. A cookie goes along with requests, so it cannot be kept from the browser, and what one tab is
 * signed in to all of them would be. From then on each has a place of its own, which begins as the start page left it.
 */
export class Worlds {
  readonly #launch: Pick<LaunchOptions, 'proxy'>;
  readonly #isSignedIn: boolean;
  #beginning: Promise<Beginning> | null = null;
  #apart = false;

  /** `isSignedIn`: cookies were brought along; servers may renew them with each answer, and take no older ones. */
  constructor(launch: Pick<LaunchOptions, 'proxy'>, isSignedIn: boolean) {
    this.#launch = launch;
    this.#isSignedIn = isSignedIn;
  }

  /** Whether each tab has a place of its own by now. */
  get apart(): boolean {
    return this.#apart;
  }

  /** A document has been loaded, and no event fired in it: the first one is what others begin with. */
  async loaded(world: BrowserWorld, session: Session): Promise<void> {
    const stored = () => within(patience.call, takeStorage(session), () => new Error('late'));
    this.#beginning ??= Promise.all([browserCookies(world), stored()]).then(
      ([cookies, storage]) => ({ cookies: cookies ?? [], storage: storage ? [storage] : [] }),
      () => ({ cookies: [], storage: [] }),
    );
    await this.#beginning;
  }

  /** An event has set a cookie. */
  part(): void {
    this.#apart = !this.#isSignedIn;
  }

  /** Somebody has signed in again. */
  renew(cookies: readonly PlainCookie[], storage: readonly OriginStorage[]): void {
    const before = this.#beginning;
    if (before === null) return;
    this.#beginning = before.then((old) => ({
      cookies: [...old.cookies, ...cookies],
      storage: [...old.storage, ...storage],
    }));
  }

  /** A place for one tab. */
  async open({ connection }: RunningBrowser): Promise<string> {
    const context = await makeContext(connection, this.#launch);
    const begun = await this.#beginning;
    if (begun === null) return context;
    await giveCookies({ connection, context }, begun.cookies);
    // A page decides what it says that it has written down: what is none is left out.
    await giveStorage({ connection, context }, begun.storage).catch(() => {});
    return context;
  }

  /** Ends a place with all that is in it. */
  async close({ connection }: RunningBrowser, context: string): Promise<void> {
    await connection.root.send('Target.disposeBrowserContext', { browserContextId: context });
  }
}
