import { takeCookies } from '../../drivers/chromium/cookies.ts';
import { takeStorage } from '../../drivers/chromium/storage-state.ts';
import { CookieJar } from '../../drivers/http/index.ts';
import type { LoginProfile, OriginStorage } from '../../drivers/profile.ts';
import { callInPage } from '../open/page-calls.ts';
import type { LoginTab } from './browser.ts';

/** What a browser that somebody signs in with has by now: a window can be closed at any moment. */
export class ProfileKeeper {
  readonly #tab: LoginTab;
  readonly #origins = new Map<string, OriginStorage>();
  #jar = new CookieJar();
  #signInPage: string | null = null;
  #asks = false;
  /** Where the tab stands. */
  address = '';

  constructor(tab: LoginTab) {
    this.#tab = tab;
  }

  /** Looks at what there is. */
  async look(): Promise<void> {
    const { session, running } = this.#tab;
    const seen = await callInPage<{ address: string; asks: boolean } | undefined>(session, whereabouts, {});
    if (seen !== undefined && /^https?:/.test(seen.address)) {
      this.address = seen.address;
      this.#asks = seen.asks;
      if (seen.asks) this.#signInPage = seen.address;
      // An application that shows everything at one address.
      else if (this.#signInPage === seen.address) this.#signInPage = null;
    }
    const storage = await takeStorage(session);
    if (storage !== null) this.#origins.set(storage.origin, storage);
    const jar = new CookieJar();
    await takeCookies(running, jar);
    // A browser that is about to end has none any more.
    if (jar.all().length > 0) this.#jar = jar;
  }

  /** All of it, as it was last seen. */
  async profile(): Promise<LoginProfile> {
    await this.look();
    const inside = this.address === '' || this.#asks ? null : this.address;
    return {
      cookies: this.#jar.all(),
      origins: [...this.#origins.values()],
      inside,
      signInPage: this.#signInPage,
    };
  }
}

/** Where a page is, and whether it asks for a password; runs in the page. */
function whereabouts(): { address: string; asks: boolean } {
  const fields = [...document.querySelectorAll('input[type=password]')];
  return { address: location.href, asks: fields.some((field) => field.getClientRects().length > 0) };
}
