import type { ClassFact } from '../model/guide.ts';
import { type ClassRecord, orderOf, pairOf, testOf, unknownClass } from './class-record.ts';
import { fewestThatExplain } from './explain.ts';
import { classOfList } from './lists.ts';
import { contains, innermost, regionFrame } from './regions.ts';

/** Tests of a class against another in which nothing happened after which no other is made. */
const idleTests = 2;

/** Pages that two orders of choices have led to alike after which the order is believed not to matter. With 2, no page of `bench -- wild --only site/filters` and its like is lost, and a third of their events is spared. */
const ordersToBelieve = 2;

/** Failed tests of a class that are remembered: more of them say the same. */
const conflictsKept = 20;

/** Firings that all led back after which a class is known to lead back. */
const returnsToBelieve = 3;

/** Parts of the page remembered per class; one that changes more places than these changes anything. */
const regionsKept = 4;

/** How far skips are tested: as told by `--audit`. */
export type AuditShare = 'sample' | 'none' | 'all';

/**
 * Presumptions about classes of actions, kept honest. A class whose actions were presumed to lead to one
 * page from anywhere in their document, and did not, is bound to what is shown from then on.
 */
export class ClassAudits {
  readonly #classes: Map<string, ClassRecord>;
  readonly #share: AuditShare;
  readonly #picky: boolean;
  readonly #dependents = new Map<string, readonly string[]>();
  /** Classes that depend on others, or of which lists do. */
  readonly #dependent = new Set<string>();
  /** Classes that lead to the same from anywhere, as was found out before the crawl. */
  readonly #trusted = new Set<string>();

  /** `picky`: not all pages are wanted, and classes that gave none are not worth a test. */
  constructor(saved: string | null = null, share: AuditShare = 'sample', picky = false) {
    const known = saved ? (JSON.parse(saved) as [string, Partial<ClassRecord>][]) : [];
    this.#classes = new Map(known.map(([name, record]) => [name, { ...unknownClass, ...record }]));
    this.#share = share;
    this.#picky = picky;
    this.#relate();
  }

  /** Takes over what is known of classes already: they need no test. */
  trust(facts: readonly ClassFact[]): void {
    for (const { name, sameFromAnywhere, leadsHome } of facts) {
      if (sameFromAnywhere) this.#trusted.add(name);
      for (const text of leadsHome) {
        const back = returnsToBelieve;
        if (!this.isKnown(`text ${text}`)) this.#change(`text ${text}`, { fired: back, back });
      }
    }
  }

  /** Classes that are being tested at the moment: one tab is enough. */
  readonly testing = new Set<string>();

  /** Whether a list, or its whole class, means something else on each page. */
  isBound(name: string): boolean {
    return this.#record(name).failed || this.#record(classOfList(name)).failed;
  }

  /** Whether everything that is skipped is to be fired, as a test. */
  get testsAll(): boolean {
    return this.#share === 'all';
  }

