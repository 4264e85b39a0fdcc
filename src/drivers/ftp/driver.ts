import type { CrawlSettings } from '../../config/settings.ts';
import { documentPrints } from '../../dom/canonical.ts';
import { printAt } from '../../dom/print-at.ts';
import { type VolatileMask, volatileMask } from '../../dom/volatile.ts';
import { allowedAddress, forbiddenAddress } from '../../frontier/addresses.ts';
import type { Manners } from '../../frontier/manners.ts';
import { withoutFragment } from '../../frontier/normalize.ts';
import type { Capture, Resource } from '../../model/capture.ts';
import type { DocumentTree } from '../../model/document.ts';
import type { Driver, Outcome, ResourceSink, Tab } from '../../model/driver.ts';
import { ArgiopeError } from '../../model/errors.ts';
import { capturePage } from '../http/page/capture.ts';
import { isPageType, mediaType } from '../http/page/content-type.ts';
import { linksOf } from '../http/page/links.ts';
import type { Probed } from '../http/probe.ts';
import type { Validators } from '../http/validators.ts';
import { addressOf, type FtpAddress, parseAddress, readable } from './address.ts';
import { ftpError, isMissing } from './errors.ts';
import { type FtpLimits, ftpLimits } from './limits.ts';
import { type Entry, entriesOf, listingPrint } from './listing.ts';
import { fileDocument, listingDocument } from './page.ts';
import { type FileFacts, FtpSession } from './session.ts';
import { contentTypeOf } from './types.ts';

/** What the driver needs besides the settings. */
export interface FtpSeams {
  /** Judges each page's address before it is asked. Default: everything may be asked. */
  readonly permit?: (url: string) => Promise<void>;
  /** Asked for a turn before each file of a page. Default: no waiting. */
  readonly manners?: Pick<Manners, 'waitTurn' | 'answered'>;
  /** Told of files that are no text: they are kept as they are. */
  readonly sink?: ResourceSink | null;
  readonly limits?: Partial<FtpLimits>;
}

type Needed = Pick<CrawlSettings, 'seeds' | 'auth' | 'charset'> &
  Partial<Pick<CrawlSettings, 'maxSize' | 'logins'>>;

/** Folders and files that are remembered from listings. */
const remembered = 50_000;

/** The driver for FTP, which can also ask whether a file has changed. */
export interface FtpDriver extends Driver {
  /** Asks whether size and moment of a file are what they were, without reading it. */
  probe(url: string, known: Validators): Promise<Probed>;
}

/** Makes a driver that sees folders of an FTP server as pages with links, and its files as pages. */
export function ftpDriver(settings: Needed, seams: FtpSeams = {}): FtpDriver {
  const site = new FtpSite(settings, seams);
  return {
    kind: 'ftp',
    fires: () => false,
    tab: async () => new FtpTab(site),
    counts: () => ({ ...site.counts, requestsFromCache: 0 }),
    ignore: (spots) => {
      site.mask = volatileMask(spots);
    },
    fetch: (url) => site.fetch(url),
    probe: (url, known) => site.probe(url, known),
    close: async () => site.close(),
  };
}

/** What all tabs of a crawl share: what listings told, and the connection for files of pages. */
class FtpSite {
  readonly settings: Needed;
  readonly limits: FtpLimits;
  readonly counts = { requests: 0, bytes: 0 };
  mask: VolatileMask | null = null;
  readonly #seams: FtpSeams;
  readonly #sessions = new Set<FtpSession>();
  readonly #facts = new Map<string, FileFacts>();
  /** What folders hold, by authority and path. */
  readonly #prints = new Map<string, string>();
  #files: FtpSession | null = null;

  constructor(settings: Needed, seams: FtpSeams) {
    this.settings = settings;
    this.#seams = seams;
    const { maxSize } = settings;
    this.limits = { ...ftpLimits, ...(maxSize !== undefined && { body: maxSize }), ...seams.limits };
  }

