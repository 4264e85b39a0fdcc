import { printAt } from '../../dom/print-at.ts';
import type { VolatileMask } from '../../dom/volatile.ts';
import type { GivenTab } from '../../drivers/chromium/index.ts';
import type { HttpDriver, ReadPage } from '../../drivers/http/index.ts';
import type { Candidate, Capture } from '../../model/capture.ts';
import type { DocumentTree } from '../../model/document.ts';
import type { FireOrder, Outcome, Picture, Tab } from '../../model/driver.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { EngineChoice } from './choice.ts';
import type { EngineType } from './engine-type.ts';
import { yieldOf } from './event-results.ts';
import { signsOf } from './liveliness.ts';

/** What a tab needs of its driver. */
export interface TabParts {
  readonly choice: EngineChoice;
  readonly http: HttpDriver;
  readonly browserTab: () => Promise<GivenTab>;
  readonly mask: () => VolatileMask | null;
  readonly recent: Map<string, 'http' | 'browser'>;
  /** Whether every page with scripts is opened in the browser, because its events are what is wanted. */
  readonly always: boolean;
  /** Waits until the site may be asked once more. */
  readonly turn: (url: string) => Promise<void>;
  /** Has pages opened again that were only read; says how many. */
  readonly reopen: (urls: readonly string[]) => Promise<number>;
  readonly keep: () => Promise<void>;
  /** Cookies of the browser, which are taken over before a page is read if it was used since. */
  readonly cookies: { stale: boolean; readonly pull: () => Promise<void> };
}

/** Refused pages that were tried in the browser too; after so many refusals it is not tried any more. */
const refusals = 3;

