import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CrawlSettings, defaultSettings } from '../config/index.ts';
import { documentPrints } from '../dom/canonical.ts';
import { printAt } from '../dom/print-at.ts';
import { Manners } from '../frontier/index.ts';
import {
  ArgiopeError,
  type Candidate,
  type Capture,
  type CrawlEvent,
  type Driver,
  type ErrorCode,
  type FireOrder,
  type Outcome,
  type SiteStore,
  type Store,
  type Tab,
  type Transition,
} from '../model/index.ts';
import { openStoreAt } from '../store/index.ts';
import { explore } from './loop/crawl.ts';
import type { Explored } from './loop/parts.ts';

/** Sites as tables, so that claims about the crawl loop need no browser; the store is a real one. */

/** Loopback: nobody waits for its turn. */
export const origin = 'http://127.0.0.1:9';

/** Where an event leads: a page's name, an address that is asked for, or trouble. */
export type Target =
  | string
  | { readonly wants: string; readonly shows?: string }
  | { readonly fails: ErrorCode }
  /** A state that the tab calls known by a fingerprint that no page has. */
  | { readonly stray: string };

/** One page of a table: what can be done on it. */
export interface TablePage {
  /** What it shows; its name where absent. Pages with equal content are one page. */
  readonly content?: string;
  /** Lines that it shows one by one instead. */
  readonly lines?: readonly string[];
  /** What is written on its scripted elements, by handler text. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Targets by handler text; a function is asked anew each time, with the number of earlier firings. */
  readonly calls?: Readonly<Record<string, Target | ((times: number) => Target)>>;
  /** Paths or addresses. */
  readonly links?: readonly string[];
  /** Links to which a script listens that leaves them to the browser. */
  readonly heard?: readonly string[];
  /** Address that opening it ends at. */
  readonly redirect?: string;
  /** Page that is shown once the pointer has left what it opened, before the next event is fired. */
  readonly left?: string;
  /** Whether events that lead here add a step to the session history. */
  readonly pushes?: true;
  /** Errors of the first tries to open it. */
  readonly fails?: readonly ErrorCode[];
  /** Words beside the text of its scripted elements. */
  readonly hints?: string;
}

/** Pages by name. Names that begin with `/` are addresses, the others are states of a document. */
export type Table = Readonly<Record<string, TablePage>>;

/** A driver for a table that writes down what it was asked. */
export class TableDriver implements Driver {
  readonly kind = 'chromium';
  readonly fires = () => true;
  /** `open /a`, `fire /a load(2)`, `back`. */
  readonly log: string[] = [];
  readonly #table: Table;
  readonly #times = new Map<string, number>();
  /** Decides how long each answer takes, in turns of the event loop. */
  readonly #turns: () => number;

  constructor(table: Table, turns: () => number = () => 0) {
    this.#table = table;
    this.#turns = turns;
  }

  /** Called once what changes from visit to visit was learned: only the crawl itself is of interest. */
  ignore(): void {
    this.log.length = 0;
  }

  async tab(): Promise<Tab> {
    return new TableTab(this);
  }

  counts() {
    return { requests: this.log.length, requestsFromCache: 0, bytes: 0 };
  }

  async fetch(): Promise<null> {
    return null;
  }

  async close(): Promise<void> {}

  page(name: string): TablePage {
    const page = this.#table[name];
    if (!page) throw new Error(`the table has no page ${name}`);
    return page;
  }

  /** How often this was asked before. */
  count(what: string): number {
    const times = this.#times.get(what) ?? 0;
    this.#times.set(what, times + 1);
    return times;
  }

  async wait(): Promise<void> {
    for (let left = this.#turns(); left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
  }
}

class TableTab implements Tab {
  readonly #driver: TableDriver;
  #document = '';
  #page: string | null = null;
  #behind: string[] = [];
  historyGrew = false;

  constructor(driver: TableDriver) {
    this.#driver = driver;
  }

