import { fingerprint } from '../../../fingerprint/rabin.ts';
import { type EffectRequest, effectClass, effectKey, effectOnlyQueries } from '../effect-key.ts';
import { effectAskedBefore, effectNamedAsking, effectOrdersOf } from '../effect-question.ts';
import { natives, settledWith } from './natives.ts';
import { tasks } from './tasks.ts';

/** An answer that may be given again. */
export interface EffectAnswer {
  /** Address that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** Whether a redirect led to it. */
  readonly redirected: boolean;
}

/** An answer with the names of its request, or where the crawler has one already, what it said this time. */
export type EffectNews =
  | (EffectAnswer & {
      readonly key: string;
      readonly kind: string;
      readonly method: string;
      readonly asked: string;
    })
  | { readonly key: string; readonly kind: string; readonly print: string };

/** What the crawler tells with each order. */
export interface EffectOrder {
  /** Beginnings of keys whose answers the crawler has, each after a comma; all of them or what is new. */
  readonly known: string;
  /** `l` (live: never twice the same) or `p` (proven: the same twice) and a class of requests. */
  readonly marks: readonly string[];
}

/** A request that was answered from memory; the last two are body and media type of a query. */
export type EffectServed = readonly [string, string, number, string?, string?];

/** A request that was kept from leaving: method, address, body. */
export type EffectBlocked = readonly [string, string, string];

/** What the page tells with each answer. */
export interface EffectReport {
  readonly answers: readonly EffectNews[];
  /** Method, address and status of requests that did not leave, and of queries what they would have sent. */
  readonly served: readonly EffectServed[];
  /** Method and address of requests that were kept from leaving, with what they would have sent as far as it is text. */
  readonly blocked: readonly EffectBlocked[];
  readonly marks: readonly string[];
}

/** What is to become of a request. */
export type EffectVerdict =
  /** To the network; the answer is remembered under the key, if there is one. */
  | { readonly kind: 'pass'; readonly key: string | null }
  | { readonly kind: 'block' }
  | { readonly kind: 'answer'; readonly answer: EffectAnswer }
  | { readonly kind: 'ask'; readonly key: string; readonly answer: Promise<EffectAnswer | null> };

/** What a page and the frames it may reach know of requests. */
export interface EffectGate {
  /** Set by the first event: until then the page behaves as on anybody's visit. */
  exploring: boolean;
  /** In a frame of another origin: events are known by their epochs, and nobody takes reports. */
  alone: boolean;
  /** Whether the crawler waits for this page, and so can be asked. */
  attended: boolean;
  /** Methods that events may use. */
  methods: readonly string[];
  /** Addresses without their queries that the current event may post to where it asks a form; `null`: it asks none. */
  posts: readonly string[] | null;
  /** Addresses without their queries that the page posted to as it opened, with what it said was to be done. */
  readonly posted: Map<string, string[]>;
  known: string;
  readonly marks: Map<string, string>;
  readonly answers: Map<string, EffectAnswer>;
  /** Characters of all answers. */
  size: number;
  readonly news: EffectNews[];
  readonly served: EffectServed[];
  readonly blocked: EffectBlocked[];
  readonly newMarks: string[];
  ask(key: string): Promise<EffectAnswer | null>;
}

/** Characters of one answer, and of all that a document keeps. */
const effectSize = 2 << 20;
const effectSizes = 16 << 20;

let gate: EffectGate = {
  exploring: false,
  alone: false,
  attended: false,
  methods: [],
  posts: null,
  posted: new Map(),
  known: '',
  marks: new Map(),
  answers: new Map(),
  size: 0,
  news: [],
  served: [],
  blocked: [],
  newMarks: [],
  ask: () => settledWith(null),
};

/** The gate of this page. */
export function effectGate(): EffectGate {
  return gate;
}

/** Joins the gate of the page that this frame is in. */
export function joinEffectGate(above: EffectGate): void {
  gate = above;
}

/** Epoch in which a key was last asked for, in this frame. */
const effectEpochs = new Map<string, number>();

/** Timers under way that did not begin with the current event, or that repeat. */
const effectPolls = { depth: 0 };

/** Marks what a timer causes at once as the page's own doing, where no event of this epoch set it. */
export function effectTimer(run: (...args: unknown[]) => unknown, repeats: boolean): typeof run {
  const epoch = tasks.epoch;
  return function (this: unknown, ...args) {
    const polls = repeats || epoch !== tasks.epoch;
    if (polls) effectPolls.depth++;
    try {
      return natives.apply(run, this, args);
    } finally {
      if (polls) effectPolls.depth--;
    }
  };
}

function effectExplores(): boolean {
  return gate.exploring || (gate.alone && tasks.epoch > 0);
}

