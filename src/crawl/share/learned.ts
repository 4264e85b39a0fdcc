import type { Sessions } from '../../frontier/index.ts';
import type { ClassAudits, Heeded } from '../../identity/index.ts';
import type { SiteStore } from '../../model/index.ts';
import type { Yields } from '../order/yields.ts';
import { summed } from './sums.ts';

/** Milliseconds between exchanges: a second of what others have learned is soon learned again. */
const exchangeMs = 1000;
const nothing: Heeded = { failed: [], returns: [], disproved: false };

/**
 * What workers learn of a site as they go, each from its own firings: classes of actions, what they give, names that
 * carry sessions. Sums of it are notes of the store; a worker adds what it has counted, and takes over the rest.
 */
export class LearnedTogether {
  readonly #site: Pick<SiteStore, 'note' | 'putNote'>;
  readonly #audits: ClassAudits;
  readonly #yields: Yields;
  readonly #sessions: Sessions;
  #classesBefore: string;
  #yieldsBefore: string;
  #at = performance.now();
  #heeded = nothing;

  constructor(parts: {
    readonly site: Pick<SiteStore, 'note' | 'putNote'>;
    readonly audits: ClassAudits;
    readonly yields: Yields;
    readonly sessions: Sessions;
  }) {
    this.#site = parts.site;
    this.#audits = parts.audits;
    this.#yields = parts.yields;
    this.#sessions = parts.sessions;
    this.#classesBefore = parts.audits.save();
    this.#yieldsBefore = parts.yields.save();
  }

  get isDue(): boolean {
    return performance.now() - this.#at >= exchangeMs;
  }

  /** Adds what was learned here to what others have learned; in a turn, so that nothing comes between. */
  async exchange(): Promise<void> {
    this.#at = performance.now();
    const classes = await this.#sum('classes', this.#classesBefore, this.#audits.save());
    const { failed, returns, disproved } = this.#audits.adopt(classes);
    this.#classesBefore = this.#audits.save();
    this.#heeded = {
      failed: [...new Set([...this.#heeded.failed, ...failed])],
      returns: [...new Set([...this.#heeded.returns, ...returns])],
      disproved: this.#heeded.disproved || disproved,
    };
    this.#yields.adopt(await this.#sum('yields', this.#yieldsBefore, this.#yields.save()));
    this.#yieldsBefore = this.#yields.save();
    const sessions = await this.#site.note('sessions');
    this.#sessions.merge(sessions);
    const known = this.#sessions.save();
    if (known !== (sessions ?? '[]')) await this.#site.putNote('sessions', known);
  }

  /** What others have found out since this was asked last; `null`: nothing that matters. */
  takeHeeded(): Heeded | null {
    const heeded = this.#heeded;
    this.#heeded = nothing;
    const isNothing = heeded.failed.length === 0 && heeded.returns.length === 0 && !heeded.disproved;
    return isNothing ? null : heeded;
  }

  async #sum(key: string, before: string, mine: string): Promise<string> {
    const theirs = (await this.#site.note(key)) ?? '[]';
    const sum = summed(before, mine, theirs);
    if (sum !== theirs) await this.#site.putNote(key, sum);
    return sum;
  }
}
