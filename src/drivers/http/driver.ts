import type { CrawlSettings } from '../../config/settings.ts';
import { printAt } from '../../dom/print-at.ts';
import { type VolatileMask, volatileMask } from '../../dom/volatile.ts';
import { headerAddresses, type WrittenLinks } from '../../dom/written.ts';
import { maxRobotsBytes } from '../../frontier/robots-text.ts';
import { capturePage, type RawPage } from '../../html/capture.ts';
import type { Portion } from '../../memory/budget.ts';
import { withoutFragment } from '../../model/address.ts';
import type { Capture, Question, Resource } from '../../model/capture.ts';
import type { DocumentTree } from '../../model/document.ts';
import type { Driver, Outcome, Permit, ResourceSink, Tab } from '../../model/driver.ts';
import { ArgiopeError } from '../../model/errors.ts';
import { isWantedFile } from '../../model/file.ts';
import type { GivenDocument } from '../given.ts';
import { ScriptFiles } from '../script-files.ts';
import { type Answer, type ClientSeams, type ClientSettings, type Errand, HttpClient } from './client.ts';
import { type HttpLimits, limitsOf } from './limits.ts';
import { type Probed, probed } from './probe.ts';
import { fileError, fileTypeOf, isBinary, refuseStatus } from './refusal.ts';
import { etagOf, freshUntil, isoMoment, type Validators } from './validators.ts';

/** What the driver needs besides the settings: manners (default: no waiting), cookies, hooks, and more. */
export interface HttpSeams extends ClientSeams {
  /** Judges each page's address before it is asked, redirects included. Default: everything may be asked. */
  readonly permit?: Permit;
  /** Told the header `X-Robots-Tag` of each page, one line for each header, empty where there is none. */
  readonly robotsTag?: ((url: string, header: string) => void) | undefined;
  /** Told of files of the wanted types that stand where a page might have been; without it none is read. */
  readonly sink?: ResourceSink | null | undefined;
  readonly limits?: Partial<HttpLimits>;
}

/** A page with the document as it came. */
export interface ReadPage {
  readonly capture: Capture;
  readonly given: GivenDocument;
}

/** What asking again for a page gave. */
export type Revisit =
  | { readonly kind: 'captured'; readonly capture: Capture }
  /** The server says that it is as it was, with what it says of it now. */
  | ({ readonly kind: 'not-modified' } & Pick<Capture, 'etag' | 'lastModified' | 'freshUntil' | 'requests'>);

/** The driver for plain HTTP, which can also read a site's robots.txt and sitemaps. */
export interface HttpDriver extends Driver {
  /** Reads a page for someone who may show it to another driver as well. */
  page(url: string): Promise<ReadPage>;
  /** Reads a page only where it differs from what gave the validators; a redirect may lead elsewhere by now. */
  revisit(url: string, known: Validators): Promise<Revisit>;
  /**
   * Asks whether an answer that pages were made from has changed; documents are asked for as pages are, what was
   * asked by sending something along by sending it again.
   */
  probe(
    url: string,
    known: Validators,
    kind: 'document' | 'data' | 'script',
    question?: Question,
  ): Promise<Probed>;
  /** Asks for a robots.txt without permission; the status is that of the last answer. */
  robots(url: string, permit?: Permit): Promise<{ readonly status: number; readonly body: string }>;
  /** Reads a file piece by piece, unpacked, up to so many bytes; throws where there is none. */
  stream(url: string, most: number, take: (piece: Uint8Array) => void, permit?: Permit): Promise<void>;
  /** Reads one file, as `Driver.fetch` does; `permit` is asked before each request on the way. */
  fetch(url: string, permit?: Permit): Promise<Resource | null>;
  /** Reads a page as its bytes, with the header `X-Robots-Tag`, one line for each; a question is sent along by POST. `portion` is what it has of the budget, which the caller lets go of. */
  read(
    url: string,
    permit?: Permit,
    question?: Question,
    portion?: Portion,
  ): Promise<{ readonly raw: RawPage; readonly robotsTag: string }>;
  /** Asks for data as a page's script would; whatever comes is no page. */
  data(request: DataRequest, permit?: Permit): Promise<Resource>;
}

/** What a page's script asks a server for. */
export interface DataRequest {
  readonly url: string;
  /** What is sent along by POST. */
  readonly question?: Question;
  /** How the script wants to be answered. */
  readonly headers: Readonly<Record<string, string>>;
}

type Needed = ClientSettings &
  Partial<Pick<CrawlSettings, 'types' | 'keepFiles' | 'maxSize' | 'timeout' | 'links'>>;