  /**
   * Classes that have another choice than when this class was fired, and that it was not tested against yet. One test
   * tells about all of them: where it holds, the class depends on none.
   */
  untold(name: string, differing: readonly string[]): readonly string[] {
    if (this.#share !== 'sample' || !this.#isTestable(name)) return [];
    return differing.filter((other) => this.#isOpen(name, other));
  }

  /**
   * Whether a test against some classes is worth making at once: one of them changes what this one changes. Without it
   * the app of a wizard showed 7 of 8 pages.
   */
  isTelling(name: string, untold: readonly string[]): boolean {
    return this.hasGiven(classOfList(name)) && untold.some((other) => this.#isNear(name, other));
  }

  /** Whether what a class shows may depend on something: an address is the same from everywhere. */
  #isTestable(name: string): boolean {
    const { failed, idled } = this.#record(name);
    const whose = classOfList(name);
    if (failed || whose === 'route' || this.#trusted.has(whose) || this.#isUseless(whose)) return false;
    // What never did anything may do something where more is chosen: it is tried once.
    return !this.#isIdle(whose) || idled === 0;
  }

  #isOpen(name: string, other: string): boolean {
    const whose = classOfList(other);
    if (this.#isIdle(whose) && !this.#record(whose).marks) return false;
    const { tested, idled } = this.#record(testOf(name, other));
    return tested === 0 && idled < idleTests;
  }

  /** Whether a class was fired and changed nothing: nothing can depend on it, unless it marks something. */
  #isIdle(name: string): boolean {
    const { fired, fresh, regions } = this.#record(name);
    return fired > 0 && fresh === 0 && regions.length === 0;
  }

  /** Whether two classes change parts of the page of which one contains the other. */
  #isNear(name: string, other: string): boolean {
    if (name === other) return false;
    const [mine, theirs] = [name, other].map((each) => innermost(this.#record(each).regions));
    return (mine ?? []).some((one) => theirs?.some((its) => contains(one, its) || contains(its, one)));
  }

  /** Whether a class was fired and gave nothing that is wanted. */
  #isUseless(name: string): boolean {
    const { fired, fresh } = this.#record(name);
    return this.#picky && fired > 0 && fresh === 0;
  }

  /**
   * A test held: the class does not depend on what was chosen otherwise. One in which nothing happened (`idle`), or of
   * which nothing can be said (`unclear`), tells little.
   */
  held(name: string, differing: readonly string[], kind: 'same' | 'idle' | 'unclear' = 'same'): void {
    for (const other of differing) {
      const key = testOf(name, other);
      const { tested, idled } = this.#record(key);
      this.#change(key, kind === 'same' ? { tested: tested + 1 } : { idled: idled + 1 });
    }
    const { tested, idled } = this.#record(name);
    if (kind === 'idle') this.#change(name, { idled: idled + 1 });
    else if (kind === 'same' && differing.some((other) => other !== name))
      this.#change(name, { tested: tested + 1 });
  }

  /**
   * A class did not lead where it was presumed to, where something else of some classes was chosen: one of them
   * decides what it means. It depends from now on on the fewest that explain all such cases. Of those that explain as
   * much, the one is taken of which the fewest tests held, then the one named first; a later case can show that it was
   * another. Where nothing else was chosen, it is bound to the page.
   */
  fail(name: string, differing: readonly string[] = []): void {
    const others = differing.filter((other) => other !== name);
    if (differing.length === 0) this.#change(name, { failed: true });
    else this.#explain(name, others.length === 0 ? differing : others);
  }

  /** One of some lists decides what a list means: it may be itself, by what was chosen of it before. */
  #explain(name: string, differing: readonly string[]): void {
    const known = this.#record(name).conflicts.map((each) => each.split('\n'));
    // What one of few decides is decided by one of more, too.
    if (known.some((each) => each.every((other) => differing.includes(other)))) return;
    const wider = (each: readonly string[]) => differing.every((other) => each.includes(other));
    const cases = [...known.filter((each) => !wider(each)), differing].slice(-conflictsKept);
    const conflicts = cases.map((each) => each.join('\n'));
    const held = (other: string) => this.#record(testOf(name, other)).tested;
    const dependsOn = fewestThatExplain(cases, (one, other) => held(one) - held(other));
    this.#change(name, { tested: 0, conflicts, dependsOn });
    this.#relate();
  }

  /** Lists, and classes, that depend on what is chosen of a list or class. */
  dependents(name: string): readonly string[] {
    return this.#dependents.get(name) ?? [];
  }

  /**
   * Lists that depend on each other were chosen from in another order, and it led to the same page or not. What is
   * chosen of them decides alone, as long as the order was never seen to.
   */
  noteOrder(lists: readonly string[], same: boolean): void {
    const name = orderOf(lists);
    const { tested } = this.#record(name);
    this.#change(name, same ? { tested: tested + 1 } : { failed: true });
  }

  /** Whether the order in which some lists are chosen from does not matter. */
  isOrderless(lists: readonly string[]): boolean {
    const { tested, failed } = this.#record(orderOf(lists));
    return this.#share !== 'all' && !failed && tested >= ordersToBelieve;
  }

  /** By class, those that depend on it. */
  #relate(): void {
    this.#dependents.clear();
    this.#dependent.clear();
    for (const [name, { dependsOn }] of this.#classes) {
      if (dependsOn.length > 0) this.#dependent.add(classOfList(name));
      for (const other of new Set(dependsOn.flatMap((list) => [list, classOfList(list)])))
        this.#dependents.set(other, [...(this.#dependents.get(other) ?? []), name]);
    }
  }

  /** Whether a class, or one of its lists, is known to depend on anything. */
  mayDepend(className: string): boolean {
    return this.#dependent.has(className);
  }

  /** Classes whose latest choice decides what a class leads to. */
  dependsOn(name: string): readonly string[] {
    return this.#record(name).dependsOn;
  }

  /** The same in one text. */
  under(name: string): string {
    return this.dependsOn(name).join('\n');
  }

  /** Whether a call that changed nothing on one page was fired on another, or need not be. */
  isIdleTested(name: string): boolean {
    return this.#share !== 'sample' || this.#record(name).returns || this.isKnown(`idle ${name}`);
  }

  countIdleTest(name: string): void {
    this.count(`idle ${name}`, false);
  }

  /** Whether a call that changed nothing on one page leads to that page from the others. */
  returns(name: string): boolean {
    return this.#record(name).returns;
  }

  confirmReturn(name: string): void {
    this.#change(name, { returns: true });
  }