/** A tab that reads a page, or opens it in the browser, or both. */
export class AutoTab implements Tab {
  readonly #parts: TabParts;
  #browser: GivenTab | null = null;
  /** What the tab shows, where that was only read. */
  #read: Capture | null = null;
  /** What the browser shows: where scripts may answer, and the addresses that are known without them. */
  #shown: {
    readonly candidates: readonly Candidate[];
    readonly documentUrl: string;
    readonly links: ReadonlySet<string>;
    /** What it showed when it was opened, and what it shows. */
    readonly documents: readonly DocumentTree[];
  } | null = null;

  constructor(parts: TabParts) {
    this.#parts = parts;
  }

  get historyGrew(): boolean {
    return this.#read === null && (this.#browser?.historyGrew ?? false);
  }

  async open(url: string, ahead = 0, events = false): Promise<Capture> {
    const { choice, recent, keep } = this.#parts;
    this.#read = null;
    this.#shown = null;
    const before = recent.get(url);
    if (events || before === 'browser') return this.#show(() => this.#opened(url, ahead));
    if (before === undefined && choice.goesStraight(url)) {
      const shown = await this.#show(() => this.#opened(url, ahead));
      this.#count(url, 'browser', () => choice.countStraight(url));
      return shown;
    }
    const capture = await this.#choose(url);
    if (choice.isNews) await keep();
    return capture;
  }

  async fire(order: FireOrder, known: ReadonlySet<string>): Promise<Outcome> {
    if (this.#read !== null || this.#browser === null) return { kind: 'lost' };
    const shown = this.#shown;
    const outcome = await this.#browser.fire(order, known);
    this.#parts.cookies.stale = true;
    const candidate = shown?.candidates.find(
      ({ xpath, event, value }) => xpath === order.xpath && event === order.event && value === order.value,
    );
    if (candidate && shown) {
      const gave = () => yieldOf(outcome, { ...shown, mask: this.#parts.mask() });
      await this.#again(this.#parts.choice.fired(candidate, shown.documentUrl, gave));
    }
    // On another state of the page, the same place may be something else.
    if (shown && outcome.kind === 'captured') {
      const { candidates, documentUrl, document } = outcome.capture;
      const documents = [shown.documents[0] ?? document, document];
      this.#shown = { ...shown, candidates, documentUrl, documents };
    } else if (outcome.kind === 'known' && outcome.change) this.#shown = null;
    return outcome;
  }

  async back(known: ReadonlySet<string>): Promise<Outcome> {
    if (this.#read !== null || this.#browser === null) return { kind: 'lost' };
    this.#shown = null;
    return this.#browser.back(known);
  }

  async printsAt(paths: readonly string[]): Promise<readonly (string | null)[]> {
    const document = this.#read?.document;
    if (document) return paths.map((path) => printAt(document, path, this.#parts.mask()));
    return this.#browser?.printsAt(paths) ?? paths.map(() => null);
  }

  async picture(paths: readonly string[]): Promise<Picture | null> {
    return this.#read ? null : (this.#browser?.picture(paths) ?? null);
  }

  async glance(): Promise<Uint8Array | null> {
    return this.#read ? null : (this.#browser?.glance?.() ?? null);
  }

  async close(): Promise<void> {
    await this.#browser?.close();
  }

  /** Reads a page, and shows it where its type needs that, or where it is not known whether it does. */
  async #choose(url: string): Promise<Capture> {
    const page = await this.#readPage(url);
    if (page === null) return this.#refused(url);
    const { capture } = page;
    if (signsOf(capture.document, capture.contentType).size === 0) {
      this.#count(url, 'http', (engine) => this.#parts.choice.count(url, engine, null));
      return this.#took(capture);
    }
    return this.#parts.always ? this.#given(url, page, null) : this.#byType(url, page);
  }

  async #byType(url: string, page: ReadPage): Promise<Capture> {
    const { choice } = this.#parts;
    const { capture: read, given } = page;
    const html = Buffer.from(given.body).toString('latin1');
    const { type, traits } = choice.typeOf(url, read.document, html);
    // More samples than it takes would be opened while the first are under way.
    while (type.isSampling) await type.sampled;
    const before = type.verdict;
    const both = type.meet();
    if (!both && before === 'http') {
      this.#count(url, 'http', (engine) => choice.count(url, engine, type));
      return this.#took(read);
    }
    if (!both) return this.#given(url, page, type);
    const { readSoFar } = type;
    const ended = type.beginSample();
    const shown = await this.#given(url, page, type).finally(ended);
    await this.#again(choice.compare(type, traits, read, shown, readSoFar));
    // A check that found nothing: the page is kept as others of its type are.
    if (before === 'http' && type.verdict === 'http') return this.#took(read);
    return type.verdict === 'browser' ? shown : { ...shown, undecided: true };
  }

  async #given(url: string, { given, capture }: ReadPage, type: EngineType | null): Promise<Capture> {
    const { choice } = this.#parts;
    const open = async () => (await this.#tab()).openGiven(given);
    const shown = await this.#show(open, linksOf(capture.candidates));
    this.#count(url, 'browser', (engine) => choice.count(url, engine, type));
    return { ...shown, wanted: [...new Set([...shown.wanted, ...capture.wanted])] };
  }

  /** Some sites answer browsers only; `null` where this may be one. */
  async #readPage(url: string): Promise<ReadPage | null> {
    const { cookies } = this.#parts;
    if (cookies.stale) {
      cookies.stale = false;
      await cookies.pull();
    }
    try {
      return await this.#parts.http.page(url);
    } catch (error) {
      const isRefused = error instanceof ArgiopeError && error.status === 403;
      if (isRefused && this.#parts.choice.refused < refusals) return null;
      throw error;
    }
  }

  async #refused(url: string): Promise<Capture> {
    const { choice, turn } = this.#parts;
    await turn(url);
    try {
      const shown = await this.#show(() => this.#opened(url, 0));
      choice.admitted(url);
      this.#count(url, 'browser', () => choice.countStraight(url));
      return shown;
    } catch (error) {
      if (error instanceof ArgiopeError && error.code === 'HTTP_STATUS') choice.refused++;
      throw error;
    }
  }

  /** Counts a page once, however often it is opened. */
  #count(url: string, engine: 'http' | 'browser', count: (engine: 'http' | 'browser') => void): void {
    if (!this.#parts.recent.has(url)) count(engine);
    this.#parts.recent.set(url, engine);
  }

  async #again(urls: readonly string[]): Promise<void> {
    if (urls.length === 0) return;
    const { reopen, choice, recent } = this.#parts;
    for (const url of urls) recent.delete(url);
    choice.countAgain(await reopen(urls));
  }

  #took(capture: Capture): Capture {
    this.#shown = null;
    this.#read = capture;
    return { ...capture, engine: 'http' };
  }

  async #show(open: () => Promise<Capture>, links?: ReadonlySet<string>): Promise<Capture> {
    const capture = await open();
    this.#parts.cookies.stale = true;
    const { candidates, documentUrl, document } = capture;
    this.#shown = { candidates, documentUrl, links: links ?? linksOf(candidates), documents: [document] };
    return { ...capture, engine: 'browser' };
  }

  async #opened(url: string, ahead: number): Promise<Capture> {
    return (await this.#tab()).open(url, ahead);
  }

  async #tab(): Promise<GivenTab> {
    this.#browser ??= await this.#parts.browserTab();
    return this.#browser;
  }
}

function linksOf(candidates: readonly Candidate[]): ReadonlySet<string> {
  return new Set(candidates.flatMap(({ href }) => href?.replace(/#.*$/s, '') ?? []));
}