/** How answers are read as pages. */
interface PageReading {
  readonly limits: HttpLimits;
  readonly types: readonly string[] | undefined;
  /** Media types of files that are read too. */
  readonly keepFiles: readonly string[];
  readonly sink: ResourceSink | null;
  readonly links: WrittenLinks;
  /** Where the scripts of pages are read too. */
  readonly scripts: ScriptFiles | null;
}

/** Makes a driver that sees pages as their server sends them, without running scripts. */
export function httpDriver(settings: Needed, seams: HttpSeams = {}): HttpDriver {
  const { types, keepFiles = [], links = 'documents' } = settings;
  const limits = { ...limitsOf(settings), ...seams.limits };
  const client = new HttpClient(settings, limits, seams);
  let mask: VolatileMask | null = null;
  const errands = errandsOf(limits, seams.permit ?? null);
  const fetchFile = (url: string, permit?: Permit) =>
    client.ask(url, permitted(errands.file, permit), (answer) => readFile(answer, url));
  const scripts = links === 'all' ? new ScriptFiles(fetchFile) : null;
  const reading: PageReading = { limits, types, keepFiles, sink: seams.sink ?? null, links, scripts };
  const page = (url: string): Promise<ReadPage> =>
    client.ask(url, errands.page, (answer) => {
      seams.robotsTag?.(answer.url, answer.lines('x-robots-tag').join('\n'));
      return readPage(answer, url, reading, mask);
    });
  return {
    kind: 'http',
    fires: () => false,
    page,
    tab: async () =>
      new HttpTab(
        async (url) => (await page(url)).capture,
        () => mask,
      ),
    counts: () => client.counts(),
    ignore: (spots) => {
      mask = volatileMask(spots);
    },
    revisit: (url, known) =>
      client.ask(url, { ...errands.page, known }, async (answer): Promise<Revisit> => {
        if (answer.status === 304) return notModified(answer, known);
        seams.robotsTag?.(answer.url, answer.lines('x-robots-tag').join('\n'));
        return { kind: 'captured', capture: (await readPage(answer, url, reading, mask)).capture };
      }),
    probe: (url, known, kind, question) => {
      if (question !== undefined)
        return client.ask(url, { ...errands.file, redirects: 0, question }, (answer) =>
          probed(answer, known),
        );
      const errand = kind === 'document' ? { ...errands.page, permit: null } : errands.file;
      return client.ask(url, { ...errand, known }, (answer) => probed(answer, known));
    },
    fetch: fetchFile,
    robots: (url, permit) => askRobots(client, url, permitted(errands.robots, permit)),
    read: (url, permit, question, portion) => {
      const errand = { ...permitted(errands.page, permit), portion };
      return client.ask(url, question ? { ...errand, question } : errand, async (answer) => ({
        robotsTag: answer.lines('x-robots-tag').join('\n'),
        raw: await readRaw(answer, url, reading),
      }));
    },
    data: ({ url, question, headers }, permit) => {
      const errand = { ...permitted(errands.file, permit), kind: 'data' as const, headers };
      return client.ask(url, question ? { ...errand, question } : errand, async (answer) => {
        refuseStatus(answer);
        const contentType = answer.header('content-type');
        return { url: answer.url, status: answer.status, contentType, body: await answer.body() };
      });
    },
    stream: (url, most, take, permit) =>
      client.ask(url, permitted(errands.file, permit), (answer) => {
        refuseStatus(answer);
        return answer.pieces(most, take);
      }),
    close: () => client.close(),
  };
}

/** Files are asked for without permission: style sheets and images may lie anywhere. */
function errandsOf(limits: HttpLimits, permit: Permit | null): Record<'page' | 'file' | 'robots', Errand> {
  const { redirects, robotsRedirects } = limits;
  const accept = 'text/html,application/xhtml+xml;q=0.9,text/plain;q=0.8,*/*;q=0.1';
  return {
    page: { accept, kind: 'document', redirects, permit },
    file: { accept: '*/*', kind: 'asset', redirects, permit: null },
    robots: { accept: 'text/plain,*/*;q=0.1', kind: 'data', redirects: robotsRedirects, permit: null },
  };
}

function permitted(errand: Errand, permit: Permit | undefined): Errand {
  return permit === undefined ? errand : { ...errand, permit };
}

/** A tab without a page in it: there is nothing to fire, and no history. */
class HttpTab implements Tab {
  readonly historyGrew = false;
  readonly #read: (url: string) => Promise<Capture>;
  readonly #mask: () => VolatileMask | null;
  #document: DocumentTree | null = null;

  constructor(read: (url: string) => Promise<Capture>, mask: () => VolatileMask | null) {
    this.#read = read;
    this.#mask = mask;
  }

