/**
 * Milliseconds that pages in hand get once somebody has asked for the end, and once the time of the crawl is up. What
 * is cut off waits for the next run; `docker stop` kills ten seconds after SIGTERM.
 */
const graces = { asked: 5_000, timeUp: 3_000 } as const;
/** Milliseconds that a timer can hold. */
export const longestTimer = 2 ** 31 - 1;

/** Sees to it that a crawl which is to stop does, whatever the pages in hand do: it closes what they are open in. */
export class Ending {
  readonly #asked: AbortSignal | null;
  readonly #maxTime: number | null;
  readonly #cut = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  /** Aborts when the end is asked for, and when pages in hand are cut off. */
  readonly signal: AbortSignal;

  /** `maxTime`: seconds from now. */
  constructor(asked: AbortSignal | null, maxTime: number | null) {
    this.#asked = asked;
    this.#maxTime = maxTime;
    this.signal = asked ? AbortSignal.any([asked, this.#cut.signal]) : this.#cut.signal;
  }

  /** Aborts when pages in hand are cut off. */
  get cut(): AbortSignal {
    return this.#cut.signal;
  }

  /** Whether pages in hand were cut off: what they fail with then says nothing about them. */
  get isCut(): boolean {
    return this.#cut.signal.aborted;
  }

  /** From now on `close` is called when the pages in hand have had their time. */
  arm(close: () => Promise<void>): void {
    const after = (ms: number) => {
      const cut = () => {
        this.#cut.abort(new DOMException('the crawl ends', 'AbortError'));
        close().catch(() => {});
      };
      this.#timers.push(setTimeout(cut, Math.min(ms, longestTimer)));
    };
    if (this.#maxTime !== null) after(1000 * this.#maxTime + graces.timeUp);
    if (this.#asked?.aborted) after(graces.asked);
    else this.#asked?.addEventListener('abort', () => after(graces.asked), { once: true });
  }

  /** The crawl has ended by itself. */
  disarm(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
