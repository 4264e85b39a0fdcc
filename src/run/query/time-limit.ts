/** The time that a source has; while it waits for its turn, none of it passes. */
export class TimeLimit {
  readonly #end = Promise.withResolvers<'late'>();
  readonly #signal: AbortSignal | undefined;
  #left: number;
  #since: number | null = null;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  /** An aborted signal ends it at once. */
  constructor(seconds: number, signal: AbortSignal | undefined) {
    this.#left = seconds * 1000;
    this.#signal = signal;
    if (signal?.aborted) this.#stop();
    signal?.addEventListener('abort', this.#stop, { once: true });
    this.goOn();
  }

  /** What work gives, or `late` where it does not end in time; what it does after that is nobody's concern. */
  async of<T>(work: Promise<T>): Promise<T | 'late'> {
    work.catch(() => {});
    return Promise.race([work, this.#end.promise]);
  }

  pause(): void {
    clearTimeout(this.#timer);
    if (this.#since !== null) this.#left -= performance.now() - this.#since;
    this.#since = null;
  }

  goOn(): void {
    if (this.#isClosed) return;
    this.#since = performance.now();
    this.#timer = setTimeout(this.#stop, Math.max(0, this.#left));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#stop);
  }

  readonly #stop = () => this.#end.resolve('late');
}
