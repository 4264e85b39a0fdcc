import type { CrawlSettings } from '../../config/settings.ts';
import { normalizeUrl, type Sessions, type TopicRanking } from '../../frontier/index.ts';
import { urlInstruction, wholePrints } from '../../identity/index.ts';
import type {
  Action,
  ArgiopeError,
  Change,
  CrawlEvent,
  Figures,
  Instruction,
  PageLink,
  SiteStore,
  Transition,
} from '../../model/index.ts';
import {
  addressClass,
  type Chains,
  type Counting,
  countFailure,
  failureEvent,
  failureOf,
  formsFrom,
} from '../index.ts';
import type { Batch } from './batch.ts';
import type { JudgedLink, LinkJudge } from './judge.ts';
import type { KnownNumbers } from './known.ts';
import { formOf, type Reading } from './reading.ts';
import { hostOf, pageOf, type Waiting } from './waiting.ts';

/** Says how soon a link is to be followed: more comes first; `null`: not at all. */
export type Ranking = (
  link: PageLink,
  found: { readonly page: Waiting; readonly reading: Reading; readonly relevance: number },
) => number | null;

/** What recording needs. */
export interface RecordParts {
  readonly site: SiteStore;
  readonly settings: CrawlSettings;
  readonly batch: Batch;
  readonly judge: LinkJudge;
  readonly addresses: KnownNumbers;
  readonly contents: KnownNumbers;
  readonly sessions: Sessions;
  readonly chains: Chains;
  readonly totals: Counting;
  readonly rank: Ranking;
  /** The topic of the crawl, where it has one. */
  readonly topic: TopicRanking | null;
  readonly nextNumber: number;
  /** Puts a newly numbered address into the queue of its host. */
  readonly file: (item: Waiting) => void;
  /** It is stored what became of an address. */
  readonly settled: (item: Waiting) => void;
  /** A page was kept, as far as limits are concerned. */
  readonly counted: () => void;
  /** The figures with one more address done. */
  readonly oneDone: () => Figures;
}

/** About what a row takes, beside its texts. */
const rowBytes = 60;

/**
 * Numbers pages and keeps the two indices, as the explorer's recorder does, for pages that are reached by
 * their addresses alone. A visit is added to the batch in one go, so none sees half of another.
 */
export class Recorder {
  readonly #parts: RecordParts;
  #next: number;

  constructor(parts: RecordParts) {
    this.#parts = parts;
    this.#next = parts.nextNumber;
  }

  /** Smallest number not given out yet. */
  get next(): number {
    return this.#next;
  }

  /** Numbers addresses to begin with, in the order given. */
  readonly seed = async (
    urls: readonly string[],
    rank: (url: string) => number = (url) => this.#parts.topic?.address(url) ?? 0,
  ): Promise<void> => {
    const { addresses, sessions, batch } = this.#parts;
    const prints = urls.map((url) => urlInstruction(sessions.without(url)).fingerprint);
    await addresses.load(prints);
    const born: Waiting[] = [];
    const instructions: { fingerprint: string; number: number }[] = [];
    for (const [at, url] of urls.entries()) {
      const fingerprint = prints[at] as string;
      if (addresses.get(fingerprint) !== undefined) continue;
      const item = this.#born(url, 0, rank(url), null);
      addresses.set(fingerprint, item.number);
      instructions.push({ fingerprint, number: item.number });
      born.push(item);
    }
    if (born.length === 0) return;
    const bytes = born.reduce((sum, { url }) => sum + url.length + rowBytes, 0);
    this.#add({ queued: born.map(pageOf), instructions }, { bytes, born });
    // Who seeds looks up the numbers in the store.
    batch.flush();
    this.#trim();
    await batch.room();
  };

