import type { CrawlSettings } from '../../config/settings.ts';
import { type AddressViews, normalizeUrl, type Sessions, type TopicRanking } from '../../frontier/index.ts';
import { readDocument } from '../../html/stored.ts';
import { carriesAddress, returnPrint, urlInstruction, wholePrints } from '../../identity/index.ts';
import { addressHost } from '../../model/address.ts';
import type {
  ArgiopeError,
  Change,
  CrawlEvent,
  Figures,
  PageLink,
  SiteStore,
  Transition,
} from '../../model/index.ts';
import { addressClass, type Chains, type Counting, countFailure, failureEvent, failureOf } from '../index.ts';
import { areTwins } from '../sameness/twin.ts';
import { tuning } from '../tuning.ts';
import type { Batch } from './batch.ts';
import type { JudgedLink, LinkJudge } from './judge.ts';
import type { KnownNumbers } from './known.ts';
import type { PageNumbers } from './numbers.ts';
import { formPrint, type PageReading } from './reading.ts';
import { type AnswerStep, actionEvent, actionOf, answerChange } from './steps.ts';
import { frontierPage, type WaitingAddress } from './waiting.ts';

/** Says how soon a link is to be followed: more comes first; `null`: not at all. */
export type Ranking = (
  link: PageLink,
  found: { readonly page: WaitingAddress; readonly reading: PageReading; readonly relevance: number },
) => number | null;

/** What recording needs. */
export interface RecorderParts {
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
  /** Knows which addresses show answers once more; nobody where nothing is said. */
  readonly views?: AddressViews | null;
  /** The topic of the crawl, where it has one. */
  readonly topic: TopicRanking | null;
  readonly numbers: PageNumbers;
  /** Puts a newly numbered address into the queue of its host. */
  readonly file: (item: WaitingAddress) => void;
  /** It is stored what became of an address. */
  readonly settled: (item: WaitingAddress) => void;
  /** A page was kept, as far as limits are concerned. */
  readonly counted: () => void;
  /** The figures with one more address done. */
  readonly oneDone: () => Figures;
  /** A name was learned that carries a session. */
  readonly learned?: () => void;
  /** Addresses that were numbered are stored. */
  readonly stored?: (born: readonly WaitingAddress[]) => void;
}

/** About what a row takes, beside its texts. */
const rowBytes = 60;

/**
 * Numbers pages and keeps the two indices, as the explorer's recorder does, for pages that are reached by
 * their addresses alone. A visit is added to the batch in one go, so none sees half of another.
 */
export class GatherRecorder {
  readonly #parts: RecorderParts;
  /** Trees of pages that are not stored yet: each holds the bytes of its page. */
  readonly #unstored = new Map<number, PageReading['tree']>();

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /** Smallest number not given out yet. */
  get next(): number {
    return this.#parts.numbers.next;
  }

  /** Numbers addresses to begin with, in the order given. */
  readonly seed = async (
    urls: readonly string[],
    rank: (url: string) => number = (url) => this.#parts.topic?.address(url) ?? 0,
  ): Promise<void> => {
    const { addresses, sessions, batch } = this.#parts;
    const prints = urls.map((url) => urlInstruction(sessions.without(url)).fingerprint);
    await addresses.load(prints);
    const born: WaitingAddress[] = [];
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
    this.#add({ queued: born.map(frontierPage), instructions }, { bytes, born });
    // Who seeds looks up the numbers in the store.
    batch.flush();
    this.#trim();
    await batch.room();
  };

