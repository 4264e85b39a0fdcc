import type { CrawlSettings } from '../../config/settings.ts';
import { forbiddenAddress, SeedHosts } from '../../frontier/addresses.ts';
import type { Manners } from '../../frontier/manners.ts';
import type { HookChain } from '../../hooks/index.ts';
import { fileBudget, type Portion } from '../../memory/budget.ts';
import { withoutFragment } from '../../model/address.ts';
import type { Question, RequestRecord } from '../../model/capture.ts';
import type { DriverCounts, Permit } from '../../model/driver.ts';
import { ArgiopeError } from '../../model/errors.ts';
import { protocolOf } from '../../model/protocol.ts';
import { type Answer, answerOf, headerOf } from './answer.ts';
import type { CookieJar } from './cookies.ts';
import { Deadlines } from './deadlines.ts';
import {
  type ConnectionSettings,
  type Connections,
  makeDispatcher,
  type ReadingProxy,
} from './dispatcher.ts';
import { isStaleConnection, leadsToFtp, redirectError, requestError } from './errors.ts';
import { Exchange, type Head } from './exchange.ts';
import { HeaderRules, type HeaderSettings } from './headers.ts';
import { hookedAnswer } from './hooked-answer.ts';
import type { HttpLimits } from './limits.ts';
import { conditionalHeaders, type Validators } from './validators.ts';

export type { Answer } from './answer.ts';

/** How one address is to be asked for. */
export interface Errand {
  readonly accept: string;
  readonly kind: Exclude<RequestRecord['kind'], 'script'>;
  readonly redirects: number;
  /** Asked before each request, redirects included. */
  readonly permit: Permit | null;
  /** What is sent along, by POST; an answer elsewhere (301, 302, 303) is asked for by GET, as browsers do. */
  readonly question?: Question;
  /** How the answer is wanted, beside `accept`; for the origin that is asked first alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** An earlier answer: only one that differs from it is wanted, else the status is 304. */
  readonly known?: Validators;
  /** What the answer has of the budget for as long as whoever asks holds it; else until it was taken. */
  readonly portion?: Portion | undefined;
}

/** What the client needs to know of the crawl. */
export type ClientSettings = Pick<CrawlSettings, 'seeds'> & ConnectionSettings & HeaderSettings;

/** Whom the client works with, beside servers. */
export interface ClientSeams {
  readonly manners?: Pick<Manners, 'waitTurn' | 'answered'> | undefined;
  readonly cookies?: CookieJar | undefined;
  readonly hooks?: HookChain | undefined;
  /** Where requests go, where they are archived; it knows why a server was not reached. */
  readonly proxy?: (ReadingProxy & { why(url: string): ArgiopeError | null }) | undefined;
}

/** Either the answer was taken, or it pointed elsewhere, or a hook wants to see another one. */
type Hop<T> =
  | { readonly kind: 'taken'; readonly value: T }
  | { readonly kind: 'elsewhere'; readonly url: string; readonly status: number }
  | { readonly kind: 'again'; readonly reason: string };

/** Times that hooks may have one address asked. */
const askings = 3;

/** Asks servers by HTTP: redirects followed one by one, limits kept, requests and bytes counted. */
export class HttpClient {
  readonly #headers: HeaderRules;
  readonly #seedHosts: SeedHosts;
  readonly #limits: HttpLimits;
  readonly #seams: ClientSeams;
  readonly #dispatcher: Connections;
  readonly #deadlines = new Deadlines();
  readonly #counts = { requests: 0, requestsFromCache: 0, bytes: 0 };
  readonly #stop = new AbortController();
  #closed: Promise<void> | null = null;

  constructor(settings: ClientSettings, limits: HttpLimits, seams: ClientSeams) {
    this.#headers = new HeaderRules(settings);
    this.#seedHosts = new SeedHosts(settings.seeds, settings.allowPrivate);
    this.#limits = limits;
    this.#seams = seams;
    this.#dispatcher = makeDispatcher(settings, limits, seams.proxy ?? null);
  }