  /** A page was read: it is kept with its links, or is another name of one that is known. */
  async page(item: Waiting, reading: Reading): Promise<void> {
    const { judge, settings, addresses, contents } = this.#parts;
    const tooDeep = settings.depth !== null && item.depth >= settings.depth;
    const { links, dropped } = reading;
    const follow = reading.robots.follow;
    const judged = links.map((link, ord) =>
      judge.judge(link, { tooDeep, follow, dropped: dropped.has(ord) }),
    );
    const whole = this.#wholeOf(reading, judged);
    await contents.load(whole);
    await addresses.load(judged.map(({ instruction }) => instruction.fingerprint));
    const own = await this.#ownAddress(item, reading);
    const known = contents.get(whole[0]) ?? contents.get(whole[1]);
    if (known !== undefined && known !== item.number) await this.#merge(item, known);
    else this.#keep(item, reading, judged, { own, whole });
    this.#trim();
  }

  /** Given up, with the reason. */
  fail(item: Waiting, error: ArgiopeError): void {
    countFailure(this.#parts.totals, error);
    const events = [failureEvent(item.number, error, item.url)];
    this.#add({ failed: failureOf(item.number, error) }, { bytes: rowBytes, settles: item, events });
  }

  /** To be tried again. */
  retry({ number, host }: Waiting, attempts: number): void {
    const change = { attempts: { number, attempts } };
    this.#parts.batch.add({ change, bytes: rowBytes, events: [] }, [host]);
  }

  /** The address that the page was redirected to names the same page, unless it names another. */
  async #ownAddress({ url }: Waiting, { documentUrl }: Reading): Promise<string | null> {
    const { addresses, sessions } = this.#parts;
    const final = normalizeUrl(documentUrl);
    if (final === null || final === url) return null;
    const { fingerprint } = urlInstruction(sessions.without(final));
    await addresses.load([fingerprint]);
    return fingerprint;
  }

  /** Prints of what a page shows and where it leads. */
  #wholeOf({ content, documentUrl }: Reading, judged: readonly JudgedLink[]): readonly [string, string] {
    const own = urlInstruction(this.#parts.sessions.without(normalizeUrl(documentUrl) ?? documentUrl));
    return wholePrints(
      content.fingerprint,
      own,
      judged.map(({ instruction }) => instruction),
    );
  }

