import type { StreamNews, StreamRest } from './agent/streams.ts';
import type { Troubles } from './troubles.ts';

/** Kinds of streams that are remembered, the newest ones. */
const kinds = 200;

/** What the tabs of a crawl know together of streams that servers send. */
export class Streams {
  readonly #known = new Map<string, StreamRest>();
  /** Kinds of questions that got no answer once. */
  readonly #silent = new Set<string>();
  readonly #troubles: Troubles;

  constructor(troubles: Troubles) {
    this.#troubles = troubles;
  }

  /** What a page is told when it opens. */
  get known(): Readonly<Record<string, StreamRest>> {
    return Object.fromEntries(this.#known);
  }

  learn(news: readonly StreamNews[]): void {
    for (const { kind, url, ...rest } of news) {
      // A server may be slow for once; one that never answers is waiting for news.
      if (rest.messages === 0 && rest.isEndless && !this.#silent.has(kind)) {
        this.#silent.add(kind);
        continue;
      }
      const before = this.#known.get(kind) ?? rest;
      this.#known.delete(kind);
      this.#known.set(kind, {
        messages: Math.max(before.messages, rest.messages),
        gap: Math.max(before.gap, rest.gap),
        lasted: Math.max(before.lasted, rest.lasted),
        isEndless: before.isEndless || rest.isEndless,
      });
      if (rest.isEndless) this.#troubles.stream(url, rest.lasted / 1000, rest.messages);
    }
    for (const kind of this.#known.keys()) {
      if (this.#known.size <= kinds) break;
      this.#known.delete(kind);
    }
  }
}
