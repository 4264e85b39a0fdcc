import type { CrawlSettings } from '../../config/settings.ts';
import { type AddressViews, normalizeUrl, type Sessions } from '../../frontier/index.ts';
import { classOf, isStep, type Positions, urlInstruction } from '../../identity/index.ts';
import type { Action, Capture, Transition } from '../../model/index.ts';
import type { Indices } from '../commit/indices.ts';
import type { RecordParts } from '../commit/step-writer.ts';
import type { Guidance } from '../loop/guidance.ts';
import type { Counting } from '../loop/totals.ts';
import type { Atlas } from '../map/atlas.ts';
import type { Chains } from '../order/chains.ts';
import type { Rank } from '../order/focused.ts';
import { leastChance } from '../order/order.ts';
import type { PageQueue, Waiting } from '../order/queue.ts';
import { actionWords, type Likes, shapeOf, type Yields } from '../order/yields.ts';
import type { Presumptions } from '../presume/presumptions.ts';
import type { Returns } from '../presume/returns.ts';
import type { Judged } from './gate.ts';
import type { Born, Numbers } from './numbers.ts';

/** A transition before it is known where it leads. */
type Found = Omit<Transition, 'target' | 'reason'>;

/** Says where the actions of a page lead: to a page that is known, or to a new number (PND). */
export class Targets {
  readonly #indices: Indices;
  readonly #settings: CrawlSettings;
  readonly #yields: Yields;
  /** Chance below which an action does not even wait. */
  readonly #hopeless: number;
  readonly #totals: Counting;
  readonly #numbers: Numbers;
  readonly #presumptions: Presumptions;
  readonly #returns: Returns;
  readonly #chains: Chains;
  readonly #queue: PageQueue;
  readonly #atlas: Atlas;
  readonly #sessions: Sessions;
  readonly #guidance: Guidance;
  readonly #views: AddressViews | null;
  readonly #positions: Positions;

  constructor(parts: RecordParts) {
    this.#indices = parts.ledger.indices;
    this.#settings = parts.settings;
    this.#yields = parts.yields;
    this.#hopeless = leastChance(parts.settings) / 2;
    this.#totals = parts.totals;
    this.#numbers = parts.numbers;
    this.#presumptions = parts.presumptions;
    this.#returns = parts.returns;
    this.#chains = parts.chains;
    this.#queue = parts.queue;
    this.#atlas = parts.atlas;
    this.#sessions = parts.sessions;
    this.#guidance = parts.guidance;
    this.#views = parts.views ?? null;
    this.#positions = parts.positions;
  }

  /**
   * The transitions of a page that is kept, numbered from `first` on; pages that they lead to and instructions
   * are added.
   */
  async transitions(
    visit: Waiting,
    judged: readonly Judged[],
    born: Born[],
    index: Map<string, number>,
    rank: Rank = () => 0,
    first = 0,
  ): Promise<Transition[]> {
    const open = judged.filter((one) => one.refused === null);
    const prints = open.flatMap(({ action, unseen }) =>
      [action.instruction.fingerprint, unseen ?? []].flat(),
    );
    const known = await this.#indices.numbersOf([...new Set(prints)]);
    this.#totals.instructionsSeen += open.length;
    const seen = new Map<string, Transition>();
    const made: Transition[] = [];
    const namesPages = this.#settings.dedupe === 'double' && !this.#presumptions.testsAll;
    if (namesPages) this.#place(judged, visit);
    const make = (one: Judged, at: number) => {
      const { action, refused, unseen } = one;
      const base = { source: visit.number, ord: first + at, action };
      if (refused) return { ...base, target: null, reason: refused };
      const print = action.instruction.fingerprint;
      const numberOf = (key: string) => known.get(key) ?? index.get(key);
      const shown = unseen === null ? undefined : numberOf(unseen);
      const isBorn = born.some(({ page }) => page.number === shown);
      if (shown !== undefined && (isBorn || this.isOpen(shown, visit.document)))
        return this.#hiddenHere(base);
      if (this.#liesUnder(one, known.get(print), visit.document)) return this.#hiddenHere(base);
      const twin = seen.get(print);
      if (twin) return this.#sameAs(twin, base);
      // The entry of a list that says that it is shown is the way to this page from elsewhere: it need not be fired.
      if (one.isShown && namesPages && this.#isNamed(one, visit) && !known.has(print))
        index.set(print, visit.number);
      const target = shown ?? numberOf(print);
      const transition =
        target === undefined
          ? this.#newTransition(base, one, visit, born, index, rank)
          : this.#knownTransition(base, one, target, visit, born);
      seen.set(print, transition);
      return transition;
    };
    // What is seen is fired first, and does what its hidden twin would do.
    for (const hidden of [false, true])
      for (const [at, one] of judged.entries())
        if ((one.unseen !== null) === hidden) made[at] = make(one, at);
    return made;
  }

  /** Whether what a number stands for is still to be fired. */
  isOpen(number: number, document: number): boolean {
    return this.#queue.isOpen(this.#atlas.resolve(number), document);
  }

  /**
   * Whether what an element does is seen elsewhere, since something lies over it here. What nobody can reach is not
   * fired at all, neither for a test nor on the way: two questions that wait for each other answered none.
   */
  #liesUnder({ beneath, blocked }: Judged, known: number | undefined, document: number): boolean {
    return known !== undefined && (blocked || (beneath && this.isOpen(known, document)));
  }

  /** Nobody can see or reach it here, and it is fired where one can. */
  #hiddenHere(base: Found): Transition {
    this.#totals.eventsSkipped++;
    return { ...base, target: null, reason: 'hidden' };
  }

