import type { EffectRequest } from '../effect-key.ts';
import { effectFrom } from './effect-fetch.ts';
import {
  type EffectAnswer,
  type EffectVerdict,
  effectBody,
  judgeEffect,
  keepsEffect,
  rememberEffect,
} from './effect-gate.ts';
import { natives, replaceNative, whenSettled } from './natives.ts';
import { macrotask } from './tasks.ts';
import { baseAddress } from './unhidden.ts';

/** What is known of an XMLHttpRequest since it was opened. */
interface XhrState {
  readonly method: string;
  readonly url: URL | null;
  readonly waits: boolean;
  readonly headers: [string, string][];
  /** Not to be touched: the page has asked for what the gate cannot give. */
  plain: boolean;
  /** Set while an answer of the network is to be remembered. */
  key: string | null;
  request: EffectRequest | null;
}

const xhrStates = new WeakMap<XMLHttpRequest, XhrState>();
/** Objects that the gate answers: what they show. */
const xhrShown = new WeakMap<
  XMLHttpRequest,
  { readyState: number; answer: EffectAnswer | null; sent: boolean }
>();
const xhrListening = new WeakSet<XMLHttpRequest>();
const xhrListen = EventTarget.prototype.addEventListener;
const xhrDispatch = EventTarget.prototype.dispatchEvent;

/** Puts the gate before XMLHttpRequest. */
export function gateXhr(): void {
  const xhr = XMLHttpRequest.prototype;
  replaceNative(xhr, 'open', openedXhr as never);
  replaceNative(
    xhr,
    'setRequestHeader',
    (original) =>
      function (this: XMLHttpRequest, name, value) {
        natives.apply(original, this, [name, value]);
        xhrStates.get(this)?.headers.push([name, String(value)]);
      },
  );
  replaceNative(
    xhr,
    'overrideMimeType',
    (original) =>
      function (this: XMLHttpRequest, type) {
        natives.apply(original, this, [type]);
        const state = xhrStates.get(this);
        if (state) state.plain = true;
      },
  );
  replaceNative(
    xhr,
    'send',
    (original) =>
      function (this: XMLHttpRequest, body) {
        gatedSend(this, body, () => natives.apply(original, this, [body]));
      },
  );
  replaceNative(
    xhr,
    'abort',
    (original) =>
      function (this: XMLHttpRequest) {
        const shown = xhrShown.get(this);
        if (!shown) return natives.apply(original, this, []);
        const sent = shown.sent && shown.readyState < 4;
        shown.answer = null;
        shown.sent = false;
        if (sent) endXhr(this, shown, 'abort');
        shown.readyState = 0;
      },
  );
}

function openedXhr(original: (...args: unknown[]) => void) {
  return function (this: XMLHttpRequest, ...args: unknown[]): void {
    undressXhr(this);
    natives.apply(original, this, args);
    const { 0: method, 1: address, 2: waits = true } = args;
    const url = URL.parse(String(address), baseAddress(document));
    if (url) url.hash = '';
    xhrStates.set(this, {
      method: String(method).toUpperCase(),
      url: url?.protocol.startsWith('http') ? url : null,
      waits: Boolean(waits),
      headers: [],
      plain: false,
      key: null,
      request: null,
    });
    if (xhrListening.has(this)) return;
    xhrListening.add(this);
    // Before the page's own listeners, which may change what they are given.
    natives.apply(xhrListen, this, ['readystatechange', rememberXhr]);
  };
}

function gatedSend(xhr: XMLHttpRequest, body: unknown, send: () => void): void {
  const state = xhrStates.get(xhr);
  if (!state?.url) {
    send();
    return;
  }
  const request: EffectRequest = {
    method: state.method,
    url: state.url.href,
    headers: state.headers,
    body: effectBody(body),
    from: effectFrom(state.url.origin, xhr.withCredentials),
  };
  const whole = !state.plain && !state.headers.some(([name]) => /^range$/i.test(name));
  // A request that the page waits for stands still until it is answered: only the browser can do that.
  const verdict = judgeEffect(request, state.waits && whole);
  const leave = (key: string | null) => {
    state.key = whole ? key : null;
    state.request = request;
    send();
  };
  if (verdict.kind === 'block') blockXhr(xhr, state);
  else if (verdict.kind === 'pass') leave(verdict.key);
  else void answerLater(xhr, state, verdict, leave);
}

/** Answers in a task of its own; an object that was opened anew or aborted since is left alone. */
async function answerLater(
  xhr: XMLHttpRequest,
  state: XhrState,
  verdict: EffectVerdict & { readonly kind: 'answer' | 'ask' },
  leave: (key: string | null) => void,
): Promise<void> {
  const shown = showXhr(xhr);
  const waits = () => shown.sent && xhrStates.get(xhr) === state;
  const answer = await verdict.answer;
  if (!answer && waits()) {
    undressXhr(xhr);
    leave(verdict.kind === 'ask' ? verdict.key : null);
    return;
  }
  await macrotask();
  if (answer && waits()) answerXhr(xhr, shown, answer);
}

type Shown = NonNullable<ReturnType<typeof xhrShown.get>>;

function tellXhr(xhr: XMLHttpRequest, name: string, size: number): void {
  const event =
    name === 'readystatechange'
      ? new Event(name)
      : new ProgressEvent(name, { lengthComputable: size > 0, loaded: size, total: size });
  natives.apply(xhrDispatch, xhr, [event]);
}