  async open(url: string): Promise<Capture> {
    const path = url.slice(origin.length);
    this.#driver.log.push(`open ${path}`);
    await this.#driver.wait();
    this.#page = null;
    this.#behind = [];
    this.historyGrew = false;
    const { redirect, fails = [] } = this.#driver.page(path);
    const trouble = fails.length > 0 ? fails[this.#driver.count(`open ${path}`)] : undefined;
    if (trouble) throw new ArgiopeError(trouble, `${url} fails`, { url });
    this.#page = redirect ?? path;
    this.#document = origin + this.#page;
    return this.#capture([]);
  }

  async fire(order: FireOrder, known: ReadonlySet<string>): Promise<Outcome> {
    const left = this.#page === null ? undefined : this.#driver.page(this.#page).left;
    if (left === undefined) return this.#fire(order, known);
    this.#page = left;
    const capture = this.#capture([]);
    const { fingerprint: before } = capture;
    if (order.pauses && !known.has(before)) return { kind: 'captured', capture, paused: true };
    const outcome = await this.#fire(order, known);
    return outcome.kind === 'lost' ? outcome : { ...outcome, before };
  }

  async #fire({ xpath }: FireOrder, known: ReadonlySet<string>): Promise<Outcome> {
    const here = this.#page;
    const { calls = {}, heard = [] } = here === null ? {} : this.#driver.page(here);
    const link = heard[Number(/B\[(\d+)\]/.exec(xpath)?.[1]) - 1];
    if (link !== undefined) return this.#outcome([link], known);
    const call = Object.keys(calls)[Number(/SPAN\[(\d+)\]/.exec(xpath)?.[1]) - 1];
    await this.#driver.wait();
    if (here === null || call === undefined) return { kind: 'lost' };
    this.#driver.log.push(`fire ${here} ${call}`);
    const found = calls[call] as Target | ((times: number) => Target);
    const target = typeof found === 'function' ? found(this.#driver.count(`fire ${here} ${call}`)) : found;
    if (typeof target === 'object' && 'fails' in target) {
      this.#page = null;
      throw new ArgiopeError(target.fails, `${call} fails`);
    }
    if (typeof target === 'object' && 'stray' in target)
      return { kind: 'known', fingerprint: target.stray, wanted: [] };
    const next = typeof target === 'string' ? target : (target.shows ?? here);
    this.historyGrew = next !== here && this.#driver.page(next).pushes === true;
    if (this.historyGrew) this.#behind.push(here);
    this.#page = next;
    return this.#outcome(typeof target === 'string' ? [] : [target.wants], known);
  }

  async back(known: ReadonlySet<string>): Promise<Outcome> {
    const page = this.#behind.pop();
    if (page === undefined) return { kind: 'lost' };
    this.#driver.log.push('back');
    this.#page = page;
    this.historyGrew = false;
    return this.#outcome([], known);
  }

  async printsAt(paths: readonly string[]): Promise<(string | null)[]> {
    const document = this.#page === null ? null : this.#capture([]).document;
    return paths.map((path) => document && printAt(document, path, null));
  }

  async picture(): Promise<null> {
    return null;
  }

  async close(): Promise<void> {}

  #outcome(wants: readonly string[], known: ReadonlySet<string>): Outcome {
    const capture = this.#capture(wants);
    if (!known.has(capture.fingerprint)) return { kind: 'captured', capture };
    return { kind: 'known', fingerprint: capture.fingerprint, wanted: capture.wanted };
  }

  #capture(wants: readonly string[]): Capture {
    const name = this.#page as string;
    const page = this.#driver.page(name);
    return captureOf(page.lines ?? page.content ?? name, this.#document, {
      candidates: candidatesOf(page),
      wanted: wants.map((path) => new URL(path, origin).href),
    });
  }
}

/** A capture that shows a line of text, or several; numbers are spelled, since pages differ by words. */
export function captureOf(
  content: string | readonly string[],
  url: string,
  more: Partial<Capture> = {},
): Capture {
  const spelled = (text: string) =>
    text.replaceAll('/', 'p').replace(/\d/g, (digit) => 'zyxwvutsrq'[Number(digit)] as string);
  const lines = typeof content === 'string' ? null : content.map((line) => ({ tag: 'p', kids: [line] }));
  const body = { tag: 'body', kids: lines ?? [spelled(content as string)] };
  const root = { tag: 'html', kids: [body] };
  const document = { url, base: url, doctype: 'html', title: String(content), lang: '', root };
  return {
    fingerprint: documentPrints(document).exact,
    form: '',
    document,
    documentUrl: url,
    status: 200,
    contentType: 'text/html',
    lastModified: null,
    etag: null,
    freshUntil: null,
    bodyPrint: null,
    candidates: [],
    wanted: [],
    requests: [],
    settled: 'quiet',
    ...more,
  };
}

/** A candidate of a table's page or of a test. */
export function candidateOf(more: Partial<Candidate>): Candidate {
  return { xpath: '/HTML', id: null, tag: 'span', event: 'click', text: '', traits: '', hints: '', ...more };
}

function candidatesOf({
  calls = {},
  labels = {},
  links = [],
  heard = [],
  hints = '',
}: TablePage): Candidate[] {
  const scripted = Object.keys(calls).map((call, at) => {
    const xpath = `/HTML/BODY[1]/SPAN[${at + 1}]`;
    return candidateOf({ xpath, call, script: 'inline', traits: xpath, hints, text: labels[call] ?? '' });
  });
  const linked = links.map((link, at) =>
    candidateOf({ xpath: `/HTML/BODY[1]/A[${at + 1}]`, tag: 'a', href: new URL(link, origin).href }),
  );
  const handler = { place: 'site.js:1:1', kind: 'listener', values: '' } as const;
  const listened = heard.map((link, at) =>
    candidateOf({ xpath: `/HTML/BODY[1]/B[${at + 1}]`, tag: 'a', href: new URL(link, origin).href, handler }),
  );
  return [...scripted, ...linked, ...listened];
}