  counts(): DriverCounts {
    return { ...this.#counts };
  }

  /** Asks for an address and hands the final answer to `take`; all errors are `ArgiopeError`s. */
  async ask<T>(url: string, given: Errand, take: (answer: Answer) => Promise<T>): Promise<T> {
    let errand = given;
    const start = new URL(withoutFragment(url));
    const seen = new Set<string>();
    const requests: RequestRecord[] = [];
    let at = start.href;
    for (let tries = 1; ; ) {
      const asked = `${methodOf(errand)} ${at}`;
      if (seen.has(asked)) throw redirectError(url, `leads back to ${at}`);
      if (seen.size > errand.redirects)
        throw redirectError(url, `redirects more than ${errand.redirects} times`);
      const target = at === start.href ? start : new URL(at);
      if (!this.#seedHosts.allows(target)) throw forbiddenAddress(at);
      await errand.permit?.(at);
      const hop = await this.#hop(target, start, errand, requests, take, tries < askings);
      if (hop.kind === 'taken') return hop.value;
      if (hop.kind === 'again') {
        tries++;
        continue;
      }
      seen.add(asked);
      at = hop.url;
      if (hop.status < 307 && errand.question) {
        const { question: _, ...plain } = errand;
        errand = plain;
      }
    }
  }

  /** Ends all connections; what is under way fails. */
  close(): Promise<void> {
    this.#stop.abort();
    this.#deadlines.close();
    this.#closed ??= this.#dispatcher.destroy();
    return this.#closed;
  }

  async #hop<T>(
    target: URL,
    first: URL,
    errand: Errand,
    requests: RequestRecord[],
    take: (answer: Answer) => Promise<T>,
    mayAskAgain: boolean,
  ): Promise<Hop<T>> {
    const { manners, cookies, hooks } = this.#seams;
    let exchange: Exchange | null = null;
    let url = target.href;
    const portion = errand.portion ?? fileBudget.begin();
    try {
      const request = await this.#request(target, first, errand);
      url = request.url.href;
      if (manners) await manners.waitTurn(request.url.host, this.#stop.signal);
      const began = performance.now();
      const sent = await this.#send(request.url, request.headers, errand.question?.body ?? null);
      exchange = sent.exchange;
      const { head } = sent;
      const { status } = head;
      manners?.answered(request.url.host, performance.now() - began, status, headerOf(head, 'retry-after'));
      cookies?.take(head.headers['set-cookie'], request.url);
      requests.push({ method: methodOf(errand), url, status, kind: errand.kind });
      const plain = answerOf({ url, head, exchange, requests, portion }, this.#limits, this.#count);
      if (isRedirect(head))
        return { kind: 'elsewhere', status, url: redirectTarget(headerOf(head, 'location'), url) };
      if (!hooks?.has('response')) return { kind: 'taken', value: await take(plain) };
      const hooked = await hookedAnswer(plain, head, errand.kind, hooks);
      if (hooked.kind === 'answer') return { kind: 'taken', value: await take(hooked.answer) };
      if (mayAskAgain) return hooked;
      throw redirectError(url, `was asked ${askings} times, and a hook wants it again: ${hooked.reason}`);
    } catch (error) {
      const known = error instanceof ArgiopeError ? null : this.#seams.proxy?.why(url);
      throw known ?? requestError(error, url);
    } finally {
      exchange?.abandon();
      if (portion !== errand.portion) portion.release();
    }
  }

  /** What is sent: our headers, cookies and conditions, and what hooks make of them. */
  async #request(
    target: URL,
    first: URL,
    errand: Errand,
  ): Promise<{ readonly url: URL; readonly headers: Readonly<Record<string, string>> }> {
    const { cookies, hooks } = this.#seams;
    const { known } = errand;
    let headers = this.#headers.for(target, first.origin, errand.accept);
    if (errand.headers && target.origin === first.origin) headers = { ...headers, ...errand.headers };
    const cookie = cookies?.header(target, headers.cookie) ?? '';
    if (cookie !== '') headers = { ...headers, cookie };
    if (known && target.href === (known.address ?? first.href))
      headers = { ...headers, ...conditionalHeaders(known) };
    if (errand.question) headers = { ...headers, 'content-type': errand.question.contentType };
    if (!hooks?.has('request')) return { url: target, headers };
    const view = {
      url: target.href,
      method: methodOf(errand),
      headers,
      kind: errand.kind,
      engine: 'http' as const,
    };
    const changed = await hooks.request(view);
    const url = new URL(changed.url);
    if (url.href !== target.href) {
      if (!/^https?:$/.test(url.protocol) || !this.#seedHosts.allows(url)) throw forbiddenAddress(url.href);
      await errand.permit?.(url.href);
    }
    return { url, headers: changed.headers };
  }

  /**
   * Sends a request, a second time where the server had just closed the kept connection. Those that never left, and
   * those that met a closed connection, are asked of nobody and do not count.
   */
  async #send(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string | null,
  ): Promise<{ readonly exchange: Exchange; readonly head: Head }> {
    for (let attempt = 1; ; attempt++) {
      const exchange = new Exchange(performance.now() + this.#limits.total, this.#deadlines);
      this.#deadlines.add(exchange);
      try {
        const { origin, pathname, search } = url;
        const path = pathname + search;
        const asked = body === null ? ({ method: 'GET' } as const) : ({ method: 'POST', body } as const);
        this.#dispatcher.dispatch({ origin, path, headers, ...asked }, exchange);
        const head = await exchange.head;
        this.#counts.requests++;
        return { exchange, head };
      } catch (error) {
        exchange.abort(error);
        if (attempt === 1 && !this.#closed && isStaleConnection(error)) continue;
        if (exchange.hasLeft) this.#counts.requests++;
        throw error;
      }
    }
  }

  readonly #count = (bytes: number): void => {
    this.#counts.bytes += bytes;
  };
}

function methodOf({ question }: Errand): 'GET' | 'POST' {
  return question === undefined ? 'GET' : 'POST';
}

function isRedirect(head: Head): boolean {
  const { status } = head;
  const named = status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
  return named && headerOf(head, 'location') !== '';
}

function redirectTarget(location: string, from: string): string {
  const target = URL.parse(location, from);
  if (target !== null && /^https?:$/.test(target.protocol)) {
    target.hash = '';
    target.username = '';
    target.password = '';
    return target.href;
  }
  if (target !== null && protocolOf(target) === 'ftp') throw leadsToFtp(from, target);
  throw redirectError(from, `points to ${location.slice(0, 200)}, which is no web address`);
}
