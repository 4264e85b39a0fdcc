import type { CrawlSettings } from '../../config/settings.ts';
import type { AddressViews, Sessions } from '../../frontier/index.ts';
import type { Agreements, ClassAudits, Positions } from '../../identity/index.ts';
import type { Change, SiteStore } from '../../model/index.ts';
import type { Born, Numbers } from '../discover/numbers.ts';
import type { Guidance } from '../loop/guidance.ts';
import type { Counting } from '../loop/totals.ts';
import type { Atlas } from '../map/atlas.ts';
import type { Chains } from '../order/chains.ts';
import type { PageQueue } from '../order/queue.ts';
import type { Yields } from '../order/yields.ts';
import type { Amends, Presumptions } from '../presume/presumptions.ts';
import type { Returns } from '../presume/returns.ts';
import type { Ledger } from './ledger.ts';

/** What recording needs of a crawl. */
export interface RecordParts {
  readonly site: SiteStore;
  readonly settings: CrawlSettings;
  readonly queue: PageQueue;
  readonly atlas: Atlas;
  readonly audits: ClassAudits;
  readonly yields: Yields;
  readonly totals: Counting;
  readonly numbers: Numbers;
  readonly presumptions: Presumptions;
  readonly returns: Returns;
  readonly chains: Chains;
  readonly sessions: Sessions;
  readonly ledger: Ledger;
  readonly guidance: Guidance;
  /** Knows which addresses show answers once more. */
  readonly views?: AddressViews | null;
  readonly agreements: Agreements;
  readonly positions: Positions;
  /** Whether addresses that are found are visited by others, who have to know how they were reached. */
  readonly handsOver?: boolean;
}

/** Writes steps of the crawl, with what they say of earlier ones, and takes note of them in memory. */
export class StepWriter {
  readonly #queue: PageQueue;
  readonly #atlas: Atlas;
  readonly #totals: Counting;
  readonly #numbers: Numbers;
  readonly #ledger: Ledger;
  readonly #chains: Chains | null;

  constructor({ queue, atlas, totals, numbers, ledger, chains, handsOver = false }: RecordParts) {
    this.#chains = handsOver ? chains : null;
    this.#queue = queue;
    this.#atlas = atlas;
    this.#totals = totals;
    this.#numbers = numbers;
    this.#ledger = ledger;
  }

  /** Told of edges that now lead elsewhere than the maps in memory say. */
  onRequeue: ((updated: Amends['updated']) => void) | null = null;

  /** Writes a step, one that is cheap to repeat with others; pages that were born with it wait from now on. */
  async write(change: Change, born: readonly Born[], amends?: Amends, isCheap = false): Promise<void> {
    const all = [...born, ...(amends?.born ?? [])];
    // In this order: what was presumed of the steps may be amended at once.
    const updated = [...(change.updated ?? []), ...(amends?.updated ?? [])];
    const { ways } = amends ?? {};
    const queued = [...(change.queued ?? []), ...(ways?.queued ?? []), ...all.map((newborn) => newborn.page)];
    const transitions = [...(change.transitions ?? []), ...(ways?.transitions ?? [])];
    const moved = [...(change.moved ?? []), ...(ways?.moved ?? [])];
    const merged = [...(change.merged ?? []), ...(amends?.merged ?? [])];
    const instructions = [...(change.instructions ?? []), ...(amends?.instructions ?? [])];
    this.#totals.eventsSkipped -= amends?.born.length ?? 0;
    const nextNumber = this.#numbers.next;
    const totals = { ...this.#totals };
    const handed = this.#handed(all);
    const withdrawn = [...(change.withdrawn ?? []), ...(ways?.withdrawn ?? [])];
    const lists = { queued, merged, updated, instructions, transitions, moved, withdrawn };
    const step = { ...change, ...lists, nextNumber, totals, ...handed };
    await this.#ledger.commit(step, isCheap);
    for (const { waiting } of all) this.#queue.add(waiting);
    for (const { number, into } of amends?.merged ?? []) this.#atlas.noteMerge(number, into);
    if (amends && amends.updated.length > 0) this.onRequeue?.(amends.updated);
    for (const { source, ord } of ways?.withdrawn ?? []) this.#atlas.redirectTo(source, ord, null);
  }

  /** How the pages were reached on which addresses were found: chains without end go through all workers. */
  #handed(born: readonly Born[]): Pick<Change, 'handed'> {
    const handed = born.flatMap(({ waiting: { document, url, source } }) => {
      const chain = url === null ? null : this.#chains?.of(source);
      return chain ? [{ document, text: JSON.stringify({ source, chain }) }] : [];
    });
    return handed.length === 0 ? {} : { handed };
  }
}
