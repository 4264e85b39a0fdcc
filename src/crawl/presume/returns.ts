import { type ClassAudits, classOf, returnNames } from '../../identity/index.ts';
import type { Action, SiteStore, Transition } from '../../model/index.ts';
import type { Recorded } from '../commit/record.ts';
import type { Born, Numbers } from '../discover/numbers.ts';
import type { Guidance } from '../loop/guidance.ts';
import type { Atlas } from '../map/atlas.ts';
import type { Waiting } from '../order/queue.ts';
import type { Amends, Update } from './presumptions.ts';

/** An action that was fired, and where it stood. */
export interface Firing {
  readonly text: string;
  readonly className: string;
  readonly xpath: string;
  /** Class of the event that led to the page on which it stood. */
  readonly origin: string;
}

/** Where a firing led. */
export interface Led {
  readonly recorded: Recorded;
  /** To the page one came from. */
  readonly back: boolean;
  /** To where its class was fired first. */
  readonly home: boolean;
  /** It changed nothing. */
  readonly idle: boolean;
}

/**
 * Learned returns: what led back again and again (`Previous` after `Next`, `load(1)`, the first of a list
 * that is shown already) is not fired any more, and everything that was skipped in that belief is queued
 * where the belief turns out wrong. Without it the app of endless spaces took 469 events instead of 189.
 */
export class Returns {
  readonly #site: SiteStore;
  readonly #atlas: Atlas;
  readonly #audits: ClassAudits;
  readonly #numbers: Numbers;
  readonly #guidance: Guidance;

  constructor(parts: {
    site: SiteStore;
    atlas: Atlas;
    audits: ClassAudits;
    numbers: Numbers;
    guidance: Guidance;
  }) {
    this.#site = parts.site;
    this.#atlas = parts.atlas;
    this.#audits = parts.audits;
    this.#numbers = parts.numbers;
    this.#guidance = parts.guidance;
  }

  /** Where an action of a page leads that is known to lead back; `null` where nothing is known. */
  target({ instruction, xpath }: Pick<Action, 'instruction' | 'xpath'>, visit: Waiting): number | null {
    const className = classOf(instruction);
    if (className === null || visit.url !== null) return null;
    const origin = visit.className ?? '';
    const names = returnNames({ text: instruction.text, className, xpath }, origin);
    if (this.#audits.leadsBack(names.place)) return visit.number;
    if (origin === className && this.#audits.leadsBack(names.text))
      return this.#atlas.homeOf(visit, className);
    // Of named actions each has its own target; steps are alike.
    if (instruction.scope !== 'page' || this.#audits.isBound(className)) return null;
    const back = this.#audits.leadsBack(names.name) || this.#audits.leadsBack(names.pair);
    return back ? this.#atlas.resolve(visit.source) : null;
  }

  /** Takes note of what a firing gave. Gives whether something was skipped in a belief that is disproved. */
  count(firing: Firing, { recorded, back, home, idle }: Led): boolean {
    const { className, origin } = firing;
    const { text, place, pair } = returnNames(firing, origin);
    const fresh =
      recorded.kind === 'kept'
        ? this.#guidance.wants(recorded.type)
        : recorded.kind === 'merged' && recorded.fresh;
    const believed = fresh && [text, place, pair, className].some((name) => this.#audits.hasSpared(name));
    this.#audits.count(className, fresh, back);
    this.#audits.count(pair, fresh, back);
    if (!idle && origin === className && (home || this.#audits.isKnown(text)))
      this.#audits.count(text, fresh, home);
    if (idle || this.#audits.isKnown(place)) this.#audits.count(place, fresh, idle);
    return believed;
  }

  /** Whether an action in such a place was seen to do nothing. */
  isIdle(firing: Firing): boolean {
    return this.#audits.isKnown(returnNames(firing, firing.origin).place);
  }

  /** The belief of which a test is owed that made an action be skipped. */
  owed(firing: Firing): string | null {
    const names = Object.values(returnNames(firing, firing.origin));
    return names.find((name) => this.#audits.owesTest(name)) ?? null;
  }

  /** A test of a belief was made. */
  paid(name: string): void {
    this.#audits.payTest(name);
  }

  /** An action that was believed to lead back gave something new. */
  disprove(firing: Firing): void {
    for (const name of Object.values(returnNames(firing, firing.origin)))
      if (this.#audits.believesReturn(name)) this.#audits.count(name, true);
  }

  /** Queues what was skipped in beliefs that do not hold any more, of one class or of all. */
  async queueAgain(only: string | null): Promise<Amends> {
    const born: Born[] = [];
    const updated: Update[] = [];
    for await (const transition of this.#site.allTransitions()) {
      const { reason, action, source, ord } = transition;
      const className = reason === 'returns' ? classOf(action.instruction) : null;
      if (className === null || (only !== null && className !== only)) continue;
      const newborn = await this.#again(transition, className);
      if (!newborn) continue;
      born.push(newborn);
      updated.push({ source, ord, target: newborn.page.number, reason: 'queued' });
    }
    return { born, updated, merged: [] };
  }

  async #again({ source, ord, action }: Transition, className: string): Promise<Born | null> {
    const page = await this.#site.page(source);
    if (!page) return null;
    const names = returnNames(
      { text: action.instruction.text, className, xpath: action.xpath },
      await this.#originOf(source),
    );
    if (Object.values(names).some((name) => this.#audits.believesReturn(name))) return null;
    const { document, depth } = page;
    return this.#numbers.state(action, ord, { source, document, depth: depth + 1 });
  }

  async #originOf(number: number): Promise<string> {
    const entry = (await this.#site.page(number))?.entry;
    if (entry?.kind !== 'action') return '';
    const leaving = await this.#site.transitions(entry.source);
    const action = leaving.find(({ ord }) => ord === entry.ord)?.action;
    return (action && classOf(action.instruction)) ?? '';
  }
}
