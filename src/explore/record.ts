import type { CrawlSettings } from '../config/settings.ts';
import { printAt } from '../dom/canonical.ts';
import type { VolatileMask } from '../dom/mask.ts';
import { visibleText } from '../dom/text.ts';
import { normalizeUrl, type Sessions } from '../frontier/index.ts';
import { type ClassAudits, classOf, ownPath, stepFingerprint, urlInstruction } from '../identity/index.ts';
import type { Capture, Change, CrawlListener, DocumentTree, SiteStore, Transition } from '../model/index.ts';
import type { Atlas } from './atlas.ts';
import type { Judged } from './gate.ts';
import type { Lineages } from './lineage.ts';
import type { Born, Numbers } from './numbers.ts';
import { numberPassage, type Passage } from './passage.ts';
import type { Amends, Presumptions, Update } from './presumptions.ts';
import type { PageQueue, Waiting } from './queue.ts';
import type { Returns } from './returns.ts';
import type { Counting } from './totals.ts';

/** What recording a visit came to. */
export type Recorded =
  | {
      readonly kind: 'kept';
      readonly number: number;
      readonly title: string;
      readonly address: string;
      readonly transitions: readonly Transition[];
    }
  | {
      readonly kind: 'merged';
      readonly number: number;
      readonly into: number;
      /** The page it led to was not known before: an address that waits for its visit now. */
      readonly fresh: boolean;
    }
  | { readonly kind: 'unchanged'; readonly number: number }
  /** It shows what other pages show in the same places, or changed slightly; `of` is the page it is like. */
  | {
      readonly kind: 'alike';
      readonly number: number;
      readonly of: number;
      readonly reason: 'product' | 'slight';
    };

/** The step that was fired to get somewhere. */
export interface Via {
  readonly source: number;
  readonly ord: number;
}

/**
 * Numbers pages and keeps the two indices (PND, dAjaxCrawling algorithm 2). One visit is one transaction;
 * what is in memory changes only after it is durable. Calls must not overlap: the explorer's lock sees
 * to that.
 */
export class Recorder {
  readonly #site: SiteStore;
  readonly #settings: CrawlSettings;
  readonly #queue: PageQueue;
  readonly #atlas: Atlas;
  readonly #audits: ClassAudits;
  readonly #totals: Counting;
  readonly #numbers: Numbers;
  readonly #presumptions: Presumptions;
  readonly #returns: Returns;
  readonly #lineages: Lineages;
  readonly #sessions: Sessions;
  readonly #listen: CrawlListener;

  constructor(parts: {
    site: SiteStore;
    settings: CrawlSettings;
    queue: PageQueue;
    atlas: Atlas;
    audits: ClassAudits;
    totals: Counting;
    numbers: Numbers;
    presumptions: Presumptions;
    returns: Returns;
    lineages: Lineages;
    sessions: Sessions;
    listen: CrawlListener;
  }) {
    this.#site = parts.site;
    this.#settings = parts.settings;
    this.#queue = parts.queue;
    this.#atlas = parts.atlas;
    this.#audits = parts.audits;
    this.#totals = parts.totals;
    this.#numbers = parts.numbers;
    this.#presumptions = parts.presumptions;
    this.#returns = parts.returns;
    this.#lineages = parts.lineages;
    this.#sessions = parts.sessions;
    this.#listen = parts.listen;
  }

