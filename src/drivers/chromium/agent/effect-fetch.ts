import type { EffectRequest } from '../effect-key.ts';
import {
  type EffectAnswer,
  effectBlocked,
  effectBody,
  effectForbids,
  judgeEffect,
  keepsEffect,
  rememberEffect,
} from './effect-gate.ts';
import { natives, replaceNative } from './natives.ts';
import { macrotask } from './tasks.ts';
import { baseAddress } from './unhidden.ts';

type Fetch = typeof fetch;
type Reading = (this: Response) => Promise<unknown>;

const effectResponse = Response;
const effectHeadersOf = Headers;
const effectParse = JSON.parse;
const effectReadText: (this: Response) => Promise<string> = Response.prototype.text;
const effectCloneResponse: (this: Response) => Response = Response.prototype.clone;

/** Requests whose answers are to be remembered once the page has read them. */
const effectPending = new WeakMap<Response, { readonly request: EffectRequest; readonly key: string }>();

/** Puts the gate before `fetch`, `fetchLater` and `sendBeacon`. */
export function gateFetch(): void {
  if (typeof globalThis.fetch !== 'function') return;
  replaceNative(
    globalThis,
    'fetch',
    (original) =>
      function (this: unknown, ...args) {
        const send = (): Promise<Response> => natives.apply(original, (this as never) ?? globalThis, args);
        return gatedFetch(args, send);
      },
  );
  followBodies();
  replaceNative(
    Navigator.prototype,
    'sendBeacon',
    (original) =>
      function (this: Navigator, ...args) {
        if (!effectForbids('POST')) return natives.apply(original, this, args);
        effectBlocked('POST', new URL(args[0], baseAddress(document)).href);
        return true;
      },
  );
  gateLater();
}

/** What is to be sent when the page has gone is not sent by one that only looks. */
function gateLater(): void {
  const page = globalThis as { fetchLater?: (...args: Parameters<Fetch>) => object };
  if (typeof page.fetchLater !== 'function') return;
  replaceNative(page as Required<typeof page>, 'fetchLater', (original) => (...args) => {
    const request = requestOfFetch(args);
    if (!request || !effectForbids(request.method, request.url))
      return natives.apply(original, globalThis, args);
    effectBlocked(request.method, request.url, request.body);
    return { activated: false };
  });
}

function gatedFetch(args: Parameters<Fetch>, send: () => Promise<Response>): Promise<Response> {
  let request: EffectRequest | null = null;
  try {
    request = requestOfFetch(args);
  } catch {
    // Not a request that could be made: the browser says why.
  }
  if (!request) return send();
  const [input, init] = args;
  if (input instanceof Request && init?.body === undefined && effectForbids(request.method, request.url)) {
    // What it would send can only be read in a while.
    const told = request;
    const read = input.clone().text();
    return read.then((body) => judgedFetch({ ...told, body }, args, send));
  }
  return judgedFetch(request, args, send);
}

function judgedFetch(
  request: EffectRequest,
  args: Parameters<Fetch>,
  send: () => Promise<Response>,
): Promise<Response> {
  const verdict = judgeEffect(request);
  switch (verdict.kind) {
    case 'block':
      return natives.Promise.reject(new TypeError('Failed to fetch'));
    case 'answer':
      return answeredFetch(verdict.answer, request, args);
    case 'ask': {
      const { key } = verdict;
      return verdict.answer.then((answer) =>
        answer ? answeredFetch(answer, request, args) : sentFetch(request, key, send),
      );
    }
    case 'pass':
      return sentFetch(request, verdict.key, send);
  }
}

function sentFetch(
  request: EffectRequest,
  key: string | null,
  send: () => Promise<Response>,
): Promise<Response> {
  const answer = send();
  if (key !== null)
    answer.then(
      (response) => void effectPending.set(response, { request, key }),
      () => {},
    );
  return answer;
}

