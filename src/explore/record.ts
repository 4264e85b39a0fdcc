import type { CrawlSettings } from '../config/settings.ts';
import { normalizeUrl } from '../frontier/index.ts';
import { type ClassAudits, classOf, urlInstruction } from '../identity/index.ts';
import type { Capture, Change, Instruction, Page, SiteStore, Transition } from '../model/index.ts';
import type { Atlas } from './atlas.ts';
import type { Judged } from './gate.ts';
import type { PageQueue, Waiting } from './queue.ts';
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
  | { readonly kind: 'merged'; readonly number: number; readonly into: number }
  | { readonly kind: 'unchanged'; readonly number: number };

/** The step that was fired to get somewhere. */
export interface Via {
  readonly source: number;
  readonly ord: number;
}

/** A page that is to be numbered, together with its place in the queue. */
interface Born {
  readonly page: Page;
  readonly waiting: Waiting;
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
  /** Numbers whose action changes nothing: known instructions that need no edge. */
  readonly #nowhere: Set<number>;
  #nextNumber: number;

  constructor(parts: {
    site: SiteStore;
    settings: CrawlSettings;
    queue: PageQueue;
    atlas: Atlas;
    audits: ClassAudits;
    totals: Counting;
    nowhere: Set<number>;
    nextNumber: number;
  }) {
    this.#site = parts.site;
    this.#settings = parts.settings;
    this.#queue = parts.queue;
    this.#atlas = parts.atlas;
    this.#audits = parts.audits;
    this.#totals = parts.totals;
    this.#nowhere = parts.nowhere;
    this.#nextNumber = parts.nextNumber;
  }

  /** Numbers the seeds. */
  async seed(urls: readonly string[]): Promise<void> {
    const instructions = urls.map((url) => urlInstruction(url));
    const known = await this.#site.numbersOf(instructions.map((instruction) => instruction.fingerprint));
    const born: Born[] = [];
    const index: { fingerprint: string; number: number }[] = [];
    for (const [at, url] of urls.entries()) {
      const print = instructions[at]?.fingerprint as string;
      if (known.has(print) || index.some((entry) => entry.fingerprint === print)) continue;
      const newborn = this.#bear({ kind: 'url', url }, null, 0, -1);
      born.push(newborn);
      index.push({ fingerprint: print, number: newborn.page.number });
    }
    await this.#commit({ instructions: index }, born);
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
  ): Promise<Recorded> {
    if (visit.audit) await this.failAudit(visit.audit.name);
    return this.#keep(visit, capture, judged, { updated: fired(visit, via, visit.number) });
  }

