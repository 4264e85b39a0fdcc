import {
  type ClassAudits,
  classOf,
  classOfList,
  type Heeded,
  listedClass,
  listsAmong,
  namedFingerprint,
} from '../../identity/index.ts';
import type { Change, Page, SiteStore, Transition } from '../../model/index.ts';
import type { Via } from '../commit/step-updates.ts';
import type { Judged } from '../discover/gate.ts';
import type { Born, Numbers } from '../discover/numbers.ts';
import type { Atlas } from '../map/atlas.ts';
import type { Doubt } from '../map/doubts.ts';
import { contextOf, differing, type State, type States } from '../map/states.ts';
import { numberPassage } from '../navigate/passage.ts';
import type { PageQueue, Waiting } from '../order/queue.ts';

/** A transition that changes. */
export type Update = NonNullable<Change['updated']>[number];

/** Where one stands after firing, and whether that is where one stood before. */
export interface Landing {
  readonly page: number;
  readonly idle: boolean;
}

/** What a tested presumption changes, to be committed together with the visit that tested it. */
export interface Amends {
  readonly born: readonly Born[];
  readonly updated: readonly Update[];
  readonly merged: readonly { readonly number: number; readonly into: number }[];
  readonly instructions?: readonly { readonly fingerprint: string; readonly number: number }[];
  /** Pages that are reached by another way than was written down, and the states on it. */
  readonly ways?: Required<Pick<Change, 'queued' | 'transitions' | 'moved' | 'withdrawn'>>;
}

/** What is done about an action whose instruction is known already. */
export type PresumedVerdict =
  | { readonly kind: 'skip'; readonly target: number | null; readonly reason: 'known' | 'unchanged' }
  | { readonly kind: 'fire'; readonly audit?: NonNullable<Waiting['audit']> };

const none: Amends = { born: [], updated: [], merged: [] };

/**
 * What is believed of calls without firing them, and the tests that keep it honest (docs/decisions/01): a call
 * with its values written out leads to one page from anywhere in its document.
 */
export class Presumptions {
  readonly #site: SiteStore;
  readonly #queue: PageQueue;
  readonly #atlas: Atlas;
  readonly #audits: ClassAudits;
  readonly #numbers: Numbers;
  readonly #states: States;
  /** Numbers whose action changed nothing, with the page on which it was fired. */
  readonly #nowhere: Map<number, number>;
  /** Classes whose transitions were amended in this run. */
  readonly #amended = new Set<string>();
  readonly #keepClasses: () => Promise<void>;

  constructor(parts: {
    site: SiteStore;
    queue: PageQueue;
    atlas: Atlas;
    audits: ClassAudits;
    numbers: Numbers;
    nowhere: Map<number, number>;
    states: States;
    /** Keeps what is known of classes; as a note of the site where nothing is said. */
    keepClasses?: () => Promise<void>;
  }) {
    this.#keepClasses = parts.keepClasses ?? (() => parts.site.putNote('classes', parts.audits.save()));
    this.#states = parts.states;
    this.#site = parts.site;
    this.#queue = parts.queue;
    this.#atlas = parts.atlas;
    this.#audits = parts.audits;
    this.#numbers = parts.numbers;
    this.#nowhere = parts.nowhere;
  }

  /** Whether everything that is skipped is to be fired, as a test. */
  get testsAll(): boolean {
    return this.#audits.testsAll;
  }