/** What a call of `fetch` asks for; `null` where that is not for the gate to know. */
function requestOfFetch([input, init]: Parameters<Fetch>): EffectRequest | null {
  const given = input instanceof Request ? input : null;
  const url = new URL(given ? given.url : String(input), baseAddress(document));
  if (!url.protocol.startsWith('http')) return null;
  url.hash = '';
  const method = (init?.method ?? given?.method ?? 'GET').toUpperCase();
  const credentials = init?.credentials ?? given?.credentials ?? 'same-origin';
  const sent = init?.headers ?? given?.headers;
  const headers = sent ? [...new effectHeadersOf(sent)] : [];
  const ranged = headers.some(([name]) => name === 'range');
  const odd = ranged || (init?.mode ?? given?.mode) === 'no-cors';
  if (odd && !effectForbids(method)) return null;
  const body = init?.body;
  return {
    method,
    url: url.href,
    headers,
    body: effectBody(body),
    from: credentials === 'omit' ? 'nobody' : effectFrom(url.origin, credentials === 'include'),
  };
}

/** Who asks, where a page asks another origin than its own. */
export function effectFrom(origin: string, cookies: boolean): string {
  return origin === location.origin ? '' : `${location.origin}${cookies ? '+' : ''}`;
}

function answeredFetch(
  answer: EffectAnswer,
  request: EffectRequest,
  [input, init]: Parameters<Fetch>,
): Promise<Response> {
  const signal = init?.signal ?? (input instanceof Request ? input.signal : null);
  return macrotask().then(() => {
    if (signal?.aborted) throw signal.reason;
    return responseOf(answer, request);
  });
}

/** A response as the network would have given it. */
function responseOf(answer: EffectAnswer, request: EffectRequest): Response {
  const { status, statusText } = answer;
  const bare = request.method === 'HEAD' || status === 204 || status === 205;
  const headers = new effectHeadersOf(answer.headers as [string, string][]);
  const made = new effectResponse(bare ? null : answer.body, { status, statusText, headers });
  return dressed(made, {
    url: answer.url,
    type: request.from === '' ? 'basic' : 'cors',
    redirected: answer.redirected,
  });
}

type Dress = Pick<Response, 'url' | 'type' | 'redirected'>;

function dressed(response: Response, dress: Dress): Response {
  for (const [name, value] of Object.entries(dress)) Object.defineProperty(response, name, { value });
  return response;
}

/** Answers are remembered when the page reads them: to read them before would cost every request. */
function followBodies(): void {
  const body = Response.prototype as unknown as Record<'text' | 'json', Reading>;
  replaceNative(body, 'text', (original) => readingOf(original, (text) => text));
  replaceNative(body, 'json', (original) => readingOf(original, effectParse));
  replaceNative(
    Response.prototype,
    'clone',
    (original) =>
      function (this: Response) {
        const copy = natives.apply(original, this, []);
        const pending = effectPending.get(this);
        if (pending) effectPending.set(copy, pending);
        const { url, type, redirected } = this;
        return Object.hasOwn(this, 'url') ? dressed(copy, { url, type, redirected }) : copy;
      },
  );
  const stream = Object.getOwnPropertyDescriptor(Response.prototype, 'body');
  const get = stream?.get;
  if (!stream || !get) return;
  Object.defineProperty(Response.prototype, 'body', {
    ...stream,
    get(this: Response) {
      rememberStream(this);
      return natives.apply(get, this, []);
    },
  });
}

function readingOf(original: Reading, value: (text: string) => unknown): Reading {
  return function (this: Response) {
    const pending = effectPending.get(this);
    if (!pending) return natives.apply(original, this, []);
    return natives.apply(effectReadText, this, []).then((text) => {
      rememberResponse(this, pending, text);
      return value(text);
    });
  };
}

function rememberResponse(
  response: Response,
  { request, key }: { readonly request: EffectRequest; readonly key: string },
  body: string,
): void {
  effectPending.delete(response);
  const { url, status, statusText, headers, redirected } = response;
  if (!keepsEffect(status, headers.get('content-type') ?? '')) return;
  rememberEffect(request, key, { url, status, statusText, headers: [...headers], body, redirected });
}

/** A page that reads the stream itself gets it whole; what is kept is read beside it. */
function rememberStream(response: Response): void {
  const pending = effectPending.get(response);
  if (!pending || response.bodyUsed || !/json|xml|html/.test(response.headers.get('content-type') ?? ''))
    return;
  if (/ndjson|stream|lines/.test(response.headers.get('content-type') ?? '')) return;
  effectPending.delete(response);
  const copy = natives.apply(effectCloneResponse, response, []);
  natives.apply(effectReadText, copy, []).then(
    (text) => rememberResponse(response, pending, text),
    () => {},
  );
}