  /** Numbers the seeds. */
  async seed(urls: readonly string[]): Promise<void> {
    const instructions = urls.map((url) => urlInstruction(this.#sessions.without(url)));
    const known = await this.#site.numbersOf(instructions.map((instruction) => instruction.fingerprint));
    const born: Born[] = [];
    const index: { fingerprint: string; number: number }[] = [];
    for (const [at, url] of urls.entries()) {
      const print = instructions[at]?.fingerprint as string;
      if (known.has(print) || index.some((entry) => entry.fingerprint === print)) continue;
      const newborn = this.#numbers.url(url, { depth: 0, source: -1 });
      born.push(newborn);
      index.push({ fingerprint: print, number: newborn.page.number });
    }
    await this.#commit({ instructions: index }, born);
  }

  /** Makes sure that what an earlier run found out about classes of actions was followed up. */
  async takeUp(): Promise<void> {
    for (const amends of await this.#presumptions.takeUp()) await this.#commit({}, [], amends);
  }

  /** The content number of a fingerprint, unless contents are not compared. */
  async knownContent(fingerprint: string): Promise<number | null> {
    return this.#settings.dedupe === 'none' ? null : this.#site.numberOfContent(fingerprint);
  }

  /** New content: the page is born, its actions are numbered (PND), its address is filed. */
  async keep(
    visit: Waiting,
    via: Via | null,
    capture: Capture,
    judged: readonly Judged[],
    passage: Passage | null = null,
  ): Promise<Recorded> {
    const behind =
      passage && passage.through.length > 0 ? numberPassage(passage, visit, this.#numbers) : null;
    const steps = via === null || behind ? opened(visit) : fired(visit, via, visit.number);
    if (visit.audit) this.#totals.wrongSkips++;
    const amends = await this.#presumptions.test(visit, { page: visit.number, idle: false }, steps);
    if (behind) {
      const { entry, ...states } = behind;
      const kept = await this.#keep(visit, capture, judged, { ...states, updated: steps }, amends, entry);
      for (const { number, into } of states.merged) this.#atlas.noteMerge(number, into);
      return kept;
    }
    const other =
      via !== null && visit.ord !== null && (via.source !== visit.source || via.ord !== visit.ord);
    return this.#keep(visit, capture, judged, { updated: steps }, amends, other ? via : null);
  }

  /**
   * Nothing but what other pages show in the same places, or a slight change of the page it came from: no
   * page of its own, and no sign that skipping it would have been wrong.
   */
  async alike(visit: Waiting, via: Via, of: number, reason: 'product' | 'slight'): Promise<Recorded> {
    const into = reason === 'slight' && of === via.source ? null : of;
    const updated = fired(visit, via, into).map((step) => ({ ...step, reason }));
    const amends = await this.#presumptions.undecided(visit);
    if (into === null) {
      await this.#commit({ unchanged: [visit.number], updated }, [], amends);
      this.#presumptions.wentNowhere(visit.number, via.source);
    } else {
      this.#totals.duplicates++;
      await this.#commit({ merged: [{ number: visit.number, into }], updated }, [], amends);
      this.#atlas.noteMerge(visit.number, into);
    }
    return { kind: 'alike', number: visit.number, of, reason };
  }

  /**
   * Whether a test may be left out: its class was tested before and held, and what it would show of actions
   * that did nothing (do they name the page on which they stood?) is known too.
   */
  mayDrop(audit: NonNullable<Waiting['audit']>): boolean {
    const { name, expected, origin } = audit;
    if (origin === undefined || !this.isTest(audit) || !this.#audits.isTested(name, origin)) return false;
    const final = this.#atlas.resolve(expected);
    return this.#presumptions.homeOf(final) === undefined || this.#presumptions.returned(name);
  }

  /**
   * What waits is judged anew when its turn comes: since it was queued, its class may have been found to
   * lead back, or never to give anything. Gives whether nothing is left to visit.
   */
  async spare(visit: Waiting): Promise<boolean> {
    const { number, source, ord, document, className } = visit;
    if (ord === null || className === undefined || visit.audit || visit.route) return false;
    const action = (await this.#site.transitions(source)).find((found) => found.ord === ord)?.action;
    const stands = this.#atlas.standing(document, source);
    if (!action || !stands) return false;
    const spared = this.#spared({ source, ord, action }, null, { ...visit, ...stands, number: source });
    if (!spared) return false;
    const { target, reason } = spared;
    const updated: Update[] = [{ source, ord, target, reason }];
    const gone = target === null ? { unchanged: [number] } : { merged: [{ number, into: target }] };
    await this.#commit({ ...gone, updated }, []);
    if (target === null) this.#presumptions.wentNowhere(number, source);
    else this.#atlas.noteMerge(number, target);
    this.#atlas.redirectTo(source, ord, target);
    return true;
  }

  /**
   * A step that was taken as depending on the whole page is judged anew, now that it is known which part
   * of it its class changes: the same part on another page makes it the same step. Gives whether nothing
   * is left to visit.
   */
  async narrow(visit: Waiting, document: DocumentTree, mask: VolatileMask | null): Promise<boolean> {
    const { number, source, ord } = visit;
    const fingerprint = await this.#stepPrint(visit, document, mask);
    if (fingerprint === null || ord === null) return false;
    const into = (await this.#site.numbersOf([fingerprint])).get(fingerprint);
    // From states between pages, which show the same part, it can be reached too then.
    if (into === undefined) await this.#commit({ instructions: [{ fingerprint, number }] }, []);
    const target = into === undefined ? number : this.#atlas.resolve(into);
    if (target === number) return false;
    await this.#skip({ number, source, ord }, target);
    return true;
  }

  /** A waiting page is not visited: its number becomes another name of the page that it is presumed to be. */
  async #skip(visit: Via & { readonly number: number }, target: number): Promise<void> {
    const { number, source, ord } = visit;
    this.#totals.eventsSkipped++;
    const updated: Update[] = [{ source, ord, target, reason: 'known' }];
    await this.#commit({ merged: [{ number, into: target }], updated }, []);
    this.#atlas.noteMerge(number, target);
    this.#atlas.presume(source, ord);
  }

  /** A step was fired where a document was shown: the same part of another page makes it the same step. */
  async fileStep(visit: Waiting, document: DocumentTree, mask: VolatileMask | null): Promise<void> {
    const fingerprint = await this.#stepPrint(visit, document, mask);
    if (fingerprint === null || (await this.#site.numbersOf([fingerprint])).has(fingerprint)) return;
    await this.#commit({ instructions: [{ fingerprint, number: visit.number }] }, []);
  }

  /** Fingerprint of a step by the part of the page that its class changes; `null` where that is not known. */
  async #stepPrint(
    visit: Waiting,
    document: DocumentTree,
    mask: VolatileMask | null,
  ): Promise<string | null> {
    const name = visit.className;
    if (name === undefined || !this.#audits.regionsOf(name)?.length) return null;
    const leaving = await this.#site.transitions(visit.source);
    const action = leaving.find(({ ord }) => ord === visit.ord)?.action;
    const around = (action ? (this.#audits.regionsOf(name, action.xpath) ?? []) : [])
      .map((path) => printAt(document, path, mask))
      .filter((print) => print !== null);
    const root = action && (await this.#site.page(visit.document))?.content?.address;
    if (!action || !root || around.length === 0) return null;
    const { text } = action.instruction;
    const own = ownPath(text, action.label, action.xpath);
    return stepFingerprint(text, root.replace(/#.*/, ''), around.join(' '), own);
  }

  /** Whether what was presumed of a class when a test was planned is still presumed. */
  isTest(audit: NonNullable<Waiting['audit']>): boolean {
    return this.#presumptions.isTest(audit);
  }

  /** A test that is not worth its way: the presumption stands. Gives whether it was left out. */
  async dropTest(visit: Waiting): Promise<boolean> {
    const into = visit.audit?.expected;
    // The class may have been found out while this waited for its turn.
    if (into === undefined || visit.ord === null || !visit.audit) return false;
    if (!this.isTest(visit.audit)) return false;
    const { number, source, ord } = visit;
    const home = this.#presumptions.homeOf(into);
    const target = home ?? this.#atlas.resolve(into);
    // It was counted when it was planned.
    this.#totals.eventsAudited--;
    await this.#skip({ number, source, ord }, target);
    return true;
  }

  /** What is known of where the actions of a state lead, for one that is passed through and not kept. */
  async glimpse(judged: readonly Judged[], source: number): Promise<readonly Transition[]> {
    const open = judged.filter(({ refused, url }) => refused === null && url === null);
    const known = await this.#site.numbersOf(open.map(({ action }) => action.instruction.fingerprint));
    return judged.flatMap(({ action, refused, url }, ord): Transition[] => {
      const target = known.get(action.instruction.fingerprint);
      if (refused !== null || url !== null || target === undefined) return [];
      return [{ source, ord, action, target, reason: 'known' }];
    });
  }

  /** A page met on the way to another: it gets a number of its own and a transition that leads to it. */
  async keepStranger(
    via: Via,
    document: number,
    capture: Capture,
    judged: readonly Judged[],
  ): Promise<Recorded> {
    const { source } = via;
    const leaving = await this.#site.transitions(source);
    const { action } = leaving.find((transition) => transition.ord === via.ord) as Transition;
    const depth = ((await this.#site.page(source))?.depth ?? 0) + 1;
    const ord = (leaving.at(-1)?.ord ?? -1) + 1;
    const { page, waiting } = this.#numbers.state(action, ord, { depth, source, document });
    const step: Transition = { source, ord, action, target: page.number, reason: 'fired' };
    return this.#keep(waiting, capture, judged, { queued: [page], transitions: [step] });
  }

  /** Known content: the number becomes another name of the older page. */
  async merge(visit: Waiting, via: Via | null, into: number): Promise<Recorded> {
    this.#totals.duplicates++;
    if (visit.url !== null) await this.#learnSession(visit.url, into);
    const steps = fired(visit, via, into);
    const amends = await this.#presumptions.test(visit, { page: into, idle: false }, steps);
    await this.#commit({ merged: [{ number: visit.number, into }], updated: steps }, [], amends);
    this.#atlas.noteMerge(visit.number, into);
    return { kind: 'merged', number: visit.number, into, fresh: false };
  }

  /** Two addresses are one page: do they differ in nothing but a session? */
  async #learnSession(url: string, into: number): Promise<void> {
    const entry = (await this.#site.page(into))?.entry;
    const name = entry?.kind === 'url' ? this.#sessions.same(url, entry.url) : null;
    if (name === null) return;
    const text = `addresses that differ only in "${name}" are one page from now on: it carries a session`;
    this.#listen({ kind: 'note', level: 'info', text });
  }

  /** The event led to an address, known or new: the number becomes another name of that page. */
  async leadToUrl(visit: Waiting, via: Via, url: string, refused: Judged['refused']): Promise<Recorded> {
    if (refused) return this.#nothing(visit, via, idle(visit, via, refused));
    const { fingerprint } = urlInstruction(this.#sessions.without(url));
    const known = (await this.#site.numbersOf([fingerprint])).get(fingerprint);
    const born = known === undefined ? [this.#numbers.url(url, visit)] : [];
    const into = known ?? (born[0] as Born).page.number;
    const steps = fired(visit, via, into);
    const amends = await this.#presumptions.test(visit, { page: into, idle: false }, steps);
    const instructions = known === undefined ? [{ fingerprint, number: into }] : [];
    const merged = [{ number: visit.number, into }];
    await this.#commit({ merged, updated: steps, instructions }, born, amends);
    this.#atlas.noteMerge(visit.number, into);
    return { kind: 'merged', number: visit.number, into, fresh: known === undefined };
  }

  /** The event changed nothing; where its class names pages, it names the one that it was fired on. */
  async unchanged(visit: Waiting, via: Via): Promise<Recorded> {
    const steps = idle(visit, via, 'unchanged');
    const amends = await this.#presumptions.test(visit, { page: via.source, idle: true }, steps);
    if (!this.#presumptions.namesItsPage(visit)) return this.#nothing(visit, via, steps, amends);
    const into = via.source;
    const [step, ...found] = steps;
    const updated = [...(step ? [step] : []), ...found.map((each) => known(each, into))];
    await this.#commit({ merged: [{ number: visit.number, into }], updated }, [], amends);
    this.#atlas.noteMerge(visit.number, into);
    return { kind: 'merged', number: visit.number, into, fresh: false };
  }

  /** What was believed to lead back does not: what was skipped in the belief is queued. */
  async failReturn(className: string): Promise<void> {
    await this.#commit({}, [], await this.#returns.queueAgain(className));
  }

  async fail(visit: Waiting, code: string, message: string): Promise<void> {
    this.#totals.errors++;
    const { number, source, ord } = visit;
    const updated = ord === null ? [] : [{ source, ord, target: number, reason: 'failed' as const }];
    await this.#commit({ failed: { number, code, message }, updated }, []);
  }

  /** A page that could not be reached again, and that promised little: it is left alone, not an error. */
  async giveUp({ number, source, ord }: Waiting): Promise<void> {
    this.#totals.eventsSuspended++;
    const updated: Update[] = ord === null ? [] : [{ source, ord, target: null, reason: 'suspended' }];
    await this.#commit({ unchanged: [number], updated }, []);
    this.#presumptions.wentNowhere(number, source);
  }

  async countAttempt({ number, attempts }: Waiting): Promise<void> {
    await this.#commit({ attempts: { number, attempts } }, []);
  }

  async finish(at: string | null): Promise<void> {
    await this.#commit({ finishedAt: at }, []);
  }

  /** A step that was presumed to lead to a page led elsewhere. */
  async failPresumption(className: string, origin: string): Promise<void> {
    await this.#commit({}, [], await this.#presumptions.fail(className, origin, []));
  }

  /** A skipped action of a class was fired, to test it, and led to a page. */
  async noteLanding(className: string, presumed: number, page: number): Promise<void> {
    const amends = await this.#presumptions.landed(className, presumed, page);
    if (amends.updated.length > 0 || amends.merged.length > 0) await this.#commit({}, [], amends);
  }

  /** Told of edges that now lead elsewhere than the maps in memory say. */
  onRequeue: ((updated: readonly { source: number; ord: number; target: number | null }[]) => void) | null =
    null;

  async #keep(
    visit: Waiting,
    capture: Capture,
    judged: readonly Judged[],
    more: Change,
    amends?: Amends,
    entry: Via | null = null,
  ): Promise<Recorded> {
    const document = Buffer.from(JSON.stringify(capture.document));
    // By where it was found, not by where it was fired: a list of a thousand numbers is no chain.
    const { form } = capture;
    this.#lineages.add(visit.number, visit.source, chainClass(visit), {
      ...{ form, size: document.length, text: () => visibleText(capture.document) },
    });
    const born: Born[] = [];
    const index = new Map<string, number>();
    const transitions = await this.#transitions(visit, judged, born, index);
    await this.#fileAddress(visit, capture, index);
    const change: Change = {
      ...more,
      kept: {
        ...{ number: visit.number, content: contentOf(capture), document },
        ...(entry && { entry: { source: entry.source, ord: entry.ord } }),
      },
      transitions: [...(more.transitions ?? []), ...transitions],
      instructions: [...index].map(([fingerprint, number]) => ({ fingerprint, number })),
    };
    await this.#commit(change, born, amends);
    const { title, url: address } = capture.document;
    return { kind: 'kept', number: visit.number, title, address, transitions };
  }

  async #nothing(visit: Waiting, via: Via, updated: readonly Update[], amends?: Amends): Promise<Recorded> {
    await this.#commit({ unchanged: [visit.number], updated }, [], amends);
    this.#presumptions.wentNowhere(visit.number, via.source);
    return { kind: 'unchanged', number: visit.number };
  }

  async #transitions(
    visit: Waiting,
    judged: readonly Judged[],
    born: Born[],
    index: Map<string, number>,
  ): Promise<Transition[]> {
    const open = judged.filter((one) => one.refused === null);
    const known = await this.#site.numbersOf([
      ...new Set(open.map((one) => one.action.instruction.fingerprint)),
    ]);
    this.#totals.instructionsSeen += open.length;
    const seen = new Map<string, Transition>();
    return judged.map((one, ord): Transition => {
      const { action, refused } = one;
      const base = { source: visit.number, ord, action };
      if (refused) return { ...base, target: null, reason: refused };
      const print = action.instruction.fingerprint;
      const twin = seen.get(print);
      if (twin) return this.#sameAs(twin, base);
      const target = known.get(print);
      const made =
        target === undefined
          ? this.#newTransition(base, one, visit, born, index)
          : this.#knownTransition(base, one, target, visit, born);
      seen.set(print, made);
      return made;
    });
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
  ): Transition {
    const { action, ord } = base;
    const { url } = judged;
    const spared = this.#spared(base, url, visit);
    if (spared?.target != null) {
      this.#totals.instructionsUnique++;
      index.set(action.instruction.fingerprint, spared.target);
    }
    if (spared) return { ...base, ...spared };
    this.#totals.instructionsUnique++;
    const birth = { depth: visit.depth + 1, source: visit.number, document: visit.document };
    const newborn =
      url === null ? this.#numbers.state(action, ord, birth, judged) : this.#numbers.url(url, birth);
    born.push(newborn);
    index.set(action.instruction.fingerprint, newborn.page.number);
    return { ...base, target: newborn.page.number, reason: 'queued' };
  }

  #knownTransition(base: Found, judged: Judged, target: number, visit: Waiting, born: Born[]): Transition {
    if (judged.url !== null) return { ...base, target, reason: 'known' };
    const verdict = this.#presumptions.judge(base.action, target, visit, judged.under);
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
  #spared(
    { action }: Found,
    url: string | null,
    visit: Waiting,
  ): Pick<Transition, 'target' | 'reason'> | null {
    const { instruction } = action;
    const name = url === null ? classOf(instruction) : addressClass(url);
    if (this.#lineages.isEndless(visit.number, name)) {
      this.#totals.eventsSuspended++;
      return { target: null, reason: 'endless' };
    }
    if (url !== null || name === null || this.#settings.exhaustive) return null;
    if (this.#audits.isBarren(name)) {
      this.#totals.eventsSuspended++;
      return { target: null, reason: 'suspended' };
    }
    const target = this.#settings.dedupe === 'double' ? this.#returns.target(action, visit) : null;
    if (target === null) return null;
    this.#totals.eventsSkipped++;
    return { target, reason: 'returns' };
  }

  /** The address that the document was redirected to names the same page. */
  async #fileAddress(visit: Waiting, capture: Capture, index: Map<string, number>): Promise<void> {
    const url =
      visit.url === null || this.#settings.dedupe === 'none' ? null : normalizeUrl(capture.documentUrl);
    if (url === null || url === visit.url) return;
    const { fingerprint } = urlInstruction(this.#sessions.without(url));
    if (index.has(fingerprint)) return;
    if (!(await this.#site.numbersOf([fingerprint])).has(fingerprint)) index.set(fingerprint, visit.number);
  }

  async #commit(change: Change, born: readonly Born[], amends?: Amends): Promise<void> {
    const all = [...born, ...(amends?.born ?? [])];
    // In this order: what was presumed of the steps may be amended at once.
    const updated = [...(change.updated ?? []), ...(amends?.updated ?? [])];
    const queued = [...(change.queued ?? []), ...all.map((newborn) => newborn.page)];
    const merged = [...(change.merged ?? []), ...(amends?.merged ?? [])];
    const instructions = [...(change.instructions ?? []), ...(amends?.instructions ?? [])];
    this.#totals.eventsSkipped -= amends?.born.length ?? 0;
    const nextNumber = this.#numbers.next;
    const totals = { ...this.#totals };
    await this.#site.commit({ ...change, queued, merged, updated, instructions, nextNumber, totals });
    for (const { waiting } of all) this.#queue.add(waiting);
    for (const { number, into } of amends?.merged ?? []) this.#atlas.noteMerge(number, into);
    if (amends && amends.updated.length > 0) this.onRequeue?.(amends.updated);
  }
}

/** Class of the step that leads to a page, for chains: addresses that differ in numbers alone are one. */
function chainClass(visit: Waiting): string | null {
  return visit.url === null ? (visit.className ?? null) : addressClass(visit.url);
}

/** An address without its numbers. */
function addressClass(url: string): string {
  return `address ${url.replace(/\d+/g, '#')}`;
}

/** A transition before it is known where it leads. */
type Found = Omit<Transition, 'target' | 'reason'>;

/** The step that was fired led there; where that was not the page's first step, that one is known now. */
function fired(visit: Waiting, via: Via | null, target: number | null): readonly Update[] {
  if (via === null) return [];
  const step = { source: via.source, ord: via.ord, target, reason: 'fired' as const };
  if (visit.ord === null || (visit.source === via.source && visit.ord === via.ord)) return [step];
  return [step, { source: visit.source, ord: visit.ord, target, reason: 'known' as const }];
}

/** A state page that was opened by its address: the step by which it was found is presumed. */
function opened({ source, ord, number }: Waiting): readonly Update[] {
  return ord === null ? [] : [{ source, ord, target: number, reason: 'known' }];
}

/** The step that was fired, and the one the page was found by, led nowhere. */
function idle(visit: Waiting, via: Via, reason: Update['reason']): readonly Update[] {
  return fired(visit, via, null).map((step) => ({ ...step, reason }));
}

function known({ source, ord }: Update, target: number): Update {
  return { source, ord, target, reason: 'known' };
}

function contentOf(capture: Capture): NonNullable<Change['kept']>['content'] {
  const { document, fingerprint, status, contentType, lastModified } = capture;
  return {
    fingerprint,
    address: document.url,
    title: document.title,
    lang: document.lang,
    status,
    contentType,
    lastModified,
    capturedAt: new Date().toISOString(),
    // The store names blobs by their content.
    blob: '',
  };
}
