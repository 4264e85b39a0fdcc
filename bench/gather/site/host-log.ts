/** What the servers saw. */
export interface ServerStats {
  readonly requests: number;
  /** Pages that were asked for at least once, all hosts together. */
  readonly pages: number;
  /** Seconds from the first request to the last. */
  readonly seconds: number;
  readonly hosts: number;
  /** Most requests under way at one host at one moment. */
  readonly together: number;
  /** Least milliseconds between the starts of two requests to one host; `null` where there were none. */
  readonly apart: number | null;
}

interface Seen {
  under: number;
  last: number;
  readonly pages: Set<number>;
}

/** Notes for each host what is asked of it, and when. */
export class HostLog {
  readonly #hosts = new Map<string, Seen>();
  #requests = 0;
  #together = 0;
  #apart: number | null = null;
  #first = 0;
  #latest = 0;

  /** A request has come in; to be called when it has been answered. */
  asked(host: string, page: number | null, now: number = performance.now()): () => void {
    const seen = this.#hosts.get(host) ?? { under: 0, last: Number.NEGATIVE_INFINITY, pages: new Set() };
    this.#hosts.set(host, seen);
    if (this.#requests++ === 0) this.#first = now;
    this.#latest = now;
    if (page !== null) seen.pages.add(page);
    if (Number.isFinite(seen.last)) this.#apart = Math.min(this.#apart ?? now - seen.last, now - seen.last);
    seen.last = now;
    seen.under++;
    this.#together = Math.max(this.#together, seen.under);
    return () => {
      seen.under--;
    };
  }

  stats(): ServerStats {
    let pages = 0;
    for (const seen of this.#hosts.values()) pages += seen.pages.size;
    return {
      requests: this.#requests,
      pages,
      hosts: this.#hosts.size,
      together: this.#together,
      apart: this.#apart,
      seconds: (this.#latest - this.#first) / 1000,
    };
  }
}
