import { clock, whenSettling } from './clock.ts';
import { natives, replaceNative } from './natives.ts';
import {
  awaitStream,
  endStream,
  hearStream,
  isEndlessStream,
  longestSign,
  openStream,
  type Stream,
} from './streams.ts';
import { beginTask, macrotask, tasks } from './tasks.ts';

/**
 * Sockets and workers answer by messages, or not at all. After something was sent an answer is waited for: of a
 * worker as many messages as there were the times before, of a socket until no other comes in the time that one took
 * before; a channel that stays silent is not waited for again.
 * While the page stands still, messages are held back: nothing moves behind the crawler's back.
 */
interface Channel {
  readonly isSocket: boolean;
  /** Whether it went on sending elsewhere, whatever was asked. */
  isNeverStill: boolean;
  /** What it sends from its opening on, until that rests. */
  stream: Stream | null;
  /** Messages that one sending brought, at the most; `null` before the first. */
  burst: number | null;
  /** Messages since the last sending. */
  count: number;
  silences: number;
  /** Real moments of the last sending and of the last message. */
  sentAt: number;
  heardAt: number;
  /** Milliseconds from a sending to the first answer, and the longest between two messages of one answer. */
  first: number;
  gap: number;
  /** Milliseconds that it took to open it: no answer can be expected sooner. */
  opening: number;
  end: (() => void) | null;
  timer: number;
}

/**
 * Real milliseconds for a first answer, and for another after it while a channel is not known yet: at least.
 * Where the first took long, because the worker has much to do or the machine has, the others may as well.
 */
const replyPatience = 400;
const replyGap = 50;
/** How many times as long an answer may take as opening the channel, or as its first part. */
const replyParts = 4;
/** Nobody is waited for longer than that. */
const longestPatience = 1500;
const silencesAllowed = 2;
/** Burden from which a machine is a busy one; four tabs on two processors make 2. */
const busyMachine = 3;

const channels = new WeakMap<EventTarget, Channel>();

/** Follows sockets and workers; called before any of the page's scripts. */
export function installReplies(): void {
  followChannel('Worker', 'postMessage', true);
  followChannel('WebSocket', 'send', false);
  followChannel('EventSource', null, false);
  followNamedEvents();
  followBroadcasts();
}

type Constructor = new (...args: unknown[]) => EventTarget;

function followChannel(name: string, send: string | null, atOnce: boolean): void {
  const page = globalThis as unknown as Record<string, Constructor | undefined>;
  const Native = page[name];
  if (typeof Native !== 'function') return;
  const Follower = new Proxy(Native, {
    construct: (target, args, self) => {
      const made = Reflect.construct(target, args, self) as EventTarget;
      openChannel(made, atOnce ? null : String(args[0]));
      return made;
    },
  });
  page[name] = Follower;
  Object.defineProperty(Native.prototype, 'constructor', {
    value: Follower,
    configurable: true,
    writable: true,
  });
  if (send === null) return;
  replaceNative(
    Native.prototype as Record<string, (...args: unknown[]) => unknown>,
    send,
    (original) =>
      function (this: EventTarget, ...args: unknown[]) {
        const result = natives.apply(original, this, args);
        // A sign of life is answered by one, which is no question.
        if (tasks.hearing === 0 || sizeOf(args[0]) > longestSign) expectReply(this);
        return result;
      },
  );
}