  session(): FtpSession {
    const session = new FtpSession(this.settings, this.limits, this.counts);
    this.#sessions.add(session);
    return session;
  }

  drop(session: FtpSession): void {
    session.close();
    this.#sessions.delete(session);
  }

  close(): void {
    for (const session of [...this.#sessions]) this.drop(session);
  }

  async check(url: string): Promise<FtpAddress> {
    if (!allowedAddress(url, this.settings.seeds)) throw forbiddenAddress(url);
    await this.#seams.permit?.(url);
    const at = parseAddress(withoutFragment(url));
    if (at.path.split('/').length <= this.limits.folders + 1) return at;
    throw new ArgiopeError(
      'TOO_LARGE',
      `${url} lies more than ${this.limits.folders} folders deep: a link probably leads back.`,
      { url },
    );
  }

  learn(at: FtpAddress, entries: readonly Entry[]): void {
    for (const { path, size, modified, exact, kind } of entries) {
      if (this.#facts.size >= remembered) this.#facts.clear();
      if (kind === 'file') this.#facts.set(at.authority + path, { size, modified: exact ? modified : null });
    }
  }

  factsOf(at: FtpAddress): FileFacts | null {
    return this.#facts.get(at.authority + at.path) ?? null;
  }

  /** The folder above this one that holds the very same: a link led back to it. */
  above(at: FtpAddress, entries: readonly Entry[]): FtpAddress | null {
    const print = listingPrint(entries);
    if (print === null) return null;
    for (let path = parentOf(at.path); path !== null; path = parentOf(path)) {
      if (this.#prints.get(at.authority + path) === print) return parseAddress(addressOf(at, path));
    }
    if (this.#prints.size >= remembered) this.#prints.clear();
    this.#prints.set(at.authority + at.path, print);
    return null;
  }

  keep(resource: Resource): void {
    this.#seams.sink?.(resource);
  }

  async fetch(url: string): Promise<Resource | null> {
    return this.#ask(url, async (session, at) => {
      const { size } = await session.facts(at);
      const body = await session.read(at, size);
      return { url, status: 200, contentType: contentTypeOf(at.path, body, this.settings.charset), body };
    });
  }

  async probe(url: string, known: Validators): Promise<Probed> {
    const facts = (await this.#ask(url, (session, at) => session.facts(at))) ?? unknown;
    const etag = tagOf(facts);
    const status = etag !== null && etag === known.etag ? 304 : 200;
    return { status, etag, lastModified: facts.modified, print: null };
  }

  /** Asks in turn on the connection for files; `null` where there is no such thing. */
  async #ask<T>(url: string, run: (session: FtpSession, at: FtpAddress) => Promise<T>): Promise<T | null> {
    if (!allowedAddress(url, this.settings.seeds)) throw forbiddenAddress(url);
    const at = parseAddress(withoutFragment(url));
    this.#files ??= this.session();
    const { host } = new URL(url);
    await this.#seams.manners?.waitTurn(host);
    const begun = performance.now();
    try {
      const found = await run(this.#files, at);
      this.#seams.manners?.answered(host, performance.now() - begun, 200);
      return found;
    } catch (error) {
      if (isMissing(error)) return null;
      throw ftpError(error, url);
    }
  }
}

/** One connection that shows one folder or file after the other; there is nothing to fire. */
class FtpTab implements Tab {
  readonly historyGrew = false;
  readonly #site: FtpSite;
  readonly #session: FtpSession;
  #document: DocumentTree | null = null;

  constructor(site: FtpSite) {
    this.#site = site;
    this.#session = site.session();
  }

  async open(url: string): Promise<Capture> {
    this.#document = null;
    const at = await this.#site.check(url);
    const capture = await this.#see(at).catch((error) => {
      throw ftpError(error, url);
    });
    this.#document = capture.document;
    return capture;
  }

  async picture(): Promise<null> {
    return null;
  }

  async printsAt(paths: readonly string[]): Promise<(string | null)[]> {
    const document = this.#document;
    return paths.map((path) => document && printAt(document, path, this.#site.mask));
  }

  async fire(): Promise<Outcome> {
    return { kind: 'lost' };
  }

  async back(): Promise<Outcome> {
    return { kind: 'lost' };
  }

  async close(): Promise<void> {
    this.#site.drop(this.#session);
  }

  /** What ends in a slash is a folder; other things are files, or links to folders. */
  async #see(at: FtpAddress): Promise<Capture> {
    if (at.path.endsWith('/')) return this.#seeFolder(at);
    try {
      return await this.#seeFile(at);
    } catch (error) {
      if (!isMissing(error)) throw error;
      return this.#seeFolder(parseAddress(`${at.url}/`)).catch((again) => {
        throw isMissing(again) ? error : again;
      });
    }
  }

  async #seeFolder(at: FtpAddress): Promise<Capture> {
    const entries = entriesOf(at.path, await this.#session.list(at));
    const above = this.#site.above(at, entries);
    if (above) return this.#seeFolder(above);
    this.#site.learn(at, entries);
    return this.#captured(
      at,
      listingDocument(at, entries, this.#site.settings.charset),
      'text/html',
      unknown,
    );
  }

  async #seeFile(at: FtpAddress): Promise<Capture> {
    const { settings, limits, mask } = this.#site;
    const facts = this.#site.factsOf(at) ?? (await this.#session.facts(at));
    const body = await this.#session.read(at, facts.size);
    const contentType = contentTypeOf(at.path, body, settings.charset);
    const type = mediaType(contentType);
    const modified = facts.modified;
    if (isPageType(type)) {
      const told = { lastModified: modified ?? '', etag: tagOf(facts) };
      const raw = { url: at.url, status: 200, contentType, ...told, body };
      const capture = capturePage(
        { ...raw, requests: requestsFor(at, facts), nesting: limits.nesting },
        mask,
      );
      return type === 'text/plain'
        ? { ...capture, document: named(capture.document, at, settings) }
        : capture;
    }
    this.#site.keep({ url: at.url, status: 200, contentType, body });
    const shown = fileDocument(at, { type, size: body.length, modified }, settings.charset);
    return this.#captured(at, shown, type, facts);
  }

