import { Cookie, CookieJar as ToughJar } from 'tough-cookie';

/** One cookie, as files and browsers have them. */
export interface PlainCookie {
  readonly name: string;
  readonly value: string;
  /** Host without a dot before it. */
  readonly domain: string;
  /** Only for that very host, not for those below it. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** Seconds since 1970, `null` for the length of a session: a crawl with all its runs is one. */
  readonly expires: number | null;
}

/** A cookie that is longer is none: browsers refuse it as well. */
const longest = 4096;
/** Cookies that one answer may set. */
const perAnswer = 50;
/** Bytes of cookies that are sent with one request: more than that in a line, Apache and nginx refuse. */
export const longestHeader = 8000;
/** Cookies in all; a crawl of many hosts keeps those that it met first. */
const mostCookies = 20_000;

/**
 * The cookies of a crawl, shared by its pages and files and kept between runs. They go where they came from:
 * hosts, paths and public suffixes by RFC 6265.
 */
export class CookieJar {
  readonly #jar: ToughJar;
  readonly #most: number;
  /** At least as many as there are. */
  #count: number;

  /** `saved` is what an earlier run has kept. */
  constructor(saved: string | null = null, most: number = mostCookies) {
    this.#most = most;
    this.#jar = saved === null ? new ToughJar() : ToughJar.deserializeSync(saved);
    this.#count = this.#jar.serializeSync()?.cookies.length ?? 0;
  }

  /** Takes the `Set-Cookie` lines of an answer; what is wrong about one is passed over, as browsers do. */
  take(lines: string | string[] | undefined, url: URL): void {
    if (lines === undefined) return;
    for (const line of [lines].flat().slice(0, perAnswer)) {
      if (line.length > longest || (this.#isFull() && !this.#has(line, url))) continue;
      if (this.#took(line, url.href)) this.#count++;
    }
  }

  /** The package has errors for hosts that are names for special uses (`http://test/`): such have no cookies. */
  #cookiesFor(url: string): readonly Cookie[] {
    try {
      return this.#jar.getCookiesSync(url);
    } catch {
      return [];
    }
  }

  #took(cookie: string | Cookie, url: string): boolean {
    try {
      return Boolean(this.#jar.setCookieSync(cookie, url, { ignoreError: true }));
    } catch {
      return false;
    }
  }

  /** Cookies that were set again were counted again: only where there seem to be too many are they counted anew. */
  #isFull(): boolean {
    if (this.#count < this.#most) return false;
    const real = this.#jar.serializeSync()?.cookies.length ?? 0;
    // Looked at again after as many as may still come.
    this.#count = real < this.#most ? real : this.#most;
    return real >= this.#most;
  }

  #has(line: string, url: URL): boolean {
    const name = line.slice(0, line.indexOf('=')).trim();
    return this.#cookiesFor(url.href).some(({ key }) => key === name);
  }

  /** The `Cookie` header for an address; those that were given by hand stay and win, then the oldest that fit. */
  header(url: URL, given = ''): string {
    if (this.#count === 0) return given;
    const names = new Set(given.split(';').map((pair) => pair.split('=')[0]?.trim()));
    let left = longestHeader - given.length;
    const own = this.#cookiesFor(url.href)
      .filter(({ key }) => !names.has(key))
      .map((cookie) => cookie.cookieString())
      .filter(({ length }) => {
        const fits = length + '; '.length <= left;
        if (fits) left -= length + '; '.length;
        return fits;
      });
    return [given, ...own].filter((pair) => pair !== '').join('; ');
  }

  /** Puts cookies in, in place of those of the same names. */
  add(cookies: readonly PlainCookie[]): void {
    for (const { name, value, domain, hostOnly, path, secure, httpOnly, expires } of cookies) {
      const cookie = new Cookie({
        key: name,
        value,
        path,
        secure,
        httpOnly,
        ...(!hostOnly && { domain }),
        ...(expires !== null && { expires: new Date(expires * 1000) }),
      });
      const url = `${secure ? 'https' : 'http'}://${domain.includes(':') ? `[${domain}]` : domain}${path}`;
      if (this.#took(cookie, url)) this.#count++;
    }
  }

  /** All that are still good. */
  all(): readonly PlainCookie[] {
    const now = Date.now();
    const kept = this.#jar.serializeSync()?.cookies ?? [];
    return kept.flatMap((each) => {
      const cookie = Cookie.fromJSON(each);
      if (cookie?.domain == null || (cookie.expiryTime() ?? Number.POSITIVE_INFINITY) <= now) return [];
      const end = cookie.expiryTime() ?? Number.POSITIVE_INFINITY;
      return {
        name: cookie.key,
        value: cookie.value,
        domain: cookie.domain,
        hostOnly: cookie.hostOnly === true,
        path: cookie.path ?? '/',
        secure: cookie.secure,
        httpOnly: cookie.httpOnly,
        expires: Number.isFinite(end) ? end / 1000 : null,
      };
    });
  }

  /** What the next run takes up, cookies of sessions too. */
  save(): string {
    return JSON.stringify(this.#jar.serializeSync());
  }
}