  /** A page was read: it is kept with its links, or is another name of one that is known. */
  async page(item: WaitingAddress, reading: PageReading, step: AnswerStep | null = null): Promise<void> {
    const { judge, settings, addresses, contents, numbers } = this.#parts;
    const tooDeep = settings.depth !== null && item.depth >= settings.depth;
    const { links, dropped } = reading;
    this.#parts.views?.shown(item.url, reading.text);
    const follow = reading.robots.follow;
    const judged = links.map((link, ord) =>
      judge.judge(link, { tooDeep, follow, dropped: dropped.has(ord) }),
    );
    const whole = await this.#wholeOf(item, reading, judged);
    const own = this.#ownAddress(item, reading);
    const prints = judged.map(({ instruction }) => instruction.fingerprint);
    const loads = [contents.load(whole), addresses.load(own === null ? prints : [...prints, own])];
    if (loads.some((load) => load !== null)) await Promise.all(loads);
    const known = whole.map((print) => contents.get(print)).find((number) => number !== undefined);
    const isKnown = known !== undefined && known !== item.number && !(await this.#isTwin(known, reading));
    const born = step === null ? {} : answerChange(item, step);
    if (isKnown) await this.#merge(item, known, reading.documentUrl, born);
    else {
      // Nothing is waited for between here and the numbering.
      for (let more = numbers.more(judged.length); more !== null; more = numbers.more(judged.length))
        await more;
      this.#keep(item, reading, judged, { own, whole }, born);
    }
    this.#trim();
  }

  /** Whether a known page has the prints of this one and shows something else. */
  async #isTwin(number: number, { tree }: PageReading): Promise<boolean> {
    const unstored = this.#unstored.get(number);
    const page = unstored ? null : await this.#parts.site.page(number);
    const document = unstored?.() ?? (page && (await readDocument(this.#parts.site, page.content)));
    return document !== null && areTwins(document, tree(), null);
  }

  /** What a form answered is a page whose entry is the form with its values. */
  async answer(step: AnswerStep, reading: PageReading): Promise<number> {
    const { source, url } = step;
    const item = this.#born(url, source.depth + 1, 0, source.number);
    await this.page(item, reading, step);
    return item.number;
  }

  /** A form did not answer: it is not asked the same again, and told as a page that could not be had. */
  unanswered(step: AnswerStep, error: ArgiopeError): void {
    const { source, ord, action, url } = step;
    countFailure(this.#parts.totals, error);
    const item = this.#born(url, source.depth + 1, 0, source.number);
    const { number } = item;
    const { queued = [] } = answerChange(item, step);
    const transitions: Transition[] = [
      { source: source.number, ord, action, target: number, reason: 'failed' },
    ];
    const change = { queued, transitions, failed: failureOf(number, error) };
    this.#add(change, { bytes: rowBytes, events: [failureEvent(number, error, url)] });
  }

  /** Whether an address that waits is known by now to be another name of one that was found before; recorded. */
  async isKnown(item: WaitingAddress): Promise<boolean> {
    const { sessions, addresses, totals } = this.#parts;
    const bare = sessions.without(item.url);
    if (bare === item.url) return false;
    const { fingerprint } = urlInstruction(bare);
    await addresses.load([fingerprint]);
    const { number, host } = item;
    const known = addresses.get(fingerprint);
    if (known === undefined) {
      addresses.set(fingerprint, number);
      this.#add({ host, instructions: [{ fingerprint, number }] }, { bytes: rowBytes });
    }
    if (known === undefined || known === number) return false;
    totals.duplicates++;
    const events: CrawlEvent[] = [{ kind: 'merged', number, into: known }];
    this.#add({ host, merged: [{ number, into: known }] }, { bytes: rowBytes, settles: item, events });
    return true;
  }

  /** Visited no more: it is of a kind that shows nothing new. */
  async leave(item: WaitingAddress): Promise<void> {
    const { number, host, foundOn } = item;
    const steps = foundOn === null ? [] : await this.#parts.site.transitions(foundOn);
    const updated = steps
      .filter(({ target }) => target === number)
      .map(({ source, ord }) => ({ source, ord, target: null, reason: 'suspended' as const }));
    this.#parts.totals.eventsSuspended++;
    this.#add({ host, unchanged: [number], updated }, { bytes: rowBytes, settles: item });
  }

  /** Given up, with the reason. */
  fail(item: WaitingAddress, error: ArgiopeError): void {
    countFailure(this.#parts.totals, error);
    const events = [failureEvent(item.number, error, item.url)];
    const { host } = item;
    this.#add({ host, failed: failureOf(item.number, error) }, { bytes: rowBytes, settles: item, events });
  }

  /** To be tried again. */
  retry({ number, host }: WaitingAddress, attempts: number): void {
    const change = { host, attempts: { number, attempts } };
    this.#parts.batch.add({ change, bytes: rowBytes, events: [] }, [host]);
  }

  /** The address that the page was redirected to names the same page, unless it names another. */
  #ownAddress({ url }: WaitingAddress, { documentUrl }: PageReading): string | null {
    const final = normalizeUrl(documentUrl);
    if (final === null || final === url) return null;
    return urlInstruction(this.#parts.sessions.without(final)).fingerprint;
  }

  /** Prints of what a page shows and where it leads. */
  async #wholeOf(
    { foundOn, url }: WaitingAddress,
    { content, documentUrl, text, files }: PageReading,
    judged: readonly JudgedLink[],
  ): Promise<readonly string[]> {
    const own = urlInstruction(this.#parts.sessions.without(normalizeUrl(documentUrl) ?? documentUrl));
    const leading = judged.map(({ instruction }) => instruction);
    const whole = wholePrints(content.fingerprint, own, leading);
    const found = foundOn === null || !carriesAddress(url) ? null : await this.#parts.site.page(foundOn);
    if (found?.entry.kind !== 'url') return whole;
    const shown = () => [content.title, text, ...files].join('\n');
    const back = returnPrint({ own, from: found.entry.url, leading, shown });
    return back === null ? whole : [...whole, back];
  }

  #keep(
    item: WaitingAddress,
    reading: PageReading,
    judged: readonly JudgedLink[],
    { own, whole }: { readonly own: string | null; readonly whole: readonly string[] },
    more: Change,
  ): void {
    const { contents, addresses, chains } = this.#parts;
    const { number, foundOn } = item;
    const { content, document } = reading;
    const chain = foundOn === null ? 0 : chains.lengthOf(foundOn);
    const form = chain < tuning.formsFrom ? '' : formPrint(reading);
    const trail = { form, size: document.length, text: () => reading.text };
    chains.add(number, foundOn ?? -1, addressClass(item.url), trail);
    for (const print of whole) contents.set(print, number);
    this.#unstored.set(number, reading.tree);
    const born: WaitingAddress[] = [];
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
      number,
      document,
      content: relevance === undefined ? content : { ...content, relevance },
    };
    this.#parts.counted();
    const page: CrawlEvent = { kind: 'page', number, title: content.title, address: content.address };
    const change: Change = {
      host: item.host,
      shows: whole,
      kept,
      queued: [...(more.queued ?? []), ...born.map(frontierPage)],
      transitions: [...(more.transitions ?? []), ...transitions],
      instructions: [...(more.instructions ?? []), ...instructions],
    };
    this.#add(change, { bytes, born, settles: item, events: eventsOf(page, transitions) });
  }

  async #merge(item: WaitingAddress, into: number, shown: string, more: Change): Promise<void> {
    this.#parts.totals[normalizeUrl(shown) === item.url ? 'duplicates' : 'redirects']++;
    const { number, host } = item;
    const event: CrawlEvent = { kind: 'merged', number, into };
    this.#add(
      { ...more, host, merged: [{ number, into }] },
      { bytes: rowBytes, settles: item, events: [event] },
    );
    if (item.url.includes('?')) await this.#learnSession(item.url, into);
  }

  /** Two addresses are one page: do they differ in nothing but a session? */
  async #learnSession(url: string, into: number): Promise<void> {
    const { site, sessions, judge, batch } = this.#parts;
    const entry = (await site.page(into))?.entry;
    const name = entry?.kind === 'url' ? sessions.same(url, entry.url) : null;
    if (name === null) return;
    judge.forget();
    this.#parts.learned?.();
    const text = `addresses that differ only in ${name} are one page from now on: it says nothing of the page`;
    batch.tell({ kind: 'note', level: 'info', text });
  }

