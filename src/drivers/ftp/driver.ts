import { documentPrints } from '../../dom/canonical.ts';
import { printAt } from '../../dom/print-at.ts';
import { volatileMask } from '../../dom/volatile.ts';
import { capturePage } from '../../html/capture.ts';
import { isPageType, mediaType } from '../../html/content-type.ts';
import { linksOf } from '../../html/links.ts';
import type { Capture } from '../../model/capture.ts';
import type { DocumentTree } from '../../model/document.ts';
import type { Driver, Outcome, Tab } from '../../model/driver.ts';
import type { Probed } from '../http/probe.ts';
import type { Validators } from '../http/validators.ts';
import { type FtpAddress, parseAddress } from './address.ts';
import { ftpError, isMissing } from './errors.ts';
import { entriesOf } from './listing.ts';
import { fileDocument, lastPart, listingDocument } from './page.ts';
import type { FileFacts, FtpSession } from './session.ts';
import { type FtpSeams, type FtpSettings, FtpSite, tagOf, unknownFacts } from './site.ts';
import { contentTypeOf } from './types.ts';

export type { FtpSeams } from './site.ts';

/** The driver for FTP, which can also ask whether a file has changed. */
export interface FtpDriver extends Driver {
  /** Asks whether size and moment of a file are what they were, without reading it. */
  probe(url: string, known: Validators): Promise<Probed>;
}

/** Makes a driver that sees folders of an FTP server as pages with links, and its files as pages. */
export function ftpDriver(settings: FtpSettings, seams: FtpSeams = {}): FtpDriver {
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

/** Shows one folder or file after the other; there is nothing to fire. */
class FtpTab implements Tab {
  readonly historyGrew = false;
  readonly #site: FtpSite;
  #document: DocumentTree | null = null;

  constructor(site: FtpSite) {
    this.#site = site;
  }

  async open(url: string): Promise<Capture> {
    this.#document = null;
    const at = await this.#site.check(url);
    const capture = await this.#site
      .lend(at, (session) => this.#see(session, at))
      .catch((error) => {
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
    this.#document = null;
  }

  /** What ends in a slash is a folder; other things are files, or links to folders. */
  async #see(session: FtpSession, at: FtpAddress): Promise<Capture> {
    if (at.path.endsWith('/')) return this.#seeFolder(session, at);
    try {
      return await this.#seeFile(session, at);
    } catch (error) {
      if (!isMissing(error)) throw error;
      return this.#seeFolder(session, parseAddress(`${at.url}/`)).catch((again) => {
        throw isMissing(again) ? error : again;
      });
    }
  }

  async #seeFolder(session: FtpSession, at: FtpAddress): Promise<Capture> {
    const entries = entriesOf(at.path, await session.list(at));
    const above = this.#site.above(at, entries);
    if (above) return this.#seeFolder(session, above);
    this.#site.learn(at, entries);
    return this.#captured(
      at,
      listingDocument(at, entries, (path) => this.#site.readable(at, path)),
      'text/html',
      unknownFacts,
    );
  }

  async #seeFile(session: FtpSession, at: FtpAddress): Promise<Capture> {
    const { settings, limits, mask } = this.#site;
    const facts = this.#site.factsOf(at) ?? (await session.facts(at));
    const body = await session.read(at, facts.size);
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
      if (type !== 'text/plain') return capture;
      // Its document is more than can be made of its bytes again, so these are kept as of any other file.
      this.#site.keep({ url: at.url, status: 200, contentType, body });
      const { sent: _bytes, ...rest } = capture;
      return { ...rest, document: named(capture.document, lastPart(this.#site.readable(at, at.path))) };
    }
    this.#site.keep({ url: at.url, status: 200, contentType, body });
    const file = { type, size: body.length, modified };
    const shown = fileDocument(at, file, (path) => this.#site.readable(at, path));
    return this.#captured(at, shown, type, facts);
  }

  #captured(at: FtpAddress, document: DocumentTree, contentType: string, facts: FileFacts): Capture {
    const { exact, form } = documentPrints(document, this.#site.mask);
    return {
      fingerprint: exact,
      form,
      document,
      documentUrl: at.url,
      status: 200,
      contentType,
      candidates: linksOf(document).filter(({ href }) => href !== at.url),
      lastModified: facts.modified,
      etag: tagOf(facts),
      freshUntil: null,
      bodyPrint: null,
      wanted: [],
      requests: requestsFor(at, facts),
      settled: 'quiet',
    };
  }
}

/** A text has no title of its own but the name of its file. */
function named(document: DocumentTree, title: string): DocumentTree {
  const [, ...rest] = document.root.kids ?? [];
  const head = { tag: 'head', kids: [{ tag: 'title', kids: [title] }] };
  return { ...document, title, root: { ...document.root, kids: [head, ...rest] } };
}

function requestsFor({ url }: FtpAddress, facts: FileFacts): Capture['requests'] {
  const told = { etag: tagOf(facts), lastModified: facts.modified };
  return [{ method: 'GET', url, status: 200, kind: 'document', ...told }];
}