function answerXhr(xhr: XMLHttpRequest, shown: Shown, answer: EffectAnswer): void {
  shown.answer = answer;
  const size = answer.body.length;
  tellXhr(xhr, 'loadstart', 0);
  for (const state of [2, 3]) {
    if (!shown.sent) return;
    shown.readyState = state;
    tellXhr(xhr, 'readystatechange', 0);
  }
  if (!shown.sent) return;
  tellXhr(xhr, 'progress', size);
  if (shown.sent) endXhr(xhr, shown, 'load');
}

function endXhr(xhr: XMLHttpRequest, shown: Shown, how: 'load' | 'error' | 'abort'): void {
  const size = shown.answer?.body.length ?? 0;
  const { sent } = shown;
  shown.readyState = 4;
  tellXhr(xhr, 'readystatechange', 0);
  tellXhr(xhr, how, size);
  if (xhrShown.get(xhr) === shown && shown.sent === sent) tellXhr(xhr, 'loadend', size);
}

function blockXhr(xhr: XMLHttpRequest, state: XhrState): void {
  if (!state.waits) throw new DOMException("Failed to execute 'send' on 'XMLHttpRequest'.", 'NetworkError');
  const shown = showXhr(xhr);
  whenSettled(macrotask(), () => {
    if (shown.sent && xhrStates.get(xhr) === state) endXhr(xhr, shown, 'error');
  });
}

/** Gives the object faces of its own over the browser's, which stays unsent. */
function showXhr(xhr: XMLHttpRequest): Shown {
  const shown: Shown = { readyState: 1, answer: null, sent: true };
  xhrShown.set(xhr, shown);
  const answered = () => (shown.readyState >= 2 ? shown.answer : null);
  const faces: Record<string, () => unknown> = {
    readyState: () => shown.readyState,
    status: () => answered()?.status ?? 0,
    statusText: () => answered()?.statusText ?? '',
    responseURL: () => answered()?.url ?? '',
    responseText: () => (shown.readyState >= 3 ? (shown.answer?.body ?? '') : ''),
    responseXML: lazily(() => (shown.readyState === 4 ? documentOf(shown.answer) : null)),
    response: lazily(() => contentOf(xhr, shown)),
  };
  for (const [name, get] of Object.entries(faces)) {
    Object.defineProperty(xhr, name, { get, configurable: true, enumerable: true });
  }
  const value = (name: string) => {
    const all = answered()?.headers.filter(([each]) => each.toLowerCase() === name.toLowerCase());
    return all && all.length > 0 ? all.map(([, text]) => text).join(', ') : null;
  };
  const lines = () => (answered()?.headers ?? []).map(([name, text]) => `${name}: ${text}\r\n`).join('');
  Object.defineProperty(xhr, 'getResponseHeader', { value, configurable: true });
  Object.defineProperty(xhr, 'getAllResponseHeaders', { value: lines, configurable: true });
  return shown;
}

const xhrFaces = [
  ...['readyState', 'status', 'statusText', 'responseURL', 'responseText', 'responseXML', 'response'],
  ...['getResponseHeader', 'getAllResponseHeaders'],
] as const;

function undressXhr(xhr: XMLHttpRequest): void {
  if (!xhrShown.delete(xhr)) return;
  for (const name of xhrFaces) Reflect.deleteProperty(xhr, name);
}

/** The same object at every look, once there is one. */
function lazily(make: () => unknown): () => unknown {
  let made: unknown = null;
  return () => {
    if (made === null || typeof made === 'string') made = make();
    return made;
  };
}

function contentOf(xhr: XMLHttpRequest, shown: Shown): unknown {
  const { answer } = shown;
  if (xhr.responseType === '' || xhr.responseType === 'text') {
    return shown.readyState >= 3 ? (answer?.body ?? '') : '';
  }
  if (shown.readyState !== 4 || !answer) return null;
  switch (xhr.responseType) {
    case 'json':
      try {
        return JSON.parse(answer.body);
      } catch {
        return null;
      }
    case 'arraybuffer':
      return new TextEncoder().encode(answer.body).buffer;
    case 'blob':
      return new Blob([answer.body], { type: contentTypeOf(answer) });
    default:
      return documentOf(answer);
  }
}

function contentTypeOf(answer: EffectAnswer): string {
  return answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

function documentOf(answer: EffectAnswer | null): Document | null {
  const type = answer && /^[^;]*/.exec(contentTypeOf(answer))?.[0].trim().toLowerCase();
  if (!answer || !type || !/html|xml/.test(type)) return null;
  return new DOMParser().parseFromString(answer.body, /html/.test(type) ? 'text/html' : 'application/xml');
}

function rememberXhr(this: XMLHttpRequest): void {
  if (this.readyState !== 4 || xhrShown.has(this)) return;
  const state = xhrStates.get(this);
  if (!state?.key || !state.request) return;
  const { key, request } = state;
  state.key = null;
  if (!keepsEffect(this.status, this.getResponseHeader('content-type') ?? '')) return;
  const body = textOfXhr(this);
  if (body === null) return;
  const { status, statusText, responseURL: url } = this;
  rememberEffect(request, key, {
    url,
    status,
    statusText,
    headers: headersOfXhr(this),
    body,
    redirected: url !== request.url,
  });
}

/** What was said, where that can be told from what the page asked for. */
function textOfXhr(xhr: XMLHttpRequest): string | null {
  if (xhr.responseType === '' || xhr.responseType === 'text') return xhr.responseText;
  if (xhr.responseType === 'json' && xhr.response !== null) return natives.stringify(xhr.response);
  return null;
}

function headersOfXhr(xhr: XMLHttpRequest): [string, string][] {
  return xhr
    .getAllResponseHeaders()
    .trim()
    .split(/\r\n/)
    .map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trim()];
    });
}