  /** The instruction gate: an action is not fired, unless everything is to be tested. */
  judge({ action, listed, under }: Judged, target: number, visit: Waiting): PresumedVerdict {
    const name = action.instruction.scope === 'document' ? listed : null;
    const final = this.#atlas.resolve(target);
    const home = this.#nowhere.get(final);
    // More may be known of the class since this page was judged: then the presumption does not hold.
    if (name !== null && (this.#audits.isBound(name) || this.#audits.under(name) !== under))
      return { kind: 'fire' };
    const elsewhere = (home ?? final) !== visit.number;
    if (name !== null && elsewhere && this.#audits.testsAll && !this.#queue.isOpen(final, visit.document))
      return { kind: 'fire', audit: { name, expected: final } };
    if (home === undefined) return { kind: 'skip', target, reason: 'known' };
    return { kind: 'skip', target: null, reason: 'unchanged' };
  }

  /** Whether a call that changed nothing where it was fired is another name of that page. */
  namesItsPage({ className }: Waiting): boolean {
    return className !== undefined && this.#audits.returns(className) && !this.#audits.isBound(className);
  }

  /** An action that did nothing where it stood was fired elsewhere and led to a page: to that one? */
  async landed(name: string, fingerprint: string, page: number): Promise<Amends> {
    const number = (await this.#site.numbersOf([fingerprint])).get(fingerprint);
    const home = number === undefined ? undefined : this.#nowhere.get(this.#atlas.resolve(number));
    return home === undefined || home !== page ? none : this.#confirmReturn(name, []);
  }

  /** The action of a number changed nothing on the page on which it was fired. */
  wentNowhere(number: number, home: number): void {
    this.#nowhere.set(number, home);
  }

  /** A visit was a test: did it lead where it was presumed to? `steps` are the transitions that it changes. */
  async test(visit: Waiting, got: Landing, steps: readonly Update[]): Promise<Amends> {
    const name = visit.audit?.name ?? '';
    if (!visit.audit || this.#audits.isBound(name)) return none;
    const expected = this.#atlas.resolve(visit.audit.expected);
    const home = this.#nowhere.get(expected);
    const presumed = { page: home ?? expected, idle: home !== undefined };
    if (this.#atlas.resolve(got.page) === this.#atlas.resolve(presumed.page))
      return got.idle === presumed.idle ? none : this.#confirmReturn(name, steps);
    if ((got.idle && presumed.idle) || (await this.#isUndone(visit, got))) return none;
    const others = (await this.#differing(visit.source, expected)).filter((other) => other !== name);
    return this.fail(name, others, steps);
  }

  /** Classes of which something else was chosen on a page than where another was found. */
  async #differing(page: number, expected: number): Promise<readonly string[]> {
    const entry = (await this.#site.page(expected))?.entry;
    if (entry?.kind !== 'action') return [];
    const [here, there] = [await this.#states.of(page), await this.#states.of(entry.source)];
    return differing(here, there);
  }

  /** What opens and closes undoes what it did: it led back to where the page on which it stood came from. */
  async #isUndone({ source }: Waiting, got: Landing): Promise<boolean> {
    const entry = got.idle ? undefined : (await this.#site.page(source))?.entry;
    return entry?.kind === 'action' && this.#atlas.resolve(entry.source) === this.#atlas.resolve(got.page);
  }

  /**
   * A class of actions does not mean the same everywhere after all: something else of some classes was chosen. It
   * means one thing for each choice of those that explain it, or is bound to the page. What was skipped in the
   * belief is queued. The class is noted first: a crawl that is stopped before the rest is durable makes the test
   * once more, and amends again.
   */
  async fail(name: string, differing: readonly string[], steps: readonly Update[]): Promise<Amends> {
    this.#audits.fail(name, differing);
    const { doubts, undone, merged, ways } = await this.#mend(name);
    const all = [...steps, ...undone];
    const amends = await (this.#audits.isBound(name)
      ? this.#queueAgain(`fail ${name}`, name, all)
      : this.#splitByContext(name, all, doubts));
    return { ...amends, merged: [...merged, ...amends.merged], ways };
  }

  /**
   * What a class did belongs to what was chosen when it was fired: pages that it found under choices which nobody thought
   * to matter get the way on which these are made, and the steps that count as fired without them are to be fired.
   */
  async #mend(name: string) {
    const deciding = this.#audits.dependsOn(name);
    const doubts = this.#atlas.doubts(name, deciding);
    const undone: Update[] = [];
    const merged: { number: number; into: number }[] = [];
    const queued: Page[] = [];
    const transitions: Transition[] = [];
    const moved: (Via & { readonly number: number })[] = [];
    const withdrawn: Via[] = [];
    for (const { found, via, written, way } of doubts) {
      const passage = way(deciding);
      if (!passage || passage.through.length <= (written?.through.length ?? 0)) continue;
      if (via) undone.push({ ...via, target: found, reason: 'known' });
      const page = found === null ? null : await this.#site.page(found);
      if (page?.status !== 'kept') continue;
      // A step that was made for this page alone, beside the one that leads elsewhere as a rule, leads nowhere.
      const before = page.entry.kind === 'action' ? page.entry : null;
      const isOwn = before && (before.source !== via?.source || before.ord !== via.ord);
      if (isOwn && written?.through.length === 0) withdrawn.push({ source: before.source, ord: before.ord });
      const { entry, ...states } = numberPassage(passage, page, this.#numbers);
      queued.push(...states.queued);
      transitions.push(...states.transitions);
      merged.push(...states.merged);
      moved.push({ number: page.number, ...entry });
    }
    return { doubts, undone, merged, ways: { queued, transitions, moved, withdrawn } };
  }

  /** Repeats what a stopped run may have begun: amending what was presumed is done once more. */
  async takeUp(): Promise<readonly Amends[]> {
    const amends: Amends[] = [];
    for (const [name, { dependsOn, failed, returns }] of [...this.#audits.entries()]) {
      if (failed) amends.push(await this.#queueAgain(`fail ${name}`, name, []));
      else if (dependsOn.length > 0) amends.push(await this.#splitByContext(name, []));
      if (returns) amends.push(await this.#confirmReturn(name, []));
    }
    return amends;
  }

  /** Others have found out that classes do not mean what was presumed here: what was skipped meanwhile is amended. */
  async heed({ failed, returns }: Heeded): Promise<readonly Amends[]> {
    const amends: Amends[] = [];
    for (const name of failed)
      amends.push(
        await (this.#audits.isBound(name)
          ? this.#queueAgain(`fail ${name}`, name, [])
          : this.#splitByContext(name, [])),
      );
    for (const name of returns) amends.push(await this.#confirmReturn(name, []));
    return amends;
  }

  /**
   * Files the instructions of a class anew, under the choices that they depend on now: what was fired
   * under a choice holds for all pages with that choice, and the rest is queued once per choice.
   */
  async #splitByContext(
    name: string,
    steps: readonly Update[],
    doubts: readonly Doubt[] = [],
  ): Promise<Amends> {
    const classes = this.#audits.dependsOn(name);
    const again = doubts.map(({ via, found }) => `${via?.source} ${via?.ord} ${found}`).join();
    const all = await this.#transitionsOf(`fail ${name} ${this.#audits.under(name)} ${again}`, name, steps);
    const keyed = await Promise.all(
      all
        .filter(({ action }) => action.instruction.scope === 'document' && !action.meta?.hidden)
        .map(async (transition) => ({ transition, key: await this.#contextKey(transition, classes) })),
    );
    // What a stopped run has filed already stays.
    const filed = await this.#site.numbersOf([...new Set(keyed.map(({ key }) => key))]);
    const index = new Map<string, number>(filed);
    for (const { state, via, found } of doubts) {
      const transition = all.find(({ source, ord }) => source === via?.source && ord === via.ord);
      if (transition && found !== null) index.set(await this.#contextKey(transition, classes, state), found);
    }
    for (const { transition, key } of keyed) {
      const fired = transition.reason === 'fired' || transition.reason === 'shown';
      if (fired && transition.target !== null && !index.has(key)) index.set(key, transition.target);
    }
    const idle = new Set<string>();
    for (const { transition, key } of keyed) if (await this.#wasIdle(transition)) idle.add(key);
    const born: Born[] = [];
    const updated: Update[] = [];
    const merged: { number: number; into: number }[] = [];
    for (const { transition, key } of keyed) {
      const { source, ord, target: queued } = transition;
      if (transition.reason !== 'queued' || queued === null || !this.#queue.withdrawable(queued)) continue;
      const into = index.get(key);
      // What waits for its turn under this choice anyway is no test any more; else it is done already.
      if (into === undefined) index.set(key, queued);
      else if (into !== queued) {
        this.#queue.withdraw(queued);
        merged.push({ number: queued, into });
        updated.push({ source, ord, target: into, reason: 'known' });
      }
    }
    for (const { transition, key } of keyed) {
      if (transition.reason !== 'known' && transition.reason !== 'unchanged') continue;
      const { source, ord } = transition;
      const target = index.get(key);
      if (target !== undefined && transition.reason === 'known') {
        if (target !== transition.target) updated.push({ source, ord, target, reason: 'known' });
        continue;
      }
      if (target !== undefined || idle.has(key)) continue;
      const newborn = await this.#again(transition);
      if (!newborn) continue;
      born.push(newborn);
      index.set(key, newborn.page.number);
      updated.push({ source, ord, target: newborn.page.number, reason: 'queued' });
    }
    const instructions = [...index]
      .filter(([fingerprint]) => !filed.has(fingerprint))
      .map(([fingerprint, number]) => ({ fingerprint, number }));
    return { born, updated, merged, instructions };
  }

  async #contextKey(
    { source, action }: Transition,
    classes: readonly string[],
    state?: State,
  ): Promise<string> {
    const page = await this.#site.page(source);
    const root = page && (await this.#site.page(page.document));
    const address = root?.content?.address ?? (root?.entry.kind === 'url' ? root.entry.url : '');
    const context = contextOf(state ?? (await this.#states.of(source)), classes);
    return namedFingerprint(action.instruction, action.event, address.replace(/#.*/, ''), context);
  }

  /** Whether an action did nothing where it was fired; else it is presumed to do nothing. */
  async #wasIdle({ source, action, reason }: Transition): Promise<boolean> {
    if (reason !== 'unchanged') return reason === 'same';
    const { fingerprint } = action.instruction;
    const number = (await this.#site.numbersOf([fingerprint])).get(fingerprint);
    return number !== undefined && this.#nowhere.get(number) === source;
  }

  /** A number of its own for an action that was skipped. */
  async #again({ source, ord, action }: Transition): Promise<Born | null> {
    const page = await this.#site.page(source);
    if (!page) return null;
    const { document, depth } = page;
    return this.#numbers.state(action, ord, { source, document, depth: depth + 1 });
  }

  async #queueAgain(key: string, name: string, steps: readonly Update[]): Promise<Amends> {
    const born: Born[] = [];
    const updated = await this.#amend(key, name, 'known', steps, async (transition) => {
      if (transition.action.instruction.scope !== 'document') return null;
      const newborn = await this.#again(transition);
      if (!newborn) return null;
      born.push(newborn);
      const { source, ord } = transition;
      return { source, ord, target: newborn.page.number, reason: 'queued' };
    });
    return { born, updated, merged: [] };
  }

  /**
   * A call that changed nothing on one page leads there from another, as pagers do that link to the page
   * they stand on: such calls name that page, and do so from everywhere.
   */
  async #confirmReturn(name: string, steps: readonly Update[]): Promise<Amends> {
    this.#audits.confirmReturn(name);
    const homes = new Map<number, number>();
    const updated = await this.#amend(`return ${name}`, name, 'unchanged', steps, async (transition) => {
      const { fingerprint } = transition.action.instruction;
      const number = (await this.#site.numbersOf([fingerprint])).get(fingerprint);
      const home = number === undefined ? undefined : this.#nowhere.get(number);
      if (number === undefined || home === undefined) return null;
      homes.set(number, home);
      const { source, ord } = transition;
      return home === source ? null : { source, ord, target: home, reason: 'known' };
    });
    for (const number of homes.keys()) this.#nowhere.delete(number);
    return { born: [], updated, merged: [...homes].map(([number, into]) => ({ number, into })) };
  }

  /** Goes once through the transitions of a class that have a reason, as they will be after `steps`. */
  async #amend(
    key: string,
    name: string,
    reason: Transition['reason'],
    steps: readonly Update[],
    change: (transition: Transition) => Promise<Update | null>,
  ): Promise<readonly Update[]> {
    const updated: Update[] = [];
    for (const transition of await this.#transitionsOf(key, name, steps)) {
      const changed = transition.reason === reason ? await change(transition) : null;
      if (changed) updated.push(changed);
    }
    return updated;
  }

  /** The transitions of a class, as they will be after `steps`; none the second time that it is asked. */
  async #transitionsOf(key: string, name: string, steps: readonly Update[]): Promise<readonly Transition[]> {
    if (this.#amended.has(key)) return [];
    this.#amended.add(key);
    await this.#keepClasses();
    const found: Transition[] = [];
    for await (const transition of this.#ofClass(name)) {
      const { source, ord } = transition;
      const step = steps.find((each) => each.source === source && each.ord === ord);
      found.push({ ...transition, ...step });
    }
    return found;
  }

  /** The transitions of a class, or of one of its lists. */
  async *#ofClass(name: string): AsyncGenerator<Transition> {
    let page: Transition[] = [];
    for await (const transition of this.#site.allTransitions()) {
      if (page[0] && page[0].source !== transition.source) {
        yield* among(page, name);
        page = [];
      }
      page.push(transition);
    }
    yield* among(page, name);
  }
}

/** Those of the transitions of a page that are of a class, or of one of its lists. */
function among(page: readonly Transition[], name: string): readonly Transition[] {
  const own = page.filter(({ action }) => classOf(action.instruction) === classOfList(name));
  if (own.length === 0 || name === classOfList(name)) return own;
  const lists = listsAmong(own.map(({ action }) => action));
  return own.filter(({ action }) => listedClass(action, lists) === name);
}
