import { type ClassAudits, classOf, type Heeded, namedFingerprint } from '../../identity/index.ts';
import type { Action, Change, SiteStore, Transition } from '../../model/index.ts';
import type { Born, Numbers } from '../discover/numbers.ts';
import type { Atlas } from '../map/atlas.ts';
import { contextOf, type State, type States } from '../map/states.ts';
import type { PageQueue, Waiting } from '../order/queue.ts';

/** A transition that changes. */
export type Update = NonNullable<Change['updated']>[number];

/** Where one stands after firing, and whether that is where one stood before. */
export interface Landing {
  readonly page: number;
  readonly idle: boolean;
}

/** A test whose result is known before what it is to be compared with. */
export interface OpenTest {
  readonly name: string;
  /** The page presumed, still to be visited. */
  readonly expected: number;
  readonly got: Landing;
  /** Class that led to the page on which it was made, where that is known. */
  readonly origin?: string;
  /** The page on which it was made. */
  readonly on?: number;
}

/** What was chosen on two pages on which a class has led to different ones. */
interface Contrast {
  readonly here: State;
  readonly there: State;
}

/** What a tested presumption changes, to be committed together with the visit that tested it. */
export interface Amends {
  readonly born: readonly Born[];
  readonly updated: readonly Update[];
  readonly merged: readonly { readonly number: number; readonly into: number }[];
  readonly instructions?: readonly { readonly fingerprint: string; readonly number: number }[];
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
  #openTests: readonly OpenTest[];
  readonly #keepClasses: () => Promise<void>;

