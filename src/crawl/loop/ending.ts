/**
 * Milliseconds that pages in hand get once somebody has asked for the end, and once the time of the crawl is up. What
 * is cut off waits for the next run; `docker stop` kills ten seconds after SIGTERM.
 */
const graces = { asked: 5_000, timeUp: 3_000 } as const;
/** Milliseconds that a timer can hold. */
export const longestTimer = 2 ** 31 - 1;

/** Sees to it that a crawl which is to stop does, whatever servers and pages do: it closes what they are open in. */
export class Ending {
  readonly #asked: AbortSignal | null;
  readonly #cut = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #close: () => Promise<void> = async () => {};
  /** Moment at which the crawl began, by `performance.now`. */
  readonly began: number = performance.now();
  /** Aborts when the end is asked for, and when pages in hand are cut off. */
  readonly signal: AbortSignal;

  /** `maxTime`: seconds from now. Whoever makes one disarms it. */
  constructor(asked: AbortSignal | null, maxTime: number | null) {
    this.#asked = asked;
    this.signal = asked ? AbortSignal.any([asked, this.#cut.signal]) : this.#cut.signal;
    if (maxTime !== null) this.#after(1000 * maxTime + graces.timeUp);
    if (asked?.aborted) this.#wasAsked();
    else asked?.addEventListener('abort', this.#wasAsked, { once: true });
  }

  readonly #wasAsked = (): void => this.#after(graces.asked);

  #after(ms: number): void {
    const cut = () => {
      this.#cut.abort(new DOMException('the crawl ends', 'AbortError'));
      this.#close().catch(() => {});
    };
    this.#timers.push(setTimeout(cut, Math.min(ms, longestTimer)));
  }

  /** Aborts when pages in hand are cut off. */
  get cut(): AbortSignal {
    return this.#cut.signal;
  }

  /** Whether pages in hand were cut off: what they fail with then says nothing about them. */
  get isCut(): boolean {
    return this.#cut.signal.aborted;
  }

  /** What is closed when the pages in hand have had their time. */
  arm(close: () => Promise<void>): void {
    this.#close = close;
    if (this.isCut) close().catch(() => {});
  }

  /** The crawl has ended by itself. */
  disarm(): void {
    this.#asked?.removeEventListener('abort', this.#wasAsked);
    for (const timer of this.#timers) clearTimeout(timer);
  }
}

/** Waits for something, but not beyond the moment at which pages in hand are cut off: then it fails with that. */
export function untilCut<T>(cut: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(cut.reason);
    if (cut.aborted) end();
    else cut.addEventListener('abort', end, { once: true });
    promise.then(resolve, reject).finally(() => cut.removeEventListener('abort', end));
  });
}
