import { whenSettling } from './clock.ts';
import { isTopmost, natives } from './natives.ts';
import { beginTask, tasks } from './tasks.ts';
import { baseAddress } from './unhidden.ts';

/**
 * What servers send bit by bit: sockets, server-sent events, answers that are read in parts. Such a stream is
 * waited for until it rests or ends, in real time. What was learned of one is known of the next like it, so
 * that one that never rests is waited for once.
 */
export interface StreamRest {
  readonly messages: number;
  /** Longest time between two messages, and of all of them together, in milliseconds. */
  readonly gap: number;
  readonly lasted: number;
  readonly isEndless: boolean;
}

/** What a page has learned of a stream. */
export interface StreamNews extends StreamRest {
  readonly url: string;
  readonly kind: string;
}

/** A stream that is waited for. */
export interface Stream {
  readonly url: string;
  readonly kind: string;
  /** Whether only its end tells that nothing more comes. */
  readonly hasEnd: boolean;
  /** Milliseconds that it took to open it: no message can be expected sooner. */
  readonly opening: number;
  began: number;
  heardAt: number;
  messages: number;
  gap: number;
  /** What had changed or begun when it was last waited for, and when its last message came. */
  changesAwaited: number;
  changesHeard: number;
  /** Milliseconds before the last message, where that may be a sign of life that nothing comes of; else -1. */
  signAfter: number;
  timer: number;
  end: (() => void) | null;
}

/**
 * Characters or bytes of a message up to which it is no more than a sign of life where nothing comes of it. Those of
 * Engine.IO have 1, of Phoenix some 60; servers that send one every three seconds were waited for until the budget ended.
 */
export const longestSign = 256;

/** Milliseconds without a message after which a stream of which nothing is known rests. */
const streamSilence = 3000;
/** The same before a message that came the times before, and after the last of them. */
const streamLeast = 400;
const streamAfter = 50;
/** How many times as long as the longest gap the next one may take. */
const streamGaps = 3;
/** How many times as long as its opening a message may take that came the times before: 4, as with answers. */
const streamOpenings = 4;
/** Milliseconds that a stream may take before it is taken for endless; twice that on a busy machine. */
const streamBudget = 12_000;

let knownStreams: Readonly<Record<string, StreamRest>> = {};
const streamNews: StreamNews[] = [];

/** Takes what other documents have learned. */
export function knowStreams(known: Readonly<Record<string, StreamRest>>): void {
  knownStreams = known;
}

/** What was learned since the last time. */
export function takeStreamNews(): StreamNews[] {
  return streamNews.splice(0);
}

/** An address without its values: what is learned of one such stream is presumed of all. */
function streamKind(url: string): string {
  return url.replace(/[?#].*/s, '').replace(/\d+/g, '#');
}

/** Whether streams of this address are known to have no end. */
export function isEndlessStream(address: string): boolean {
  const url = URL.parse(address, baseAddress(document))?.href ?? '';
  return knownStreams[streamKind(url)]?.isEndless === true;
}

/** Begins to wait for a stream; `null` where that would never end, or where nobody would learn of it. */
export function openStream(address: string, hasEnd: boolean, opening = 0): Stream | null {
  const url = URL.parse(address, baseAddress(document))?.href;
  if (url === undefined || !isTopmost() || isEndlessStream(url)) return null;
  const now = natives.performanceNow();
  const stream = {
    url,
    kind: streamKind(url),
    hasEnd,
    opening,
    began: now,
    heardAt: now,
    messages: 0,
    gap: 0,
    changesAwaited: 0,
    changesHeard: 0,
    signAfter: -1,
    timer: 0,
    end: beginTask(),
  };
  awaitStream(stream);
  return stream;
}

/** Waits for the next message from now on. */
export function awaitStream(stream: Stream, since = natives.performanceNow()): void {
  if (!stream.end) return;
  natives.clearTimeout(stream.timer);
  stream.changesAwaited = changes();
  const left = () => since - natives.performanceNow() + silenceOf(stream) * streamBurden();
  const late = () => {
    const heard = stream.changesAwaited === changes() ? since : stream.heardAt;
    if (stream.hasEnd ? !isOverdue(stream) : heard > since) awaitStream(stream, heard);
    else finishStream(stream, stream.hasEnd);
  };
  whenSettling(stream, left, late);
}

/** A message of so many characters or bytes has come. */
export function hearStream(stream: Stream, size: number): void {
  if (!stream.end) return;
  countSign(stream);
  const now = natives.performanceNow();
  stream.signAfter = now - stream.heardAt;
  stream.heardAt = now;
  stream.changesHeard = changes();
  if (isOverdue(stream)) {
    finishStream(stream, true);
    return;
  }
  // Whether anything comes of a short one is looked at when the silence would be over.
  if (size <= longestSign) return;
  countMessage(stream);
  awaitStream(stream);
}

/** Whatever may have come of a message. */
function changes(): number {
  return tasks.mutations + tasks.begun;
}

/** The last message counts where it was long, or something came of it. */
function countSign(stream: Stream): void {
  if (stream.signAfter >= 0 && stream.changesHeard !== changes()) countMessage(stream);
}

function countMessage(stream: Stream): void {
  if (stream.messages > 0) stream.gap = Math.max(stream.gap, stream.signAfter);
  stream.messages++;
  stream.signAfter = -1;
}

/** The stream has ended. */
export function endStream(stream: Stream): void {
  if (stream.end) finishStream(stream, false);
}

/** Notes that a question got no answer in all that time. */
export function noteSilence(address: string, lasted: number): void {
  const url = URL.parse(address, baseAddress(document))?.href;
  if (url === undefined || !isTopmost()) return;
  streamNews.push({ url, kind: streamKind(url), messages: 0, gap: 0, lasted, isEndless: true });
}

function isOverdue({ began }: Stream): boolean {
  return natives.performanceNow() - began > streamBudget * streamBurden();
}

/** Servers may be elsewhere: a busy machine explains so much and no more. */
function streamBurden(): number {
  return Math.min(tasks.burden, 2);
}

function silenceOf({ kind, messages, gap, opening }: Stream): number {
  const known = knownStreams[kind];
  if (!known) return Math.max(streamSilence, streamGaps * gap);
  const least = messages < known.messages ? Math.max(streamLeast, streamOpenings * opening) : streamAfter;
  return Math.max(least, streamGaps * Math.max(known.gap, gap));
}

function finishStream(stream: Stream, isEndless: boolean): void {
  countSign(stream);
  const { url, kind, began, heardAt, messages, gap } = stream;
  natives.clearTimeout(stream.timer);
  const rest = { messages, gap, lasted: heardAt - began, isEndless };
  streamNews.push({ url, kind, ...rest });
  // One that is cut comes again.
  knownStreams = { [kind]: rest, ...knownStreams };
  stream.end?.();
  stream.end = null;
}