  /** Counts a firing, whether it gave a new page, and whether it led back to where one came from. */
  count(name: string, fresh: boolean, back = false): void {
    const record = this.#record(name);
    this.#change(name, {
      fired: record.fired + 1,
      fresh: record.fresh + (fresh ? 1 : 0),
      back: record.back + (back ? 1 : 0),
    });
  }

  /** Takes note of whether a handler answered a click on a link by itself. */
  noteLink(name: string, link: 'route' | 'plain'): void {
    if ((this.#record(name).link ?? 'plain') === 'plain') this.#change(name, { link });
  }

  /** The addresses of links that a handler answers were seen to show the same when they are read. */
  noteAddress(name: string): void {
    this.#change(name, { link: 'address' });
  }

  /** Whether links are as good as addresses, though a handler answers them. */
  isAddress(name: string): boolean {
    return this.#record(name).link === 'address';
  }

  /** Whether a handler was seen to leave its links to the browser, or does not matter. */
  isPlainLink(name: string): boolean {
    return this.#record(name).link === 'plain' || this.isAddress(name);
  }

  /** Takes note of the part of the page that a firing changed. */
  noteRegion(name: string, path: string): void {
    const { regions } = this.#record(name);
    // A change all over the page says nothing of where the class is at home.
    if (regions.includes(path) || /^\/HTML(?:\/BODY\[1\])?$/.test(path)) return;
    this.#change(name, { regions: [...regions, path].slice(-regionsKept - 2) });
  }

  /** Takes note that a firing marked something: others may depend on it. */
  noteMarks(name: string): void {
    if (!this.#record(name).marks) this.#change(name, { marks: true });
  }

  /**
   * Parts of the page that a class changes, in the frame of one of its elements where that is given; `null`
   * where they are too many to depend on.
   */
  regionsOf(name: string, xpath?: string): readonly string[] | null {
    const own = innermost(this.#record(name).regions);
    if (own.length > regionsKept) return null;
    return xpath === undefined ? own : own.filter((region) => regionFrame(region) === regionFrame(xpath));
  }

  /**
   * Whether what was counted under a name is known to lead back to where one came from, so that it need not
   * be fired; counts that it is not. The tenth, thirtieth, hundredth … is owed a test.
   */
  leadsBack(name: string): boolean {
    if (!this.believesReturn(name)) return false;
    const { spared, owed } = this.#record(name);
    const due = this.#share === 'sample' && isMilestone(spared + 1);
    this.#change(name, { spared: spared + 1, owed: owed + (due ? 1 : 0) });
    return true;
  }

  /** The same, without counting anything. */
  believesReturn(name: string): boolean {
    const { fired, back, fresh } = this.#record(name);
    if (back === 0 || back < fired || fresh > 0 || this.#share === 'all') return false;
    return back + this.#undone(name) >= returnsToBelieve;
  }

  /** Times that a step was taken back, where that is done by the class that it takes back itself. */
  #undone(name: string): number {
    const [, one, other] = /^(.*) from (.*)$/s.exec(name) ?? [];
    if (one === undefined || other === undefined || one === other) return 0;
    const { fired, back, fresh } = this.#record(pairOf(other, one));
    return fresh > 0 || back < fired ? 0 : back;
  }

  /** Whether the belief that a class leads back is due for a test. */
  owesTest(name: string): boolean {
    return this.#record(name).owed > 0 && this.believesReturn(name);
  }

  payTest(name: string): void {
    const { owed } = this.#record(name);
    if (owed > 0) this.#change(name, { owed: owed - 1 });
  }

  /** Whether something was skipped in the belief that it leads back. */
  hasSpared(name: string): boolean {
    return this.#record(name).spared > 0;
  }

  /** Whether a class has given anything new. */
  hasGiven(name: string): boolean {
    return this.#record(name).fresh > 0;
  }

  isKnown(name: string): boolean {
    return this.#classes.has(name);
  }

  /** Classes that are suspended or lead back, with their figures, for the report. */
  entries(): Iterable<[string, ClassRecord]> {
    return this.#classes.entries();
  }

  /** Takes over what all workers know together; tells which of the presumptions held here are thereby changed. */
  adopt(saved: string): Heeded {
    const before = new Map(this.#classes);
    const believed = [...before.keys()].filter((name) => this.hasSpared(name) && this.believesReturn(name));
    this.#classes.clear();
    for (const [name, record] of JSON.parse(saved) as [string, Partial<ClassRecord>][])
      this.#classes.set(name, { ...unknownClass, ...record });
    this.#relate();
    const grew = (is: (now: ClassRecord, was: ClassRecord) => boolean) =>
      [...this.#classes].flatMap(([name, now]) => (is(now, before.get(name) ?? unknownClass) ? [name] : []));
    return {
      failed: grew((now, was) => (now.failed && !was.failed) || `${now.dependsOn}` !== `${was.dependsOn}`),
      returns: grew((now, was) => now.returns && !was.returns),
      disproved: believed.some((name) => !this.believesReturn(name)),
    };
  }

  save(): string {
    return JSON.stringify([...this.#classes]);
  }

  #record(name: string): ClassRecord {
    return this.#classes.get(name) ?? unknownClass;
  }

  #change(name: string, change: Partial<ClassRecord>): void {
    this.#classes.set(name, { ...this.#record(name), ...change });
  }
}

/** What others have found out about presumptions that were held here until now. */
export interface Heeded {
  /** Classes that do not mean the same everywhere. */
  readonly failed: readonly string[];
  /** Classes whose calls name the page on which they do nothing. */
  readonly returns: readonly string[];
  /** Whether something was skipped in the belief that it leads back, which does not hold. */
  readonly disproved: boolean;
}

/** 10, 30, 100, 300, 1000, … */
function isMilestone(count: number): boolean {
  const magnitude = 10 ** Math.floor(Math.log10(count));
  return count >= 10 && (count === magnitude || count === 3 * magnitude);
}