/** What a crawl of a table came to. */
export interface Run {
  readonly explored: Explored;
  readonly driver: TableDriver;
  readonly events: readonly CrawlEvent[];
}

/** How a table is crawled. */
export interface RunOptions {
  readonly settings?: Partial<CrawlSettings>;
  readonly signal?: AbortSignal;
  readonly robots?: string;
  readonly turns?: () => number;
  readonly listen?: (event: CrawlEvent) => void;
  /** Stands before the store. */
  readonly through?: (site: SiteStore) => SiteStore;
}

/** A store in a temporary folder in which a table is crawled, once or several times. */
export class Crawl {
  readonly site: SiteStore;
  readonly #store: Store;
  readonly #folder: string;

  constructor(site: SiteStore, store: Store, folder: string) {
    this.site = site;
    this.#store = store;
    this.#folder = folder;
  }

  static async begin(): Promise<Crawl> {
    const folder = await mkdtemp(join(tmpdir(), 'argiope-explore-'));
    const store = await openStoreAt(`sqlite:${join(folder, 'argiope.db')}`);
    const site = (await store.site('127.0.0.1:9', { seeds: [], settings: {} })) as SiteStore;
    return new Crawl(site, store, folder);
  }

  async run(table: Table, options: RunOptions = {}): Promise<Run> {
    const driver = new TableDriver(table, options.turns);
    const events: CrawlEvent[] = [];
    const start = Object.keys(table)[0] as string;
    const robots = { status: options.robots === undefined ? 404 : 200, body: options.robots ?? '' };
    const explored = await explore({
      settings: defaultSettings([origin + start], { workers: 1, ...options.settings }),
      site: options.through?.(this.site) ?? this.site,
      files: {
        fetch: async () => null,
        robots: async () => robots,
        counts: () => ({ requests: 0, bytes: 0 }),
      },
      manners: new Manners(0),
      driver: async () => driver,
      listen: (event) => {
        events.push(event);
        options.listen?.(event);
      },
      signal: options.signal ?? null,
    });
    return { explored, driver, events };
  }

  /** What the kept pages show, sorted. */
  async pages(): Promise<string[]> {
    return (await this.site.pages({ status: 'kept' })).map((page) => page.content?.title ?? '').sort();
  }

  /** Transitions as `/a load(2) → b`, sorted; one that leads to its own page leads nowhere. */
  async edges({ reasons = false } = {}): Promise<string[]> {
    const titles = new Map<number, string>();
    for (const page of await this.site.pages({ status: 'kept' }))
      titles.set(page.number, page.content?.title ?? '');
    // States on the way to a page are other names of what they show.
    const shown = new Map<number, number | null>();
    for (const page of await this.site.pages({ status: 'merged' })) shown.set(page.number, page.mergedInto);
    const edges = new Set<string>();
    for await (const { source, action, target, reason } of this.site.allTransitions()) {
      const call = action.instruction.text.replace(/^inline:/, '').replace(origin, '');
      const from = shown.get(source) ?? source;
      const to = target === null || target === from ? undefined : titles.get(target);
      edges.add(`${titles.get(from)} ${call} → ${to ?? 'nowhere'}${reasons ? ` (${reason})` : ''}`);
    }
    return [...edges].sort();
  }

  async transitions(): Promise<Transition[]> {
    const all: Transition[] = [];
    for await (const transition of this.site.allTransitions()) all.push(transition);
    return all;
  }

  async close(): Promise<void> {
    await this.#store.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Crawls a table in a store of its own and has the result looked at. */
export async function crawled(
  table: Table,
  options: RunOptions,
  look: (crawl: Crawl, run: Run) => Promise<void>,
): Promise<void> {
  const crawl = await Crawl.begin();
  try {
    await look(crawl, await crawl.run(table, options));
  } finally {
    await crawl.close();
  }
}

/** The edges that a crawl of a table should find, spelled as `Crawl.edges` spells them. */
export function edgesOf(table: Table): string[] {
  const shown = (name: string) => table[name]?.content ?? name;
  const edge = (from: string, what: string, to: string) =>
    `${shown(from)} ${what} → ${to === shown(from) ? 'nowhere' : to}`;
  const edges = Object.entries(table).flatMap(([name, { calls = {}, links = [] }]) => [
    ...Object.entries(calls).map(([call, target]) => {
      return edge(name, call, typeof target === 'string' ? shown(target) : 'nowhere');
    }),
    ...links.map((link) => edge(name, link, shown(table[link]?.redirect ?? link))),
  ]);
  return [...new Set(edges)].sort();
}
