import { type Dispatcher, request } from 'undici';
import type { CrawlSettings } from '../../config/settings.ts';
import { allowedAddress, forbiddenAddress } from '../../frontier/addresses.ts';
import type { Manners } from '../../frontier/manners.ts';
import { withoutFragment } from '../../frontier/normalize.ts';
import type { RequestRecord } from '../../model/capture.ts';
import type { DriverCounts } from '../../model/driver.ts';
import { ArgiopeError } from '../../model/errors.ts';
import { readBody, readPieces } from './body.ts';
import { makeDispatcher } from './dispatcher.ts';
import { isStaleConnection, requestError, TotalTimeout } from './errors.ts';
import { headersFor } from './headers.ts';
import type { HttpLimits } from './limits.ts';

/** Says whether an address may be asked; throws an `ArgiopeError` where it may not. */
export type Permit = (url: string) => Promise<void>;

/** The last answer on the way, its body still to come. */
export interface Answer {
  /** Address after redirects. */
  readonly url: string;
  readonly status: number;
  /** A header's value, `''` where there is none. */
  header(name: string): string;
  /** A header's values, one for each time it was sent. */
  lines(name: string): readonly string[];
  /** All headers, names in lower case. */
  headers(): readonly (readonly [name: string, value: string])[];
  /** Every request made on the way, this one last. */
  readonly requests: readonly RequestRecord[];
  /** Reads the decoded body. What is not read is not waited for. */
  body(): Promise<Buffer>;
  /** Reads the body piece by piece, also one that is a packed file, up to so many bytes. */
  pieces(most: number, take: (piece: Buffer) => void): Promise<void>;
}

/** How one address is to be asked for. */
export interface Errand {
  readonly accept: string;
  readonly kind: RequestRecord['kind'];
  readonly redirects: number;
  /** Asked before each request, redirects included. */
  readonly permit: Permit | null;
}

/** What the client needs to know of the crawl. */
export type ClientSettings = Pick<
  CrawlSettings,
  'seeds' | 'proxy' | 'workers' | 'userAgent' | 'headers' | 'auth'
>;

type Response = Dispatcher.ResponseData;

/** Either the answer was taken, or it pointed elsewhere. */
type Hop<T> =
  | { readonly kind: 'taken'; readonly value: T }
  | { readonly kind: 'elsewhere'; readonly url: string };

/** Asks servers by HTTP: redirects followed one by one, limits kept, requests and bytes counted. */
export class HttpClient {
  readonly #settings: ClientSettings;
  readonly #limits: HttpLimits;
  readonly #manners: Pick<Manners, 'waitTurn' | 'answered'> | null;
  readonly #dispatcher: Dispatcher;
  readonly #counts = { requests: 0, requestsFromCache: 0, bytes: 0 };
  readonly #stop = new AbortController();
  #closed: Promise<void> | null = null;

  constructor(
    settings: ClientSettings,
    limits: HttpLimits,
    manners: Pick<Manners, 'waitTurn' | 'answered'> | null,
  ) {
    this.#settings = settings;
    this.#limits = limits;
    this.#manners = manners;
    this.#dispatcher = makeDispatcher(settings, limits);
  }

  counts(): DriverCounts {
    return { ...this.#counts };
  }

  /** Asks for an address and hands the final answer to `take`; all errors are `ArgiopeError`s. */
  async ask<T>(url: string, errand: Errand, take: (answer: Answer) => Promise<T>): Promise<T> {
    const start = new URL(withoutFragment(url));
    const seen = new Set<string>();
    const requests: RequestRecord[] = [];
    let at = start.href;
    for (;;) {
      if (seen.has(at)) throw redirectError(url, `leads back to ${at}`);
      if (seen.size > errand.redirects)
        throw redirectError(url, `redirects more than ${errand.redirects} times`);
      seen.add(at);
      if (!allowedAddress(at, this.#settings.seeds)) throw forbiddenAddress(at);
      await errand.permit?.(at);
      const hop = await this.#hop(at, start.origin, errand, requests, take);
      if (hop.kind === 'taken') return hop.value;
      at = hop.url;
    }
  }

  /** Ends all connections; what is under way fails. */
  close(): Promise<void> {
    this.#stop.abort();
    this.#closed ??= this.#dispatcher.destroy();
    return this.#closed;
  }

  async #hop<T>(
    url: string,
    firstOrigin: string,
    errand: Errand,
    requests: RequestRecord[],
    take: (answer: Answer) => Promise<T>,
  ): Promise<Hop<T>> {
    const { host } = new URL(url);
    const stop = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let response: Response | null = null;
    try {
      await this.#manners?.waitTurn(host, this.#stop.signal);
      timer = setTimeout(() => stop.abort(new TotalTimeout()), this.#limits.total);
      const began = performance.now();
      response = await this.#send(
        url,
        headersFor(url, firstOrigin, errand.accept, this.#settings),
        stop.signal,
      );
      const status = response.statusCode;
      this.#manners?.answered(host, performance.now() - began, status, headerOf(response, 'retry-after'));
      requests.push({ method: 'GET', url, status, kind: errand.kind });
      const location = headerOf(response, 'location');
      if ([301, 302, 303, 307, 308].includes(status) && location !== '') {
        await response.body.dump({ limit: 65_536, signal: stop.signal });
        return { kind: 'elsewhere', url: redirectTarget(location, url) };
      }
      return { kind: 'taken', value: await take(this.#answer(url, response, requests)) };
    } catch (error) {
      throw requestError(error, url);
    } finally {
      clearTimeout(timer);
      abandon(response);
    }
  }

  #answer(url: string, response: Response, requests: readonly RequestRecord[]): Answer {
    const header = (name: string): string => headerOf(response, name);
    const length = /^\d+$/.test(header('content-length')) ? Number(header('content-length')) : null;
    const incoming = { url, stream: response.body, encoding: header('content-encoding'), length };
    const onWire = (bytes: number): void => {
      this.#counts.bytes += bytes;
    };
    return {
      url,
      status: response.statusCode,
      header,
      lines: (name) => [response.headers[name] ?? []].flat(),
      headers: () =>
        Object.entries(response.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((line) => [name, line] as const),
        ),
      requests: [...requests],
      body: () => readBody(incoming, this.#limits, onWire),
      pieces: (most, take) => readPieces(incoming, { ...this.#limits, body: most }, onWire, take),
    };
  }

  /** Sends a request, a second time where the server had just closed the kept connection. */
  async #send(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      this.#counts.requests++;
      try {
        return await request(url, { dispatcher: this.#dispatcher, headers, signal });
      } catch (error) {
        if (attempt > 1 || signal.aborted || this.#closed || !isStaleConnection(error)) throw error;
      }
    }
  }
}

/** A body that nobody finished reading would hold its connection for good. */
function abandon(response: Response | null): void {
  if (response === null || response.body.readableEnded) return;
  response.body.on('error', () => {});
  response.body.destroy();
}

function headerOf(response: Response, name: string): string {
  const value = response.headers[name];
  return (Array.isArray(value) ? value.join(', ') : value) ?? '';
}

function redirectTarget(location: string, from: string): string {
  const target = URL.parse(location, from);
  if (target !== null && /^https?:$/.test(target.protocol)) {
    target.hash = '';
    target.username = '';
    target.password = '';
    return target.href;
  }
  throw redirectError(from, `points to ${location}, which is no web address`);
}

function redirectError(url: string, what: string): ArgiopeError {
  return new ArgiopeError('REDIRECT', `Expected a page at ${url}, but it ${what}.`, {
    url,
    advice: 'Open it in a browser to see where it leads; sites that need a session may need --header.',
  });
}