  async open(url: string): Promise<Capture> {
    this.#document = null;
    const capture = await this.#read(url);
    this.#document = capture.document;
    return capture;
  }

  async printsAt(paths: readonly string[]): Promise<(string | null)[]> {
    const [document, mask] = [this.#document, this.#mask()];
    return paths.map((path) => document && printAt(document, path, mask));
  }

  async fire(): Promise<Outcome> {
    return { kind: 'lost' };
  }

  async back(): Promise<Outcome> {
    return { kind: 'lost' };
  }

  /** Nothing is laid out without a browser. */
  async picture(): Promise<null> {
    return null;
  }

  async close(): Promise<void> {}
}

async function readPage(
  answer: Answer,
  asked: string,
  reading: PageReading,
  mask: VolatileMask | null,
): Promise<ReadPage> {
  const raw = await readRaw(answer, asked, reading);
  const { url, status, body } = raw;
  const read = capturePage(raw, mask, reading.links);
  const written = (await reading.scripts?.of(read.document)) ?? [];
  const capture =
    written.length === 0 ? read : { ...read, wanted: [...new Set([...read.wanted, ...written])] };
  return { capture, given: { url, status, headers: answer.headers(), body } };
}

async function readRaw(answer: Answer, asked: string, reading: PageReading): Promise<RawPage> {
  const { limits, types } = reading;
  const type = fileTypeOf(answer, types);
  if (type !== null) throw await foundFile(answer, asked, type, reading);
  const body = await answer.body();
  if (isBinary(answer, body))
    throw await foundFile({ ...answer, body: async () => body }, asked, 'application/octet-stream', reading);
  const fragment = /#.*$/s.exec(asked)?.[0] ?? '';
  return {
    url: answer.url + fragment,
    status: answer.status,
    contentType: answer.header('content-type'),
    lastModified: answer.header('last-modified'),
    etag: etagOf(answer.header('etag')),
    freshUntil: freshUntil(answer.header, Date.now()),
    body,
    announced: headerAddresses(answer.header, answer.url),
    requests: answer.requests,
    nesting: limits.nesting,
  };
}

/** A file where a page might have been: it is read where files of its type are wanted and it is not too large. */
async function foundFile(
  answer: Answer,
  asked: string,
  contentType: string,
  { types, keepFiles, sink }: PageReading,
): Promise<ArgiopeError> {
  if (sink !== null && isWantedFile(contentType, keepFiles)) {
    try {
      const body = await answer.body();
      const url = withoutFragment(asked);
      sink({ url, status: answer.status, contentType: answer.header('content-type'), body });
    } catch (error) {
      if (!(error instanceof ArgiopeError && error.code === 'TOO_LARGE')) throw error;
    }
  }
  return fileError(answer.url, { contentType, settled: sink !== null }, types);
}

/** A 304 may renew the validators; those that it leaves out stay good. */
function notModified({ header, requests }: Answer, known: Validators): Revisit {
  return {
    kind: 'not-modified',
    etag: etagOf(header('etag')) ?? known.etag,
    lastModified: isoMoment(Date.parse(header('last-modified'))) ?? known.lastModified,
    freshUntil: freshUntil(header, Date.now()),
    requests,
  };
}

/** The resource keeps the address it was asked for: that is what pages refer to. */
async function readFile(answer: Answer, url: string): Promise<Resource | null> {
  const { status } = answer;
  if (status >= 400 && status !== 429 && status !== 503) return null;
  refuseStatus(answer);
  return { url, status, contentType: answer.header('content-type'), body: await answer.body() };
}

/** Redirects without end count as a missing file (RFC 9309 §2.3.1.2). */
async function askRobots(
  client: HttpClient,
  url: string,
  errand: Errand,
): Promise<{ status: number; body: string }> {
  try {
    return await client.ask(url, errand, async (answer) => {
      const good = answer.status >= 200 && answer.status < 300;
      const body = good ? await beginning(answer, maxRobotsBytes + 1) : Buffer.alloc(0);
      return { status: answer.status, body: body.toString('utf8') };
    });
  } catch (error) {
    if (error instanceof ArgiopeError && error.code === 'REDIRECT') return { status: 404, body: '' };
    throw error;
  }
}

/** The first bytes of a body; one that goes on for ever is left there. */
async function beginning(answer: Answer, most: number): Promise<Buffer> {
  const enough = new Error('enough');
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    await answer.pieces(Number.POSITIVE_INFINITY, (piece) => {
      pieces.push(piece);
      size += piece.length;
      if (size >= most) throw enough;
    });
  } catch (error) {
    if (error !== enough) throw error;
  }
  return Buffer.concat(pieces).subarray(0, most);
}