/** Whether a method would be kept from leaving, whatever it says. */
export function effectForbids(method: string, url = ''): boolean {
  if (!effectExplores() || /^(GET|HEAD|OPTIONS)$/.test(method) || gate.methods.includes(method)) return false;
  return method !== 'POST' || !gate.posts?.includes(url.replace(/[?#].*/s, ''));
}

/** Characters of a body that are told. */
const effectToldBody = 16 << 10;

/** Notes a request that does not leave. */
export function effectBlocked(method: string, url: string, body: string | null = null): void {
  if (!gate.alone) gate.blocked.push([method, url, (body ?? '').slice(0, effectToldBody)]);
}

/**
 * Decides about a request before it leaves (docs/architecture.md, step 4). What an event asks for the first time
 * since it was fired, and what is known, is not asked again. Polls expect news and get them; so does
 * whoever could not take an answer from here.
 */
export function judgeEffect(request: EffectRequest, answerable = true): EffectVerdict {
  const { method, url } = request;
  const asks =
    method === 'GET' || method === 'HEAD' || (method === 'POST' && effectOnlyQueries(request.body));
  if (!asks) {
    if (method === 'POST' && !effectExplores()) notePosted(url, request.body);
    if (!effectForbids(method, url) || effectMayPost(request)) return { kind: 'pass', key: null };
    effectBlocked(method, url, request.body);
    return { kind: 'block' };
  }
  const key = effectKey(request);
  const again = effectEpochs.get(key) === tasks.epoch;
  effectEpochs.set(key, tasks.epoch);
  // Who asks a form wants the site's own answer, and all of it.
  const isFresh = !answerable || again || effectPolls.depth > 0 || gate.posts !== null;
  if (!effectExplores() || isFresh) return { kind: 'pass', key };
  const kept = gate.answers.get(key);
  if (kept) {
    if (!effectRepeats(request, kept)) return { kind: 'pass', key };
    if (!gate.alone) gate.served.push(effectServed(request, kept.status));
    return { kind: 'answer', answer: kept };
  }
  if (!gate.attended || !effectKnown(key)) return { kind: 'pass', key };
  return { kind: 'ask', key, answer: effectAsked(request, key) };
}

/** What a request sends, as far as it is text. */
export function effectBody(body: unknown): string | null {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return String(body);
  if (!(body instanceof FormData)) return null;
  const texts = new URLSearchParams();
  for (const [name, value] of body) {
    if (typeof value !== 'string') return null;
    texts.append(name, value);
  }
  return String(texts);
}

/** Addresses that are remembered as posted to. */
const effectPostedAtMost = 100;

function notePosted(url: string, body: string | null): void {
  const address = url.replace(/[?#].*/s, '');
  const orders = gate.posted.get(address) ?? [];
  if (gate.posted.size >= effectPostedAtMost && orders.length === 0) return;
  gate.posted.set(address, [...orders, ...effectOrdersOf(body)].slice(-effectPostedAtMost));
}

/** Whether a request that posts is a question all the same. */
function effectMayPost({ method, url, body }: EffectRequest): boolean {
  if (method !== 'POST' || gate.posts !== null) return false;
  const before = gate.posted.get(url.replace(/[?#].*/s, ''));
  return effectNamedAsking(url, body) || (before !== undefined && effectAskedBefore(url, body, before));
}

function effectServed({ method, url, headers, body }: EffectRequest, status: number): EffectServed {
  if (body === null) return [method, url, status];
  const type = [...headers].find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return [method, url, status, body, type ?? 'text/plain;charset=UTF-8'];
}

function effectKnown(key: string): boolean {
  return gate.known !== '' && gate.known.includes(`,${key.slice(0, 8)}`);
}

/** Whether the same answer would come again. One that must not be stored is compared with a second one first. */
function effectRepeats(request: EffectRequest, answer: EffectAnswer): boolean {
  const mark = gate.marks.size === 0 ? undefined : gate.marks.get(effectClass(request));
  return mark === undefined ? !effectUnstorable(answer) : mark === 'p';
}

function effectUnstorable(answer: EffectAnswer): boolean {
  return answer.headers.some(([name, value]) => /^cache-control$/i.test(name) && /no-store/i.test(value));
}

function effectAsked(request: EffectRequest, key: string): Promise<EffectAnswer | null> {
  return gate.ask(key).then((answer) => {
    if (!answer) return null;
    keepAnswer(key, answer);
    if (!effectRepeats(request, answer)) return null;
    if (!gate.alone) gate.served.push(effectServed(request, answer.status));
    return answer;
  });
}

const effectText = /^(text\/(?!event-stream)|application\/(json|xml|[\w.-]+\+(json|xml)|javascript))/i;

/** Whether answers of a kind are kept. */
export function keepsEffect(status: number, contentType: string): boolean {
  return status >= 200 && status < 300 && status !== 206 && effectText.test(contentType);
}

/** Remembers what the network answered. */
export function rememberEffect(request: EffectRequest, key: string, answer: EffectAnswer): void {
  if (answer.body.length > effectSize) return;
  const kind = effectClass(request);
  if (gate.marks.get(kind) === 'l') return;
  const old = gate.answers.get(key);
  if (old) {
    const same = old.body === answer.body;
    if (!same || effectUnstorable(old)) markEffect(kind, same ? 'p' : 'l');
    return;
  }
  keepAnswer(key, answer);
  if (gate.alone) return;
  gate.news.push(
    effectKnown(key)
      ? { key, kind, print: fingerprint(answer.body) }
      : { key, kind, method: request.method, asked: request.url, ...answer },
  );
}

function markEffect(kind: string, mark: 'l' | 'p'): void {
  const before = gate.marks.get(kind);
  if (before === mark || before === 'l') return;
  gate.marks.set(kind, mark);
  if (!gate.alone) gate.newMarks.push(mark + kind);
}

function keepAnswer(key: string, answer: EffectAnswer): void {
  gate.answers.set(key, answer);
  gate.size += answer.body.length;
  for (const [oldest, { body }] of gate.answers) {
    if (gate.size <= effectSizes) break;
    gate.answers.delete(oldest);
    gate.size -= body.length;
  }
}
