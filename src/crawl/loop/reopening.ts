import { normalizeUrl, type Sessions } from '../../frontier/index.ts';
import { urlInstruction } from '../../identity/index.ts';
import type { SiteStore } from '../../model/index.ts';
import { pagesOf } from '../../model/pages.ts';
import type { Recorder } from '../commit/record.ts';
import type { Atlas } from '../map/atlas.ts';
import { type PageQueue, waitingOf } from '../order/queue.ts';
import type { Limits } from './limits.ts';

/** Puts pages back into the frontier of which it turned out that not everything was seen. */
export class Reopening {
  readonly #site: SiteStore;
  readonly #queue: PageQueue;
  readonly #atlas: Atlas;
  readonly #limits: Limits;
  readonly #recorder: Recorder;
  readonly #sessions: Sessions;
  /** Pages that were in hand when they were to be opened again. */
  readonly #late = new Set<number>();

  constructor(parts: {
    site: SiteStore;
    queue: PageQueue;
    atlas: Atlas;
    limits: Limits;
    recorder: Recorder;
    sessions: Sessions;
  }) {
    this.#site = parts.site;
    this.#queue = parts.queue;
    this.#atlas = parts.atlas;
    this.#limits = parts.limits;
    this.#recorder = parts.recorder;
    this.#sessions = parts.sessions;
  }

  /** Has pages visited once more; says how many of them were known. */
  async reopen(urls: readonly string[]): Promise<number> {
    const wanted = new Map(urls.map((url) => [this.#printOf(url), url]));
    const numbers = new Set((await this.#site.numbersOf([...wanted.keys()])).values());
    // Numbers that became other names of a page: what is shown at their addresses may differ after all.
    for await (const { number, entry } of pagesOf(this.#site, 'merged'))
      if (entry.kind === 'url' && wanted.has(this.#printOf(entry.url))) numbers.add(number);
    let known = 0;
    for (const number of numbers) {
      const entry = (await this.#site.page(number))?.entry;
      const isWanted = entry?.kind === 'url' && wanted.has(this.#printOf(entry.url));
      if (isWanted && (await this.#requeue(number))) known++;
    }
    return known;
  }

  #printOf(url: string): string {
    return urlInstruction(this.#sessions.without(normalizeUrl(url) ?? url)).fingerprint;
  }

  /** A page is not in hand any more. */
  async late(number: number): Promise<void> {
    if (this.#late.delete(number)) await this.#requeue(number);
  }

  async #requeue(number: number): Promise<boolean> {
    if (this.#queue.isInHand(number)) {
      this.#late.add(number);
      return true;
    }
    const page = await this.#site.page(number);
    if (page?.entry.kind !== 'url' || (page.status !== 'kept' && page.status !== 'merged')) return false;
    await this.#recorder.requeue(page);
    if (page.status === 'kept') this.#limits.uncountPages(1);
    this.#atlas.forgetMerge(number);
    this.#queue.add({ ...waitingOf(page), attempts: 0 });
    return true;
  }
}