  /** Says where the links of a page lead: to a page that is known, or to a new number (PND). */
  #transitions(
    item: WaitingAddress,
    reading: PageReading,
    judged: readonly JudgedLink[],
    born: WaitingAddress[],
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
      const made = this.#lead(base, url, item, (view) => {
        const priority = rank(link);
        if (priority === null) return null;
        const newborn = this.#born(url, item.depth + 1, priority + view, item.number);
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
    item: WaitingAddress,
    give: (view: number) => number | null,
  ): Transition {
    const { totals, addresses, chains, views } = this.#parts;
    const known = addresses.get(base.action.instruction.fingerprint);
    if (known !== undefined) return { ...base, target: known, reason: 'known' };
    if (chains.isEndless(item.number, addressClass(url))) {
      totals.eventsSuspended++;
      return { ...base, target: null, reason: 'endless' };
    }
    const view = views?.rank(url, base.action.label, item.url) ?? 0;
    if (view === null) {
      totals.eventsSuspended++;
      return { ...base, target: null, reason: 'suspended' };
    }
    const target = give(view);
    if (target === null) return { ...base, target, reason: 'irrelevant' };
    totals.instructionsUnique++;
    return { ...base, target, reason: 'queued' };
  }

  #born(url: string, depth: number, priority: number, foundOn: number | null): WaitingAddress {
    return {
      number: this.#parts.numbers.take(),
      url,
      host: addressHost(url),
      depth,
      attempts: 0,
      priority,
      foundOn,
    };
  }

  #add(
    change: Change,
    more: {
      readonly bytes: number;
      readonly born?: readonly WaitingAddress[];
      readonly settles?: WaitingAddress;
      readonly events?: Iterable<CrawlEvent>;
    },
  ): void {
    const { batch, file, settled, oneDone } = this.#parts;
    const { bytes, born = [], settles, events = [] } = more;
    for (const item of born) file(item);
    const progress: CrawlEvent[] = settles ? [{ kind: 'progress', figures: oneDone() }] : [];
    const done =
      (settles || born.length > 0) &&
      (() => {
        if (settles) {
          this.#unstored.delete(settles.number);
          settled(settles);
        }
        if (born.length > 0) this.#parts.stored?.(born);
      });
    const hosts = new Set(born.map(({ host }) => host));
    batch.add({ change, bytes, events: oneAfterOther(events, progress), ...(done && { done }) }, hosts);
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

/** What is told of a page: made when it is told, since a page may have 200,000 links. */
function* eventsOf(page: CrawlEvent, transitions: readonly Transition[]): Generator<CrawlEvent> {
  yield page;
  for (const transition of transitions) yield actionEvent(transition);
}

function* oneAfterOther<T>(first: Iterable<T>, second: Iterable<T>): Generator<T> {
  yield* first;
  yield* second;
}
