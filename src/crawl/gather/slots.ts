interface Slot {
  used: number;
  readonly waiting: (() => void)[];
}

/** Requests under way at each host: no more than it allows, first come, first served. */
export class HostSlots {
  readonly #allowed: (host: string) => number;
  readonly #slots = new Map<string, Slot>();

  constructor(allowed: (host: string) => number) {
    this.#allowed = allowed;
  }

  /** Resolves when a request to the host may be begun; rejects with the reason of the signal. */
  async take(host: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const slot = this.#slots.get(host) ?? { used: 0, waiting: [] };
    this.#slots.set(host, slot);
    if (slot.used < this.#allowed(host)) {
      slot.used++;
      return;
    }
    await this.#wait(slot, signal);
  }

  /** A request has ended: whoever waits longest takes its place. */
  free(host: string): void {
    const slot = this.#slots.get(host);
    if (!slot) return;
    const next = slot.waiting.shift();
    if (next) next();
    else if (--slot.used === 0) this.#slots.delete(host);
  }

  async #wait(slot: Slot, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const at = slot.waiting.indexOf(resolve);
      if (at < 0) return;
      slot.waiting.splice(at, 1);
      reject(signal?.reason);
    };
    slot.waiting.push(resolve);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }
}
