import type { Protocol } from 'devtools-protocol';
import type { RequestRecord } from '../../model/index.ts';
import type { EffectBlocked, EffectOrder, EffectReport } from './agent/effect-gate.ts';
import type { EffectSupply } from './agent/effects.ts';
import { type EffectRequest, effectKey, effectOnlyQueries } from './effect-key.ts';
import { type Effects, fulfilment } from './effects.ts';
import { mayAskAgain } from './questions.ts';

/** An answer to a request that the browser has paused. */
export type Fulfilment = Omit<Protocol.Fetch.FulfillRequestRequest, 'requestId'>;

/** Keys that a page is told when it has opened, the newest ones. */
const toldKeys = 2000;
/** Addresses of data that are looked out for one by one; if there are more, all data requests are. */
const watchedUrls = 500;

/**
 * What a tab and the crawl tell each other of requests. While a document opens, its agent knows nothing yet:
 * requests for what is known are paused and answered here. Later the agent decides, and asks for answers
 * that it lacks: nothing is paused, so what is not known costs nothing.
 */
export class EffectChannel {
  readonly #effects: Effects;
  readonly #browser: object;
  #keysTold = 0;
  #marksTold = 0;
  /** Whether the document that opens is to see the site itself. */
  #fresh = false;
  #asked = new Set<string>();
  /** What the last event wanted to send that asked a form, and was not let. */
  kept: readonly EffectBlocked[] = [];

  constructor(effects: Effects, browser: object) {
    this.#effects = effects;
    this.#browser = browser;
  }

  /** A document is about to be opened; `fresh`: with answers of the site only. */
  open(fresh: boolean): void {
    this.#fresh = fresh;
    this.#asked = new Set();
  }

  /** What is to be paused while it opens. */
  patterns(): Protocol.Fetch.RequestPattern[] {
    const data = this.#fresh ? [] : this.#effects.repeatableUrls(watchedUrls);
    const urls = [...this.#effects.shelf.watched(this.#browser), ...(data ?? [])];
    return [
      ...urls.map((url) => ({ urlPattern: url.replace(/[\\*?]/g, '\\$&') })),
      ...(data === null ? [{ resourceType: 'XHR' as const }, { resourceType: 'Fetch' as const }] : []),
    ];
  }

  /** Answers a paused request; `null`: the site has to. */
  fulfil(paused: Protocol.Fetch.RequestPausedEvent, opening: boolean): Fulfilment | null {
    const { request, resourceType } = paused;
    if (resourceType !== 'XHR' && resourceType !== 'Fetch')
      return this.#effects.shelf.answer(request, resourceType);
    if (!opening || this.#fresh || 'Range' in request.headers) return null;
    const body = request.postData ?? null;
    if (!/^(GET|HEAD)$/.test(request.method) && !(request.method === 'POST' && effectOnlyQueries(body)))
      return null;
    for (const named of namesOf(request, body)) {
      const key = effectKey(named);
      // Asked twice while it opens: a page that wants news.
      if (this.#asked.has(key)) return null;
      this.#asked.add(key);
      const answer = this.#effects.repeatable(key);
      if (answer) return fulfilment(answer, named.from === '' ? null : named.from.replace('+', ''));
    }
    return null;
  }

  order(task: string): EffectOrder {
    const { keyLog, markLog } = this.#effects;
    const arrives = task === 'arrive';
    const keys = keyLog.slice(arrives ? -toldKeys : this.#keysTold);
    const marks = markLog.slice(arrives ? 0 : this.#marksTold);
    this.#keysTold = keyLog.length;
    this.#marksTold = markLog.length;
    return { known: keys.length === 0 ? '' : `,${keys.join(',')}`, marks };
  }

  /** Takes a page's report; gives the requests that it made without the site noticing. */
  report(report: EffectReport | undefined, asks = false): RequestRecord[] {
    this.kept = asks ? [...(report?.blocked ?? [])] : [];
    if (!report) return [];
    const told = this.#keysTold === this.#effects.keyLog.length;
    this.#effects.learn(asks ? { ...report, blocked: [] } : report);
    // What this page has just told need not be told to it.
    if (told) this.#keysTold = this.#effects.keyLog.length;
    return report.served.map(([method, url, status, body, contentType = '']) => {
      const record = { method, url, status, kind: 'data' } as const;
      const question = body === undefined ? null : { contentType, body };
      const isAgain = question && mayAskAgain(method, url, question, this.#effects.methods);
      return isAgain ? { ...record, question } : record;
    });
  }

  /** Notes a request that was kept from leaving by another than the agent. */
  blocked(method: string, url: string): void {
    this.#effects.learn({ answers: [], served: [], marks: [], blocked: [[method, url, '']] });
  }

  supply(keys: readonly string[]): EffectSupply {
    return Object.fromEntries(keys.map((key) => [key, this.#effects.answer(key)]));
  }
}

/** The ways in which a page may have named a request: whether cookies went along cannot be seen. */
function namesOf(request: Protocol.Network.Request, body: string | null): EffectRequest[] {
  const { method, url } = request;
  const headers = Object.entries(request.headers);
  const header = (name: string) => headers.find(([each]) => each.toLowerCase() === name)?.[1];
  const page = URL.parse(header('origin') ?? header('referer') ?? '')?.origin ?? null;
  const named = { method, url: url.replace(/#.*/, ''), headers, body };
  if (page === null || page === URL.parse(url)?.origin) return [{ ...named, from: '' }];
  return [`${page}+`, page].map((from) => ({ ...named, from }));
}