  /** A page met on the way to another: it gets a number of its own and a transition that leads to it. */
  async keepStranger(
    via: Via,
    document: number,
    capture: Capture,
    judged: readonly Judged[],
  ): Promise<Recorded> {
    const leaving = await this.#site.transitions(via.source);
    const action = leaving.find((transition) => transition.ord === via.ord)?.action;
    const depth = ((await this.#site.page(via.source))?.depth ?? 0) + 1;
    const ord = (leaving.at(-1)?.ord ?? -1) + 1;
    const { page, waiting } = this.#bear(
      { kind: 'action', source: via.source, ord },
      document,
      depth,
      via.source,
    );
    const step: Transition[] = action
      ? [{ source: via.source, ord, action, target: page.number, reason: 'fired' }]
      : [];
    return this.#keep(waiting, capture, judged, { queued: [page], transitions: step });
  }

  /** Known content: the number becomes another name of the older page. */
  async merge(visit: Waiting, via: Via | null, into: number): Promise<Recorded> {
    this.#totals.duplicates++;
    if (visit.audit && this.#atlas.resolve(visit.audit.expected) !== into)
      await this.failAudit(visit.audit.name);
    await this.#commit({ merged: [{ number: visit.number, into }], updated: fired(visit, via, into) }, []);
    this.#atlas.noteMerge(visit.number, into);
    return { kind: 'merged', number: visit.number, into };
  }

  /** The event led to an address, known or new: the number becomes another name of that page. */
  async leadToUrl(visit: Waiting, via: Via, url: string, refused: Judged['refused']): Promise<Recorded> {
    if (refused) return this.#nothing(visit, via, refused);
    const { fingerprint } = urlInstruction(url);
    const known = (await this.#site.numbersOf([fingerprint])).get(fingerprint);
    const born =
      known === undefined ? [this.#bear({ kind: 'url', url }, null, visit.depth, visit.source)] : [];
    const into = known ?? (born[0] as Born).page.number;
    const instructions = known === undefined ? [{ fingerprint, number: into }] : [];
    const merged = [{ number: visit.number, into }];
    await this.#commit({ merged, updated: fired(visit, via, into), instructions }, born);
    this.#atlas.noteMerge(visit.number, into);
    return { kind: 'merged', number: visit.number, into };
  }

  /** The event changed nothing. */
  async unchanged(visit: Waiting, via: Via): Promise<Recorded> {
    if (visit.audit) await this.failAudit(visit.audit.name);
    return this.#nothing(visit, via, 'unchanged');
  }

  /** Takes note of what firing a class of calls gave. */
  countYield(className: string | null, recorded: Recorded): void {
    if (className !== null) this.#audits.count(className, recorded.kind === 'kept');
  }

  async fail(visit: Waiting, code: string, message: string): Promise<void> {
    this.#totals.errors++;
    const { number, source, ord } = visit;
    const updated = ord === null ? [] : [{ source, ord, target: number, reason: 'failed' as const }];
    await this.#commit({ failed: { number, code, message }, updated }, []);
  }

  async countAttempt({ number, attempts }: Waiting): Promise<void> {
    await this.#commit({ attempts: { number, attempts } }, []);
  }

  async finish(at: string | null): Promise<void> {
    await this.#commit({ finishedAt: at }, []);
  }

  /**
   * A class of calls does not mean the same everywhere after all: it is bound to the page from now on,
   * and what was skipped in the belief is queued.
   */
  async failAudit(name: string): Promise<void> {
    if (this.#audits.isBound(name)) return;
    this.#audits.fail(name);
    const born: Born[] = [];
    const updated: NonNullable<Change['updated']>[number][] = [];
    for await (const { source, ord, reason, action } of this.#site.allTransitions()) {
      if (reason !== 'known' || classOf(action.instruction) !== name) continue;
      const page = await this.#site.page(source);
      if (!page) continue;
      const newborn = this.#bear({ kind: 'action', source, ord }, page.document, page.depth + 1, source);
      born.push(newborn);
      updated.push({ source, ord, target: newborn.page.number, reason: 'queued' });
      this.#totals.eventsSkipped--;
    }
    await this.#site.putNote('classes', this.#audits.save());
    await this.#commit({ updated }, born);
    this.onRequeue?.(updated);
  }

  /** Told of edges that now lead elsewhere than the maps in memory say. */
  onRequeue: ((updated: readonly { source: number; ord: number; target: number | null }[]) => void) | null =
    null;

  async #keep(visit: Waiting, capture: Capture, judged: readonly Judged[], more: Change): Promise<Recorded> {
    const born: Born[] = [];
    const index = new Map<string, number>();
    const transitions = await this.#transitions(visit, judged, born, index);
    await this.#fileAddress(visit, capture, index);
    const document = Buffer.from(JSON.stringify(capture.document));
    const change: Change = {
      ...more,
      kept: { number: visit.number, content: contentOf(capture), document },
      transitions: [...(more.transitions ?? []), ...transitions],
      instructions: [...index].map(([fingerprint, number]) => ({ fingerprint, number })),
    };
    await this.#commit(change, born);
    const { title, url: address } = capture.document;
    return { kind: 'kept', number: visit.number, title, address, transitions };
  }

  async #nothing(
    visit: Waiting,
    via: Via,
    reason: 'unchanged' | NonNullable<Judged['refused']>,
  ): Promise<Recorded> {
    const updated = [{ source: via.source, ord: via.ord, target: null, reason }];
    await this.#commit({ unchanged: [visit.number], updated }, []);
    this.#nowhere.add(visit.number);
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
    return judged.map(({ action, url, refused }, ord): Transition => {
      const base = { source: visit.number, ord, action };
      if (refused) return { ...base, target: null, reason: refused };
      const print = action.instruction.fingerprint;
      const target = index.get(print) ?? known.get(print);
      if (target === undefined) {
        if (url === null && this.#isSuspended(action.instruction))
          return { ...base, target: null, reason: 'suspended' };
        this.#totals.instructionsUnique++;
        const entry =
          url !== null
            ? ({ kind: 'url', url } as const)
            : ({ kind: 'action', source: visit.number, ord } as const);
        const newborn = this.#bear(
          entry,
          url !== null ? null : visit.document,
          visit.depth + 1,
          visit.number,
        );
        born.push(newborn);
        index.set(print, newborn.page.number);
        return { ...base, target: newborn.page.number, reason: 'queued' };
      }
      return this.#knownTransition(base, target, url !== null, visit, born);
    });
  }

  #isSuspended(instruction: Instruction): boolean {
    const name = this.#settings.exhaustive ? null : classOf(instruction);
    if (name === null || !this.#audits.isBarren(name)) return false;
    this.#totals.eventsSuspended++;
    return true;
  }

  /** The instruction gate: not fired, unless the class's presumption is still to be tested. */
  #knownTransition(
    base: Omit<Transition, 'target' | 'reason'>,
    target: number,
    isUrl: boolean,
    visit: Waiting,
    born: Born[],
  ): Transition {
    if (isUrl) return { ...base, target, reason: 'known' };
    const name = base.action.instruction.scope === 'document' ? classOf(base.action.instruction) : null;
    const final = this.#atlas.resolve(target);
    const tested = name !== null && !this.#queue.isOpen(final, visit.document) && !this.#nowhere.has(final);
    if (tested && final !== visit.number && this.#audits.wantsAudit(name)) {
      const { page, waiting } = this.#bear(
        { kind: 'action', source: visit.number, ord: base.ord },
        visit.document,
        visit.depth + 1,
        visit.number,
      );
      born.push({ page, waiting: { ...waiting, audit: { name, expected: final } } });
      return { ...base, target: page.number, reason: 'queued' };
    }
    this.#totals.eventsSkipped++;
    if (this.#nowhere.has(final)) return { ...base, target: null, reason: 'unchanged' };
    return { ...base, target, reason: 'known' };
  }

  /** The address that the document was redirected to names the same page. */
  async #fileAddress(visit: Waiting, capture: Capture, index: Map<string, number>): Promise<void> {
    const url =
      visit.url === null || this.#settings.dedupe === 'none' ? null : normalizeUrl(capture.documentUrl);
    if (url === null || url === visit.url) return;
    const { fingerprint } = urlInstruction(url);
    if (index.has(fingerprint)) return;
    if (!(await this.#site.numbersOf([fingerprint])).has(fingerprint)) index.set(fingerprint, visit.number);
  }

  #bear(entry: Page['entry'], document: number | null, depth: number, source: number): Born {
    const number = this.#nextNumber++;
    const url = entry.kind === 'url' ? entry.url : null;
    const ord = entry.kind === 'action' ? entry.ord : null;
    const waiting: Waiting = { number, document: document ?? number, depth, url, source, ord, attempts: 0 };
    return { page: pageOf(waiting, entry), waiting };
  }

  async #commit(change: Change, born: readonly Born[]): Promise<void> {
    const queued = [...(change.queued ?? []), ...born.map((newborn) => newborn.page)];
    await this.#site.commit({ ...change, queued, nextNumber: this.#nextNumber, totals: { ...this.#totals } });
    for (const { waiting } of born) this.#queue.add(waiting);
  }
}

function pageOf({ number, document, depth }: Waiting, entry: Page['entry']): Page {
  return {
    number,
    status: 'queued',
    entry,
    document,
    depth,
    content: null,
    mergedInto: null,
    error: null,
    attempts: 0,
  };
}

/** The step that was fired led there; where that was not the page's first step, that one is known now. */
function fired(visit: Waiting, via: Via | null, target: number): NonNullable<Change['updated']> {
  if (via === null) return [];
  const step = { source: via.source, ord: via.ord, target, reason: 'fired' as const };
  if (visit.ord === null || (visit.source === via.source && visit.ord === via.ord)) return [step];
  return [step, { source: visit.source, ord: visit.ord, target, reason: 'known' as const }];
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