/** Begins to follow a channel; `address` is that of a stream, `null` for a worker. */
function openChannel(target: EventTarget, address: string | null): void {
  channels.set(target, {
    isSocket: address !== null,
    isNeverStill: false,
    stream: null,
    burst: null,
    count: 0,
    silences: 0,
    sentAt: 0,
    heardAt: 0,
    first: 0,
    gap: 0,
    opening: 0,
    end: null,
    timer: 0,
  });
  natives.apply(natives.addEventListener, target, [
    'message',
    (event) => receive(target, event as MessageEvent),
  ]);
  if (address === null) {
    expectReply(target);
    natives.apply(natives.addEventListener, target, ['error', () => endReply(target)]);
    return;
  }
  const opened = beginTask();
  const madeAt = natives.performanceNow();
  natives.apply(natives.addEventListener, target, [
    'open',
    () => {
      const channel = channels.get(target);
      // One that was cut and comes again may say all of it again.
      if (!channel || channel.opening > 0) return;
      channel.opening = Math.max(1, natives.performanceNow() - madeAt);
      channel.stream = openStream(address, false, channel.opening);
      channel.isNeverStill = isEndlessStream(address);
      if (channel.isNeverStill) channel.burst = 1;
      if (!channel.stream) expectReply(target);
      opened();
    },
  ]);
  for (const type of ['error', 'close'])
    natives.apply(natives.addEventListener, target, [
      type,
      () => {
        opened();
        endReply(target);
        const stream = channels.get(target)?.stream;
        if (stream) endStream(stream);
      },
    ]);
}

/** Server-sent events may have names of their own. */
function followNamedEvents(): void {
  if (typeof EventSource !== 'function') return;
  const named = new WeakMap<EventTarget, Set<string>>();
  replaceNative(
    EventSource.prototype as EventTarget,
    'addEventListener',
    (original) =>
      function (this: EventTarget, ...args) {
        const heard = named.get(this) ?? new Set(['message', 'open', 'error']);
        named.set(this, heard);
        if (!heard.has(args[0])) {
          heard.add(args[0]);
          natives.apply(natives.addEventListener, this, [
            args[0],
            (event) => receive(this, event as MessageEvent),
          ]);
        }
        return natives.apply(original, this, args);
      },
  );
}

function expectReply(target: EventTarget): void {
  const channel = channels.get(target);
  if (!channel) return;
  if (channel.stream?.end) {
    awaitStream(channel.stream);
    return;
  }
  endReply(target);
  channel.count = 0;
  channel.sentAt = natives.performanceNow();
  if (channel.burst === null && channel.silences >= silencesAllowed) return;
  channel.end = beginTask();
  whenSettling(
    channel,
    () => patienceOf(channel),
    () => {
      channel.silences++;
      endReply(target);
    },
  );
}

function endReply(target: EventTarget): void {
  const channel = channels.get(target);
  if (!channel) return;
  natives.clearTimeout(channel.timer);
  channel.end?.();
  channel.end = null;
}

const heldMessages: { readonly target: EventTarget; readonly event: MessageEvent }[] = [];
const heldAtMost = 1000;
let releasing = false;

function receive(target: EventTarget, event: MessageEvent): void {
  const channel = channels.get(target);
  const size = sizeOf(event.data);
  if (clock.mode === 'frozen' && !releasing) {
    // What comes too late says how long an answer takes.
    if (channel && size > longestSign) learnGap(channel);
    event.stopImmediatePropagation();
    heldMessages.push({ target, event });
    if (heldMessages.length > heldAtMost) heldMessages.shift();
    return;
  }
  if (!channel) return;
  if (channel.isSocket && size <= longestSign) hearSign();
  if (channel.stream?.end) {
    hearStream(channel.stream, size);
    return;
  }
  channel.count++;
  if (channel.count === 1) channel.first = natives.performanceNow() - channel.sentAt;
  else if (!releasing) learnGap(channel);
  channel.heardAt = natives.performanceNow();
  if (!channel.end) {
    // More came than was waited for, and soon: it belongs to the answer.
    if (channel.burst !== null && isSoon(channel)) channel.burst = Math.max(channel.burst, channel.count);
    return;
  }
  natives.clearTimeout(channel.timer);
  const isWhole = channel.burst !== null && channel.count >= channel.burst;
  // A server answers at once that it has heard, and says the rest when it is ready; a worker is ready then.
  if (isWhole && (!channel.isSocket || channel.isNeverStill)) endReply(target);
  // What goes on and on is no answer.
  else if (!isSoon(channel)) endBurst(target, channel, 1);
  else
    whenSettling(
      channel,
      () => gapOf(channel),
      () => endBurst(target, channel, Math.max(channel.burst ?? 0, channel.count)),
    );
}

