import type { CrawlSettings } from '../../config/settings.ts';
import type { VolatileMask } from '../../dom/volatile.ts';
import { NameReader } from '../../encoding/names.ts';
import { allowedAddress, forbiddenAddress } from '../../frontier/addresses.ts';
import type { Manners } from '../../frontier/manners.ts';
import { withoutFragment } from '../../model/address.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { Resource } from '../../model/capture.ts';
import type { ResourceSink } from '../../model/driver.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { Probed } from '../http/probe.ts';
import type { Validators } from '../http/validators.ts';
import { isSeed } from '../login.ts';
import { addressOf, type FtpAddress, parseAddress } from './address.ts';
import { ftpError, isMissing } from './errors.ts';
import { type FtpLimits, ftpLimits } from './limits.ts';
import { type ListingEntry, listingPrint } from './listing.ts';
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

/** What the driver needs of the settings. */
export type FtpSettings = Pick<CrawlSettings, 'seeds' | 'auth' | 'charset'> &
  Partial<Pick<CrawlSettings, 'maxSize' | 'logins' | 'proxy'>>;

/** Folders and files that are remembered from listings. */
const remembered = 50_000;

/** Sessions that are kept while nobody uses them. */
const idleSessions = 16;

/** What all tabs of a crawl share: what listings told, and the sessions. */
export class FtpSite {
  readonly settings: FtpSettings;
  readonly limits: FtpLimits;
  readonly counts = { requests: 0, bytes: 0 };
  mask: VolatileMask | null = null;
  readonly #seams: FtpSeams;
  readonly #sessions = new Set<FtpSession>();
  /** Those that nobody uses, the one that was used last at the end. */
  readonly #idle: FtpSession[] = [];
  readonly #facts = new BoundedMap<string, FileFacts>(remembered);
  readonly #names = new NameReader();
  /** What folders hold, by authority and path. */
  readonly #prints = new BoundedMap<string, string>(remembered);

  constructor(settings: FtpSettings, seams: FtpSeams) {
    this.settings = settings;
    this.#seams = seams;
    const { maxSize } = settings;
    this.limits = { ...ftpLimits, ...(maxSize !== undefined && { body: maxSize }), ...seams.limits };
  }

  /** Lends a session: one that was at the same server before, so that there are no more than are used at once. */
  async lend<T>({ authority }: FtpAddress, run: (session: FtpSession) => Promise<T>): Promise<T> {
    const at = this.#idle.findLastIndex((idle) => idle.authority === authority);
    const [kept] = at < 0 ? [] : this.#idle.splice(at, 1);
    const session = kept ?? new FtpSession(this.settings, this.limits, this.counts);
    this.#sessions.add(session);
    try {
      return await run(session);
    } finally {
      this.#idle.push(session);
      for (const spare of this.#idle.splice(0, this.#idle.length - idleSessions)) this.#drop(spare);
    }
  }

  close(): void {
    for (const session of [...this.#sessions]) this.#drop(session);
  }

  #drop(session: FtpSession): void {
    session.close();
    this.#sessions.delete(session);
  }

  async check(url: string): Promise<FtpAddress> {
    this.#refuse(url);
    await this.#seams.permit?.(url);
    const at = parseAddress(withoutFragment(url));
    if (at.path.split('/').length <= this.limits.folders + 1) return at;
    throw new ArgiopeError(
      'TOO_LARGE',
      `${url} lies more than ${this.limits.folders} folders deep: a link probably leads back.`,
      { url },
    );
  }

  learn(at: FtpAddress, entries: readonly ListingEntry[]): void {
    const names = entries.map(({ name }) => name);
    this.#names.learn(at.authority, at.path, names);
    for (const { path, size, modified, exact, kind } of entries) {
      if (kind === 'file') this.#facts.set(at.authority + path, { size, modified: exact ? modified : null });
    }
  }

  factsOf(at: FtpAddress): FileFacts | null {
    return this.#facts.get(at.authority + at.path) ?? null;
  }

  /** The folder above this one that holds the very same: a link led back to it. */
  above(at: FtpAddress, entries: readonly ListingEntry[]): FtpAddress | null {
    const print = listingPrint(entries);
    if (print === null) return null;
    for (let path = parentOf(at.path); path !== null; path = parentOf(path)) {
      if (this.#prints.get(at.authority + path) === print) return parseAddress(addressOf(at, path));
    }
    this.#prints.set(at.authority + at.path, print);
    return null;
  }

  /** A path as people read it: as `--charset` says, else by the names beside each. */
  readable({ authority }: FtpAddress, path: string): string {
    const { charset } = this.settings;
    if (charset === null) return this.#names.read(authority, path);
    return new TextDecoder(charset).decode(Buffer.from(path, 'latin1'));
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
    const facts = (await this.#ask(url, (session, at) => session.facts(at))) ?? unknownFacts;
    const etag = tagOf(facts);
    const status = etag !== null && etag === known.etag ? 304 : 200;
    return { status, etag, lastModified: facts.modified, print: null };
  }

  /** FTP goes past a proxy: where one is named, only servers of the seeds are asked. */
  #refuse(url: string): void {
    const { seeds, proxy = null } = this.settings;
    if (!allowedAddress(url, seeds)) throw forbiddenAddress(url);
    if (proxy === null || isSeed(url, seeds)) return;
    throw new ArgiopeError(
      'FORBIDDEN_ADDRESS',
      `Expected to ask by the proxy, but there is none for ${url}.`,
      {
        url,
        advice: 'To have its server asked directly, give it as a start address of its own.',
      },
    );
  }

  /** Asks for something about a file in turn; `null` where there is no such thing. */
  async #ask<T>(url: string, run: (session: FtpSession, at: FtpAddress) => Promise<T>): Promise<T | null> {
    this.#refuse(url);
    const at = parseAddress(withoutFragment(url));
    const { host } = new URL(url);
    await this.#seams.manners?.waitTurn(host);
    const begun = performance.now();
    try {
      const found = await this.lend(at, (session) => run(session, at));
      this.#seams.manners?.answered(host, performance.now() - begun, 200);
      return found;
    } catch (error) {
      if (isMissing(error)) return null;
      throw ftpError(error, url);
    }
  }
}

/** What is known of a file of which the server says nothing, and of folders. */
export const unknownFacts: FileFacts = { size: null, modified: null };

/** Size and moment as one validator, `null` where the server does not tell both. */
export function tagOf({ size, modified }: FileFacts): string | null {
  return size === null || modified === null ? null : `"${size}-${modified}"`;
}

function parentOf(path: string): string | null {
  return path === '/' ? null : path.replace(/[^/]*\/$/, '');
}