  #keep(
    item: Waiting,
    reading: Reading,
    judged: readonly JudgedLink[],
    { own, whole }: { readonly own: string | null; readonly whole: readonly [string, string] },
  ): void {
    const { contents, addresses, chains } = this.#parts;
    const { number, foundOn } = item;
    const { content, document } = reading;
    const chain = foundOn === null ? 0 : chains.lengthOf(foundOn);
    const form = chain < formsFrom ? '' : formOf(reading);
    const trail = { form, size: document.length, text: () => reading.text };
    chains.add(number, foundOn ?? -1, addressClass(item.url), trail);
    for (const print of whole) contents.set(print, number);
    const born: Waiting[] = [];
    const instructions = whole.map((fingerprint) => ({ fingerprint, number }));
    const relevance = this.#parts.topic?.relevance(content.title, reading.text);
    const rank = (link: PageLink) =>
      this.#parts.rank(link, { page: item, reading, relevance: relevance ?? 0 });
    const transitions = this.#transitions(item, reading, judged, born, instructions, rank);
    if (own !== null && addresses.get(own) === undefined) {
      addresses.set(own, number);
      instructions.push({ fingerprint: own, number });
    }
    const bytes = transitions.reduce(
      (sum, { action }) => sum + rowBytes + action.xpath.length + action.label.length,
      document.length,
    );
    const kept = {
      ...{ number, document },
      content: relevance === undefined ? content : { ...content, relevance },
    };
    this.#parts.counted();
    const page: CrawlEvent = { kind: 'page', number, title: content.title, address: content.address };
    const change: Change = { kept, queued: born.map(pageOf), transitions, instructions };
    this.#add(change, { bytes, born, settles: item, events: [page, ...transitions.map(actionEvent)] });
  }

  async #merge(item: Waiting, into: number): Promise<void> {
    const { totals } = this.#parts;
    totals.duplicates++;
    const { number } = item;
    const event: CrawlEvent = { kind: 'merged', number, into };
    this.#add({ merged: [{ number, into }] }, { bytes: rowBytes, settles: item, events: [event] });
    if (item.url.includes('?')) await this.#learnSession(item.url, into);
  }

  /** Two addresses are one page: do they differ in nothing but a session? */
  async #learnSession(url: string, into: number): Promise<void> {
    const { site, sessions, judge, batch } = this.#parts;
    const entry = (await site.page(into))?.entry;
    const name = entry?.kind === 'url' ? sessions.same(url, entry.url) : null;
    if (name === null) return;
    judge.forget();
    const text = `addresses that differ only in "${name}" are one page from now on: it carries a session`;
    batch.tell({ kind: 'note', level: 'info', text });
  }

  /** Says where the links of a page lead: to a page that is known, or to a new number (PND). */
  #transitions(
    item: Waiting,
    reading: Reading,
    judged: readonly JudgedLink[],
    born: Waiting[],
    instructions: { fingerprint: string; number: number }[],
    rank: (link: PageLink) => number | null,
  ): Transition[] {
    const { totals, addresses } = this.#parts;
    const seen = new Map<string, Transition>();
    return judged.map(({ instruction, url, refused }, ord): Transition => {
      const link = reading.links[ord] as PageLink;
      const action = actionOf(link, instruction);
      const base = { source: item.number, ord, action };
      if (refused !== null || url === null) return { ...base, target: null, reason: refused ?? 'excluded' };
      const { fingerprint } = instruction;
      totals.instructionsSeen++;
      const twin = seen.get(fingerprint);
      if (twin) {
        totals.eventsSkipped++;
        return { ...base, target: twin.target, reason: twin.reason === 'queued' ? 'known' : twin.reason };
      }
      const made = this.#lead(base, url, item, () => {
        const priority = rank(link);
        if (priority === null) return null;
        const newborn = this.#born(url, item.depth + 1, priority, item.number);
        addresses.set(fingerprint, newborn.number);
        instructions.push({ fingerprint, number: newborn.number });
        born.push(newborn);
        return newborn.number;
      });
      seen.set(fingerprint, made);
      return made;
    });
  }

  #lead(
    base: Omit<Transition, 'target' | 'reason'>,
    url: string,
    item: Waiting,
    give: () => number | null,
  ): Transition {
    const { totals, addresses, chains } = this.#parts;
    const known = addresses.get(base.action.instruction.fingerprint);
    if (known !== undefined) return { ...base, target: known, reason: 'known' };
    if (chains.isEndless(item.number, addressClass(url))) {
      totals.eventsSuspended++;
      return { ...base, target: null, reason: 'endless' };
    }
    const target = give();
    if (target === null) return { ...base, target, reason: 'irrelevant' };
    totals.instructionsUnique++;
    return { ...base, target, reason: 'queued' };
  }

  #born(url: string, depth: number, priority: number, foundOn: number | null): Waiting {
    return { number: this.#next++, url, host: hostOf(url), depth, attempts: 0, priority, foundOn };
  }

  #add(
    change: Change,
    more: {
      readonly bytes: number;
      readonly born?: readonly Waiting[];
      readonly settles?: Waiting;
      readonly events?: readonly CrawlEvent[];
    },
  ): void {
    const { batch, file, settled, oneDone } = this.#parts;
    const { bytes, born = [], settles, events = [] } = more;
    for (const item of born) file(item);
    const progress: CrawlEvent[] = settles ? [{ kind: 'progress', figures: oneDone() }] : [];
    const done = settles && (() => settled(settles));
    const hosts = new Set(born.map(({ host }) => host));
    batch.add({ change, bytes, events: [...events, ...progress], ...(done && { done }) }, hosts);
  }

  /** What is remembered has its bound; what the store does not have yet must not be forgotten. */
  #trim(): void {
    const { addresses, contents, batch } = this.#parts;
    for (const known of [addresses, contents]) {
      if (!known.isFull) continue;
      batch.flush();
      known.trim();
    }
  }
}

function actionOf({ id, xpath, text, meta }: PageLink, instruction: Instruction): Action {
  const action = { id, xpath, event: 'click', instruction, label: text };
  return Object.keys(meta).length === 0 ? action : { ...action, meta };
}

function actionEvent({ source, action, reason }: Transition): CrawlEvent {
  const { label, event, instruction } = action;
  return { kind: 'action', source, label, event, reason, instruction: instruction.text };
}