/** Learns how long the next message of an answer takes. */
function learnGap(channel: Channel): void {
  const now = natives.performanceNow();
  if (channel.count > 0 && now - channel.sentAt < longestPatience)
    channel.gap = Math.max(channel.gap, now - channel.heardAt);
  channel.heardAt = now;
}

/** The page is given what may be a sign of life, and nothing else until the next task. */
function hearSign(): void {
  tasks.hearing++;
  void macrotask().then(() => tasks.hearing--);
}

function sizeOf(data: unknown): number {
  if (typeof data === 'string') return data.length;
  const { byteLength, size } = (data ?? {}) as { readonly byteLength?: number; readonly size?: number };
  return byteLength ?? size ?? 0;
}

function patienceOf({ isSocket, opening, first }: Channel): number {
  // What took long on a busy machine needs no allowance for it.
  const asBefore = replyParts * Math.max(opening, first);
  // Beside many others a worker has to wait before it can even begin; a server is elsewhere.
  const least = tasks.burden > busyMachine && !isSocket ? longestPatience : replyPatience;
  const most = longestPatience * tasks.burden;
  return Math.min(Math.max(least * burdenOf(isSocket), asBefore), most);
}

/** Milliseconds that the next message of an answer may take. */
function gapOf({ isSocket, burst, first, gap }: Channel): number {
  if (!isSocket) return Math.min(Math.max(replyGap, first), replyPatience) * tasks.burden;
  const least = burst === null ? replyPatience : replyGap;
  return Math.min(Math.max(least * burdenOf(isSocket), 2 * gap), longestPatience * tasks.burden);
}

/** How many times as long a channel may take for the machine's sake. */
function burdenOf(isSocket: boolean): number {
  return isSocket ? Math.min(tasks.burden, busyMachine) : tasks.burden;
}

function isSoon(channel: Channel): boolean {
  return natives.performanceNow() - channel.sentAt < patienceOf(channel);
}

function endBurst(target: EventTarget, channel: Channel, count: number): void {
  channel.burst = count;
  endReply(target);
}

/** Whether messages came while the page stood still. */
export function messagesHeld(): boolean {
  return heldMessages.length > 0;
}

/** Hands over the messages that were held back. */
export function releaseMessages(): void {
  releasing = true;
  try {
    for (const { target, event } of heldMessages.splice(0)) {
      const { data, origin, lastEventId, source } = event;
      const ports = [...event.ports];
      target.dispatchEvent(new MessageEvent(event.type, { data, origin, lastEventId, source, ports }));
    }
  } finally {
    releasing = false;
  }
}

/** Members of one broadcast within the page hear each other through the browser, a moment later. */
function followBroadcasts(): void {
  const page = globalThis as unknown as { BroadcastChannel?: typeof BroadcastChannel };
  const Native = page.BroadcastChannel;
  if (typeof Native !== 'function') return;
  const members = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  const heard = (name: string) => waiting.get(name)?.shift()?.();
  page.BroadcastChannel = new Proxy(Native, {
    construct: (target, args, self) => {
      const made = Reflect.construct(target, args, self) as BroadcastChannel;
      members.set(made.name, (members.get(made.name) ?? 0) + 1);
      natives.apply(natives.addEventListener, made, ['message', () => heard(made.name)]);
      return made;
    },
  });
  replaceNative(
    Native.prototype,
    'postMessage',
    (original) =>
      function (this: BroadcastChannel, message: unknown) {
        natives.apply(original, this, [message]);
        if ((members.get(this.name) ?? 0) < 2) return;
        const end = beginTask();
        natives.setTimeout(end, replyPatience * tasks.burden);
        waiting.set(this.name, [...(waiting.get(this.name) ?? []), end]);
      },
  );
}