  constructor(parts: {
    site: SiteStore;
    queue: PageQueue;
    atlas: Atlas;
    audits: ClassAudits;
    numbers: Numbers;
    nowhere: Map<number, number>;
    openTests: readonly OpenTest[];
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
    this.#openTests = parts.openTests;
  }

  /** The instruction gate: an action is not fired, unless its class's presumption is still to be tested. */
  judge({ instruction }: Action, target: number, visit: Waiting, under: number): PresumedVerdict {
    const name = instruction.scope === 'document' ? classOf(instruction) : null;
    const final = this.#atlas.resolve(target);
    const home = this.#nowhere.get(final);
    // More may be known of the class since this page was judged: then the presumption does not hold.
    if (name !== null && !this.isTest({ name, expected: final, under })) return { kind: 'fire' };
    const elsewhere = (home ?? final) !== visit.number;
    const origin = visit.className ?? '';
    if (name !== null && elsewhere && this.#audits.wantsAudit(name, origin))
      return {
        kind: 'fire',
        audit: { name, expected: final, origin, under: this.#audits.dependsOn(name).length },
      };
    if (home === undefined) return { kind: 'skip', target, reason: 'known' };
    return { kind: 'skip', target: null, reason: 'unchanged' };
  }

  /** Whether what was presumed of a class when a test was planned is still presumed. */
  isTest({ name, under = 0 }: NonNullable<Waiting['audit']>): boolean {
    return !this.#audits.isBound(name) && this.#audits.dependsOn(name).length === under;
  }

  /** Whether a call that changed nothing where it was fired is another name of that page. */
  namesItsPage({ className }: Waiting): boolean {
    return className !== undefined && this.#audits.returns(className) && !this.#audits.isBound(className);
  }

  /** The page on which the action of a number changed nothing. */
  homeOf(number: number): number | undefined {
    return this.#nowhere.get(number);
  }

  /** An action that did nothing where it stood was fired elsewhere and led to a page: to that one? */
  async landed(name: string, number: number, page: number): Promise<Amends> {
    const home = this.#nowhere.get(this.#atlas.resolve(number));
    return home === undefined || home !== page ? none : this.#confirmReturn(name, []);
  }

  /** Whether a class was found in this run to name the pages on which it does nothing, and all was amended. */
  returned(name: string): boolean {
    return this.#amended.has(`return ${name}`);
  }

  /** A visit that shows nothing of its own decides no test, and leaves none waiting for it. */
  async undecided(visit: Waiting): Promise<Amends> {
    this.#openTests = this.#openTests.filter((test) => test.expected !== visit.number);
    if (visit.audit) this.#tested(visit.audit);
    return none;
  }

  #tested({ name, origin }: NonNullable<Waiting['audit']>, idle = false): void {
    if (origin !== undefined) this.#audits.noteTest(name, origin, idle);
  }

  /** The action of a number changed nothing on the page on which it was fired. */
  wentNowhere(number: number, home: number): void {
    this.#nowhere.set(number, home);
  }

  /**
   * Tests that a visit decides: its own, and those that waited to see where its number leads. `steps` are
   * the transitions that the visit changes.
   */
  async test(visit: Waiting, got: Landing, steps: readonly Update[]): Promise<Amends> {
    const decided = this.#openTests.filter((test) => test.expected === visit.number);
    this.#openTests = this.#openTests.filter((test) => test.expected !== visit.number);
    const amends: Amends[] = [];
    for (const { name, origin, on, got: other } of decided) {
      const contrast = on === undefined ? null : await this.#between(on, visit.source);
      amends.push(await this.#compare({ name, origin, contrast }, other, got, steps));
    }
    if (visit.audit && this.isTest(visit.audit)) {
      const { name, origin } = visit.audit;
      this.#tested(visit.audit, got.idle);
      const expected = this.#atlas.resolve(visit.audit.expected);
      const home = this.#nowhere.get(expected);
      if (this.#queue.isOpen(expected, visit.document))
        this.#openTests = [
          ...this.#openTests,
          { name, expected, got, on: visit.source, ...(origin !== undefined && { origin }) },
        ];
      else {
        const presumed = { page: home ?? expected, idle: home !== undefined };
        const same = this.#atlas.resolve(got.page) === this.#atlas.resolve(presumed.page);
        if (same || !(await this.#isUndone(visit, got)))
          amends.push(
            await this.#compare(
              { name, origin, contrast: await this.contrast(await this.#states.of(visit.source), expected) },
              got,
              presumed,
              steps,
            ),
          );
      }
    }
    return {
      born: amends.flatMap(({ born }) => born),
      updated: amends.flatMap(({ updated }) => updated),
      merged: amends.flatMap(({ merged }) => merged),
      instructions: amends.flatMap(({ instructions = [] }) => instructions),
    };
  }

  /** What opens and closes undoes what it did: it led back to where the page on which it stood came from. */
  async #isUndone({ source }: Waiting, got: Landing): Promise<boolean> {
    const entry = got.idle ? undefined : (await this.#site.page(source))?.entry;
    return entry?.kind === 'action' && this.#atlas.resolve(entry.source) === this.#atlas.resolve(got.page);
  }

  /**
   * A class of actions does not mean the same everywhere after all. Where the class that led to the page
   * explains it (a page number under another tab), it means one thing for each choice of that class; else
   * it is bound to the page. What was skipped in the belief is queued. The class is noted first: a crawl
   * that is stopped before the rest is durable makes the test once more, and amends again.
   */
  async fail(
    name: string,
    origin: string | undefined,
    steps: readonly Update[],
    contrast: Contrast | null,
  ): Promise<Amends> {
    this.#audits.fail(name, contrast ? this.#blamed(name, origin, contrast) : origin);
    if (this.#audits.isBound(name)) return this.#queueAgain(`fail ${name}`, name, steps);
    return this.#splitByContext(name, steps);
  }

  /** What was chosen where something presumed was fired, beside what was chosen where its target had been found. */
  async contrast(here: State, expected: number): Promise<Contrast | null> {
    const entry = (await this.#site.page(this.#atlas.resolve(expected)))?.entry;
    return entry?.kind === 'action' ? { here, there: await this.#states.of(entry.source) } : null;
  }

  async #between(one: number, other: number): Promise<Contrast> {
    return { here: await this.#states.of(one), there: await this.#states.of(other) };
  }

  /**
   * The class whose choice explains that another leads elsewhere: of those of which something else was chosen on the
   * two pages, the one with most to choose from (the item of a list, where a button beside the list shows what
   * belongs to it). Where nothing differs, the one that led there.
   */
  #blamed(name: string, origin: string | undefined, { here, there }: Contrast): string | undefined {
    const known = new Set([name, ...this.#audits.dependsOn(name)]);
    const differing = Object.keys({ ...there, ...here }).filter(
      (each) => here[each] !== there[each] && !known.has(each),
    );
    const choices = (each: string) => this.#states.choicesOf(each);
    return differing.toSorted((one, other) => choices(other) - choices(one))[0] ?? origin;
  }

  /** Repeats what a stopped run may have begun: filing anew what depends on choices is done once more. */
  async takeUp(): Promise<readonly Amends[]> {
    const amends: Amends[] = [];
    for (const [name, { dependsOn, failed }] of [...this.#audits.entries()])
      if (dependsOn.length > 0 && !failed) amends.push(await this.#splitByContext(name, []));
    return amends;
  }

  /** Tests that wait for pages which this worker has taken over. */
  await(tests: readonly OpenTest[]): void {
    const known = new Set(this.#openTests.map((test) => JSON.stringify(test)));
    this.#openTests = [...this.#openTests, ...tests.filter((test) => !known.has(JSON.stringify(test)))];
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
  async #splitByContext(name: string, steps: readonly Update[]): Promise<Amends> {
    const classes = this.#audits.dependsOn(name);
    const all = await this.#transitionsOf(`fail ${name} ${classes.join(' ')}`, name, steps);
    const keyed = await Promise.all(
      all
        .filter(({ action }) => action.instruction.scope === 'document')
        .map(async (transition) => ({ transition, key: await this.#contextKey(transition, classes) })),
    );
    // What a stopped run has filed already stays.
    const filed = await this.#site.numbersOf([...new Set(keyed.map(({ key }) => key))]);
    const index = new Map<string, number>(filed);
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
      // What was presumed to do nothing, because it does nothing elsewhere, has not been fired under this choice either.
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

  async #contextKey({ source, action }: Transition, classes: readonly string[]): Promise<string> {
    const page = await this.#site.page(source);
    const root = page && (await this.#site.page(page.document));
    const address = root?.content?.address ?? (root?.entry.kind === 'url' ? root.entry.url : '');
    const context = contextOf(await this.#states.of(source), classes);
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
      const newborn = await this.#again(transition);
      if (!newborn) return null;
      born.push(newborn);
      const { source, ord } = transition;
      return { source, ord, target: newborn.page.number, reason: 'queued' };
    });
    return { born, updated, merged: [] };
  }

  /** What does nothing on either page agrees with itself; else both must lead to one page. */
  async #compare(
    {
      name,
      origin,
      contrast,
    }: { readonly name: string; readonly origin: string | undefined; readonly contrast: Contrast | null },
    one: Landing,
    other: Landing,
    steps: readonly Update[],
  ): Promise<Amends> {
    if (this.#atlas.resolve(one.page) === this.#atlas.resolve(other.page))
      return one.idle === other.idle ? none : this.#confirmReturn(name, steps);
    return one.idle && other.idle ? none : this.fail(name, origin, steps, contrast);
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
    for await (const transition of this.#site.allTransitions()) {
      if (classOf(transition.action.instruction) !== name) continue;
      const { source, ord } = transition;
      const step = steps.find((each) => each.source === source && each.ord === ord);
      found.push({ ...transition, ...step });
    }
    return found;
  }
}
