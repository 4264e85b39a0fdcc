import { setTimeout as sleepFor } from 'node:timers/promises';
import { isLoopback } from './addresses.ts';

/** Time as manners see it; tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970: moments must mean the same after a restart. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What is kept of a host between runs. */
export interface HostManners {
  /** Moment from which it may be asked again. */
  readonly next: number;
  /** Smoothed response time in milliseconds, `null` before the first answer. */
  readonly response: number | null;
  /** Milliseconds that robots.txt asks for. */
  readonly floor: number;
}

interface HostState {
  /** Whether it is this machine itself. */
  readonly loopback: boolean;
  lastStart: number;
  restUntil: number;
  response: number | null;
  floor: number;
  /** Rests in a row, without a good answer between. */
  rests: number;
  /** The turn of whoever asked last; never rejects. */
  tail: Promise<void>;
}

/** Limits of politeness, in milliseconds. */
export const mannersLimits = {
  /** Starts of requests lie this many response times apart: at most half a request is under way on average. */
  factor: 2,
  minDelay: 250,
  maxDelay: 10_000,
  /** Longest `Crawl-delay` that is obeyed. */
  maxFloor: 60_000,
  /** Rest after a 429 or 503 that names no time; doubles each time in a row. */
  rest: 5_000,
  /** Longest rest, also where the server names a longer one. */
  maxRest: 3_600_000,
} as const;

/** Hosts that are remembered at least; beyond twice that, those that may be asked anyway are forgotten. */
const remembered = 50_000;

/** Weight of the newest response time in the smoothed one. */
const freshness = 0.3;

/**
 * Decides when a host may be asked again. The delay between starts of requests is `--delay` where given,
 * else 2 × the smoothed response time, kept within 0.25 s and 10 s, and nothing for loopback.
 * `Crawl-delay` is a floor under either. A 429 or 503 makes the host rest for as long as `Retry-After`
 * says, else for 5 s, 10 s, 20 s, … while it goes on.
 *
 * Hosts are named with their port (`example.org:8080`), as `URL.host` gives them.
 */
export class Manners {
  readonly #delay: number | null;
  readonly #clock: Clock;
  readonly #hosts = new Map<string, HostState>();
  #most = 2 * remembered;

  /** `delay` in seconds, `null` for the adaptive default. */
  constructor(delay: number | null, clock: Clock = systemClock) {
    this.#delay = delay === null ? null : delay * 1000;
    this.#clock = clock;
  }

  /**
   * Resolves when a request to the host may start: first come, first served. Rejects with the signal's reason when
   * it is aborted, whoever is before: he may have to wait for an hour.
   */
  waitTurn(host: string, signal?: AbortSignal): Promise<void> {
    const state = this.#state(host);
    const turn = state.tail.then(() => this.#take(host, state, signal));
    state.tail = turn.catch(() => {});
    if (!signal) return turn;
    return new Promise((resolve, reject) => {
      const leave = () => reject(signal.reason);
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
      turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  /** Tells how long an answer took and what it was; `retryAfter` is the header as it came. */
  answered(host: string, ms: number, status: number, retryAfter?: string | null): void {
    const state = this.#state(host);
    state.response = state.response === null ? ms : (1 - freshness) * state.response + freshness * ms;
    if (status !== 429 && status !== 503) {
      state.rests = 0;
      return;
    }
    const now = this.#clock.now();
    const asked = parseRetryAfter(retryAfter ?? null, now) ?? mannersLimits.rest * 2 ** state.rests;
    state.rests++;
    state.restUntil = Math.max(state.restUntil, now + Math.min(asked, mannersLimits.maxRest));
  }

  /**
   * The host has seen the latest request by now, and no earlier as far as anybody can say: its delay counts
   * from here. A busy machine sends and receives late, and the next request must not come sooner for that.
   */
  arrived(host: string): void {
    this.#state(host).lastStart = this.#clock.now();
  }

  /** Sets the `Crawl-delay` of a host, in seconds. */
  crawlDelay(host: string, seconds: number): void {
    this.#state(host).floor = Math.min(seconds * 1000, mannersLimits.maxFloor);
  }

  /** Milliseconds between starts of requests to a host, as things stand. */
  delayOf(host: string): number {
    const state = this.#state(host);
    return Math.max(state.floor, this.#delay ?? adaptiveDelay(state));
  }

  /** Moment from which the host may be asked again; in the past where it may be asked now. */
  nextMoment(host: string): number {
    const { lastStart, restUntil } = this.#state(host);
    return Math.max(restUntil, lastStart + this.delayOf(host));
  }

  /** What to keep between runs, by host. */
  snapshot(): Readonly<Record<string, HostManners>> {
    return Object.fromEntries([...this.#hosts.keys()].map((host) => [host, this.hostState(host)]));
  }

  /** What to keep of one host. */
  hostState(host: string): HostManners {
    const { response, floor } = this.#state(host);
    return { next: Math.max(0, this.nextMoment(host)), response, floor };
  }

  /** Takes over what an earlier run kept. */
  restore(hosts: Readonly<Record<string, HostManners>>): void {
    for (const [host, { next, response, floor }] of Object.entries(hosts)) {
      Object.assign(this.#state(host), { restUntil: next, response, floor });
    }
  }

  async #take(host: string, state: HostState, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      // Looked at anew after each sleep: an answer in between may have asked for a rest.
      const wait = this.nextMoment(host) - this.#clock.now();
      if (wait <= 0) break;
      await this.#clock.sleep(wait, signal);
    }
    state.lastStart = this.#clock.now();
  }

  #state(host: string): HostState {
    const known = this.#hosts.get(host);
    if (known) return known;
    const state: HostState = {
      loopback: isLoopback(host),
      lastStart: Number.NEGATIVE_INFINITY,
      restUntil: 0,
      response: null,
      floor: 0,
      rests: 0,
      tail: Promise.resolve(),
    };
    this.#hosts.set(host, state);
    if (this.#hosts.size > this.#most) this.#forgetIdle(host);
    return state;
  }

  /** A host that was free a minute ago has nothing to be remembered for but how fast it is. */
  #forgetIdle(but: string): void {
    const before = this.#clock.now() - 60_000;
    for (const host of this.#hosts.keys())
      if (host !== but && this.nextMoment(host) < before) this.#hosts.delete(host);
    this.#most = 2 * Math.max(remembered, this.#hosts.size);
  }
}

/** Milliseconds that a `Retry-After` header asks for, in either of its forms; `null` where it says nothing. */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}

function adaptiveDelay({ loopback, response }: HostState): number {
  if (loopback) return 0;
  const { factor, minDelay, maxDelay } = mannersLimits;
  return Math.min(maxDelay, Math.max(minDelay, factor * (response ?? 0)));
}

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await sleepFor(ms, undefined, signal ? { signal } : {});
  },
};