  /** Whether this is the first page on which an entry says that it is shown. */
  #isNamed({ action, listed }: Judged, { number, document }: Waiting): boolean {
    return (
      listed !== null && this.#positions.pageOf({ document, list: listed, label: action.label }) === number
    );
  }

  /** Takes note of the lists of a page that say which of their entries is shown. */
  #place(judged: readonly Judged[], { number, document }: Waiting): void {
    const shown = judged.filter(({ isShown }) => isShown);
    for (const list of new Set(shown.map(({ listed }) => listed))) {
      const entries = judged.filter(({ listed, action }) => listed === list && !isStep(action.label));
      const at = entries.findIndex(({ isShown }) => isShown);
      const labels = entries.map(({ action }) => action.label);
      if (list !== null && new Set(labels).size === labels.length)
        this.#positions.note(document, number, list, { labels, at });
    }
  }

  /** What stands on a page twice does the same. */
  #sameAs({ target, reason }: Transition, base: Found): Transition {
    this.#totals.eventsSkipped++;
    return { ...base, target, reason: reason === 'queued' ? 'known' : reason };
  }

  #newTransition(
    base: Found,
    judged: Judged,
    visit: Waiting,
    born: Born[],
    index: Map<string, number>,
    rank: Rank | undefined,
  ): Transition {
    const { action, ord } = base;
    const { url } = judged;
    const priority = url === null ? 0 : rank?.(judged);
    if (priority === null) return { ...base, target: null, reason: 'irrelevant' };
    const spared = this.spared(action, url, visit, judged.kind);
    if (spared?.target != null) {
      this.#totals.instructionsUnique++;
      index.set(action.instruction.fingerprint, spared.target);
    }
    if (spared) return { ...base, ...spared };
    const view = url === null ? 0 : (this.#views?.rank(url, action.label, visit.url) ?? 0);
    if (view === null) {
      this.#totals.eventsSuspended++;
      return { ...base, target: null, reason: 'suspended' };
    }
    this.#totals.instructionsUnique++;
    const birth = { depth: visit.depth + 1, source: visit.number, document: visit.document };
    const newborn =
      url === null
        ? this.#numbers.state(action, ord, birth, judged)
        : this.#numbers.url(url, birth, judged.kind, (priority ?? 0) + view);
    born.push(newborn);
    index.set(action.instruction.fingerprint, newborn.page.number);
    return { ...base, target: newborn.page.number, reason: 'queued' };
  }

  #knownTransition(base: Found, judged: Judged, target: number, visit: Waiting, born: Born[]): Transition {
    if (judged.url !== null) return { ...base, target, reason: 'known' };
    const verdict = this.#presumptions.judge(judged, target, visit);
    if (verdict.kind === 'skip') {
      this.#totals.eventsSkipped++;
      return { ...base, target: verdict.target, reason: verdict.reason };
    }
    const birth = { depth: visit.depth + 1, source: visit.number, document: visit.document };
    const { page, waiting } = this.#numbers.state(base.action, base.ord, birth, judged);
    const { audit } = verdict;
    if (audit) this.#totals.eventsAudited++;
    born.push({ page, waiting: audit ? { ...waiting, audit } : waiting });
    return { ...base, target: page.number, reason: 'queued' };
  }

  /** Why a new instruction need not be followed: it leads back, goes on for ever, or never gives anything. */
  spared(
    action: Pick<Action, 'instruction' | 'xpath' | 'event' | 'value' | 'label'>,
    url: string | null,
    visit: Waiting,
    kind: string | null,
  ): Pick<Transition, 'target' | 'reason'> | null {
    const name = url === null ? classOf(action.instruction) : addressClass(url);
    if (this.#chains.isEndless(visit.number, name, visit.document)) {
      this.#totals.eventsSuspended++;
      return { target: null, reason: 'endless' };
    }
    const shape = shapeOf(action);
    const likes = {
      className: name ?? undefined,
      shape,
      label: actionWords(action),
      document: visit.document,
    };
    const suspended = this.suspended(url === null ? likes : null, kind);
    if (suspended) return suspended;
    if (url !== null || name === null || this.#settings.thorough === 1) return null;
    const target = this.#settings.dedupe === 'double' ? this.#returns.target(action, visit) : null;
    // A state between pages is no page that something can lead to.
    if (target === null || target < 0) return null;
    this.#totals.eventsSkipped++;
    return { target, reason: 'returns' };
  }

  /** The page that an address is another name of, by what was learned since it was queued; `null`: none. */
  async sameAddress(url: string): Promise<number | null> {
    const bare = this.#sessions.without(url);
    if (bare === url) return null;
    const { fingerprint } = urlInstruction(bare);
    return (await this.#indices.numbersOf([fingerprint])).get(fingerprint) ?? null;
  }

  /** Whether an address that waits shows only what others have shown. */
  isVain(url: string | null): boolean {
    return url !== null && this.#views?.leaves(url) === true;
  }

  /** What was fired often, or what the guide takes an action for, and is far from giving anything new. */
  suspended(likes: Likes | null, kind: string | null): Pick<Transition, 'target' | 'reason'> | null {
    const barren =
      this.#guidance.isBarren(kind) || (likes !== null && this.#yields.chance(likes) < this.#hopeless);
    if (!barren || this.#hopeless === 0) return null;
    this.#totals.unseen += likes === null ? 0 : this.#yields.chance(likes);
    this.#totals.eventsSuspended++;
    return { target: null, reason: 'suspended' };
  }

  /** The address that the document was redirected to names the same page. */
  async fileAddress(visit: Waiting, capture: Capture, index: Map<string, number>): Promise<void> {
    const url =
      visit.url === null || this.#settings.dedupe === 'none' ? null : normalizeUrl(capture.documentUrl);
    if (url === null || url === visit.url) return;
    const { fingerprint } = urlInstruction(this.#sessions.without(url));
    if (index.has(fingerprint)) return;
    if (!(await this.#indices.numbersOf([fingerprint])).has(fingerprint))
      index.set(fingerprint, visit.number);
  }

  /** What is known of where the actions of a state lead, for one that is passed through and not kept. */
  async glimpse(judged: readonly Judged[], source: number, document: number): Promise<readonly Transition[]> {
    const open = judged.filter(({ refused, url }) => refused === null && url === null);
    const known = await this.#indices.numbersOf(open.map(({ action }) => action.instruction.fingerprint));
    return judged.flatMap((one, ord): Transition[] => {
      const { action, refused, url, under } = one;
      const target = known.get(action.instruction.fingerprint);
      if (refused !== null || url !== null) return [];
      if (this.#liesUnder(one, target, document)) return [];
      if (target !== undefined) return [{ source, ord, action, target, reason: 'known' }];
      // What was never fired under what is chosen here.
      return under === '' ? [] : [{ source, ord, action, target: null, reason: 'unchanged' }];
    });
  }
}

/** Class of the step that leads to a page, for chains: addresses that differ in numbers alone are one. */
export function chainClass(visit: Waiting): string | null {
  return visit.url === null ? (visit.className ?? null) : addressClass(visit.url);
}

/** An address without its numbers. */
export function addressClass(url: string): string {
  return `address ${url.replace(/\d+/g, '#')}`;
}