  #captured(at: FtpAddress, document: DocumentTree, contentType: string, facts: FileFacts): Capture {
    const { exact, form } = documentPrints(document, this.#site.mask);
    return {
      ...{ fingerprint: exact, form, document, documentUrl: at.url, status: 200, contentType },
      candidates: linksOf(document).filter(({ href }) => href !== at.url),
      ...{ lastModified: facts.modified, etag: tagOf(facts), freshUntil: null, bodyPrint: null },
      ...{ wanted: [], requests: requestsFor(at, facts), settled: 'quiet' },
    };
  }
}

const unknown: FileFacts = { size: null, modified: null };

/** Size and moment as one validator, `null` where the server does not tell both. */
function tagOf({ size, modified }: FileFacts): string | null {
  return size === null || modified === null ? null : `"${size}-${modified}"`;
}

/** A text has no title of its own but the name of its file. */
function named(document: DocumentTree, at: FtpAddress, { charset }: Needed): DocumentTree {
  const title = readable(at.path.slice(at.path.lastIndexOf('/') + 1), charset);
  const [, ...rest] = document.root.kids ?? [];
  const head = { tag: 'head', kids: [{ tag: 'title', kids: [title] }] };
  return { ...document, title, root: { ...document.root, kids: [head, ...rest] } };
}

function requestsFor({ url }: FtpAddress, facts: FileFacts): Capture['requests'] {
  const told = { etag: tagOf(facts), lastModified: facts.modified };
  return [{ method: 'GET', url, status: 200, kind: 'document', ...told }];
}

function parentOf(path: string): string | null {
  return path === '/' ? null : path.replace(/[^/]*\/$/, '');
}
