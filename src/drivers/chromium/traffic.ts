import type { Protocol } from 'devtools-protocol';
import { fingerprintBytes } from '../../fingerprint/rabin.ts';
import type { ArgiopeError, Question, RequestRecord, Resource, ResourceSink } from '../../model/index.ts';
import { tooLarge } from '../http/errors.ts';
import type { Session } from './connection.ts';
import { networkError } from './errors.ts';
import type { Guard } from './guard.ts';
import { patience, within } from './patience.ts';
import { mayAskAgain } from './questions.ts';
import type { Shelf } from './shelf.ts';
import { type Sources, sourceKey } from './sources.ts';
import type { Troubles } from './troubles.ts';

/** The answer to the main document's request. */
export interface DocumentAnswer {
  readonly url: string;
  readonly status: number;
  readonly mimeType: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Flight {
  /** Where its body can be had. */
  readonly session: Session;
  readonly url: string;
  readonly method: string;
  readonly type: string;
  /** Whether it is for the document of a frame. */
  readonly isFrame: boolean;
  /** What is sent along, where the same may be asked again. */
  readonly question: Question | null;
  readonly asks: Readonly<Record<string, string>>;
  status: number;
  mimeType: string;
  headers: Readonly<Record<string, string>>;
  cached: boolean;
}

/** A request whose answer may come later. */
type Heard = Omit<RequestRecord, 'answer'> & { answer?: NonNullable<RequestRecord['answer']> };

/** Milliseconds within which the browser tells that answers have come which the page has. */
const landing = 2_000;

/** Counts shared by all tabs of a driver. */
export interface TrafficCounts {
  requests: number;
  requestsFromCache: number;
  bytes: number;
}

/** What pages are made from, beside what they look like. */
const inputTypes = new Set(['Document', 'XHR', 'Fetch', 'Script']);
const assetTypes = new Set(['Stylesheet', 'Image', 'Font', 'Media']);
/** What a tab's traffic needs to know of its surroundings. */
export interface TrafficSeams {
  readonly counts: TrafficCounts;
  /** Addresses of files that were handed over already, by any tab. */
  readonly seen: Set<string>;
  readonly sink: ResourceSink | null;
  readonly guard: Pick<Guard, 'kept' | 'answered' | 'opening'>;
  readonly shelf: Shelf;
  readonly sources: Sources;
  readonly browser: object;
  /** The page's own frame. */
  readonly frame: string;
  readonly troubles: Troubles;
  /** Methods that events may use. */
  readonly methods: readonly string[];
  /** Decoded bytes of a document or file, at the most. */
  readonly maxSize: number;
  /** Why the server of an address could not be reached, where it could not. */
  readonly why: (url: string) => ArgiopeError | null;
  /** Told the address of each request for data that was answered. */
  readonly asked: (url: string) => void;
}

/** Failures after which it is certain that no server was asked. */
const unasked = /BLOCKED|CONNECTION_(REFUSED|FAILED)|NAME_NOT|ADDRESS|UNSAFE|INVALID_URL|INTERNET|CACHE_MISS/;

/** Follows the requests of one tab: counts them, keeps files that pages use, knows what is in flight. */
export class Traffic {
  readonly #seams: TrafficSeams;
  readonly #flights = new Map<string, Flight>();
  readonly #answers = new Map<string, DocumentAnswer>();
  /** Where navigations were redirected to that no browser follows, by loader. */
  readonly #elsewhere = new Map<string, string>();
  /** Why the server of the document could not be reached. */
  unreached: ArgiopeError | null = null;
  /** Addresses, without their queries, that the current event may post to where it asks a form; `null`: it asks none. */
  posts: readonly string[] | null = null;
  #records: RequestRecord[] = [];
  #scripts = 0;
  #imports = 0;
  #documentBytes = 0;
  /** Why the document will not be there, and who waits to hear of it. */
  #failed: ArgiopeError | null = null;
  #tellFailure: ((error: ArgiopeError) => void) | null = null;
  /** When the server of the document gave a sign of life last. */
  heardAt = 0;
  #waiters: (() => void)[] = [];
  #landed: (() => void) | null = null;
  /** Bodies that are being read; a tab is not closed under them. */
  readonly #reading = new Set<Promise<void>>();

  constructor(session: Session, seams: TrafficSeams) {
    this.#seams = seams;
    this.follow(session);
  }

  /** Follows a session: the page's, or that of a frame in a process of its own. */
  follow(session: Session): void {
    const seams = this.#seams;
    session.on('Network.requestWillBeSent', (sent) => {
      const { requestId, loaderId, frameId, request, type, redirectResponse, initiator } = sent;
      if (redirectResponse) {
        this.#answered(requestId, redirectResponse);
        this.#finish(requestId, redirectResponse.encodedDataLength);
      }
      if (!request.url.startsWith('http')) {
        if (redirectResponse && requestId === loaderId) this.#elsewhere.set(loaderId, request.url);
        return;
      }
      if (type === 'Script' && initiator.type === 'script') this.#imports++;
      if (requestId === loaderId) this.heardAt = performance.now();
      this.#start(requestId, {
        session,
        url: request.url,
        method: request.method,
        // The script of a worker is told of here, its end to the worker alone.
        type: (type === 'Script' && loaderId === '' ? null : type) ?? 'Other',
        isFrame: type === 'Document' && frameId !== seams.frame,
        question: this.#questionOf(request),
        asks: askingHeaders(request.headers),
        status: 0,
        mimeType: '',
        headers: {},
        cached: false,
      });
    });
    session.on('Network.requestServedFromCache', ({ requestId }) => {
      const flight = this.#flights.get(requestId);
      if (flight) flight.cached = true;
    });
    session.on('Network.responseReceived', ({ requestId, loaderId, response, type }) => {
      this.#answered(requestId, response);
      if (type === 'Document' && requestId === loaderId) {
        this.#answers.set(loaderId, {
          url: response.url,
          status: response.status,
          mimeType: response.mimeType,
          headers: lowerCased(response.headers),
        });
      }
    });
    session.on('Network.dataReceived', ({ requestId, dataLength }) => {
      if (!this.#answers.has(requestId)) return;
      this.#documentBytes += dataLength;
      if (this.#documentBytes > seams.maxSize)
        this.#fail(
          tooLarge(this.#answers.get(requestId)?.url ?? '', seams.maxSize, 'the document goes on after them'),
        );
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const flight = this.#flights.get(requestId);
      if (flight) this.#keep(requestId, flight);
      const record = this.#finish(requestId, encodedDataLength);
      if (flight && record?.kind === 'data' && this.posts !== null)
        this.#follow(this.#heard(requestId, flight, record));
    });
    session.on('Network.loadingFailed', ({ requestId, errorText, blockedReason, canceled }) => {
      const flight = this.#flights.get(requestId);
      const why = flight && !canceled ? seams.why(flight.url) : null;
      if (blockedReason === 'inspector' || unasked.test(errorText) || why) seams.guard.kept.add(requestId);
      if (why && flight?.type === 'Document' && !flight.isFrame) this.unreached = why;
      // Its head was there, and its body broke off: no `load` will come.
      if (flight && !canceled && this.#answers.has(requestId))
        this.#fail(why ?? networkError(errorText, flight.url));
      if (flight?.isFrame && !canceled) seams.troubles.frame(flight.url, why?.code ?? errorText);
      // Given in a form that the page refused: the next load asks the site.
      if (flight && seams.guard.answered.has(requestId)) seams.shelf.drop(flight.url);
      this.#finish(requestId, 0);
    });
  }

  #answered(id: string, response: Protocol.Network.Response): void {
    const flight = this.#flights.get(id);
    if (!flight) return;
    flight.status = response.status;
    flight.mimeType = response.mimeType;
    flight.headers = response.headers;
    // No connection: it came with the answer to another tab's request for the same file.
    flight.cached ||= response.fromDiskCache === true || response.connectionId === 0;
    if (!flight.cached && !this.#seams.guard.answered.has(id) && inputTypes.has(flight.type))
      this.#seams.sources.answered(nameOf(flight), response.headers);
  }

  /** Resolves when the bodies that are being read have come; those of a page that hangs are not waited for. */
  async read(): Promise<void> {
    // The page has its answer before the browser tells that it came.
    if (this.posts !== null)
      await within(landing, this.#dataLanded(), () => new Error('late')).catch(() => {});
    if (this.#reading.size === 0) return;
    const all = Promise.allSettled([...this.#reading]);
    await within(patience.call, all, () => new Error('late')).catch(() => {});
  }

  /** The answer that a navigation got, by its loader. */
  answerOf(loader: string): DocumentAnswer | null {
    return this.#answers.get(loader) ?? null;
  }

  /** The address that a navigation was redirected to, where it is none of the web. */
  elsewhereOf(loader: string): string | null {
    return this.#elsewhere.get(loader) ?? null;
  }

  #dataLanded(): Promise<void> {
    if (![...this.#flights.values()].some(isData)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#landed = resolve;
    });
  }

  /** Reads what a form was answered. */
  async #heard(id: string, { session, mimeType }: Flight, record: Heard): Promise<void> {
    try {
      const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId: id });
      if (!base64Encoded && body.length <= this.#seams.maxSize)
        record.answer = { contentType: mimeType, body };
    } catch {
      // It left the browser's memory: then the page alone says what was answered.
    }
  }

  /** Forgets a former document. */
  reset(): void {
    this.#answers.clear();
    this.#elsewhere.clear();
    this.unreached = null;
    this.#failed = null;
    this.#tellFailure = null;
    this.#records = [];
    // Broken off by leaving the page, but asked.
    for (const id of [...this.#flights.keys()]) this.#count(id, 0);
    this.#flights.clear();
    this.#scripts = 0;
    this.#documentBytes = 0;
  }

  #fail(error: ArgiopeError): void {
    this.#failed ??= error;
    this.#tellFailure?.(this.#failed);
  }

  /** Resolves when the document has become larger than allowed, or was broken off; never where it was not. */
  failure(): Promise<ArgiopeError> {
    if (this.#failed) return Promise.resolve(this.#failed);
    return new Promise((resolve) => {
      this.#tellFailure = resolve;
    });
  }

  takeRecords(): RequestRecord[] {
    const records = this.#records;
    this.#records = [];
    return records.map((record) => this.#seams.sources.complete(record));
  }

  /** Whether data was asked for since records were taken last. */
  get hasAsked(): boolean {
    return this.#records.some(({ kind }) => kind === 'data') || [...this.#flights.values()].some(isData);
  }

  /** Scripts that scripts have asked for so far. */
  get imports(): number {
    return this.#imports;
  }

  /** Scripts under way: modules imported by a handler, of which the page itself has no sign. */
  get scriptsInFlight(): number {
    return this.#scripts;
  }

  scriptsLanded(): Promise<void> {
    if (this.#scripts === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  #questionOf({ method, url, headers, postData }: Protocol.Network.Request): Question | null {
    if (method === 'GET' || postData === undefined) return null;
    const contentType = lowerCased(headers)['content-type'] ?? '';
    const question = { contentType, body: postData };
    const isAllowed = this.posts?.includes(url.replace(/[?#].*/s, ''));
    const methods = isAllowed ? [...this.#seams.methods, 'POST'] : this.#seams.methods;
    return mayAskAgain(method, url, question, methods) ? question : null;
  }

  #start(id: string, flight: Flight): void {
    this.#flights.set(id, flight);
    if (flight.type === 'Script') this.#scripts++;
  }

  #count(id: string, bytes: number): void {
    const { counts, guard } = this.#seams;
    const flight = this.#flights.get(id);
    if (!flight || guard.kept.has(id)) return;
    const given = guard.answered.has(id);
    if (flight.cached || given) counts.requestsFromCache++;
    else counts.requests++;
    if (!given) counts.bytes += Math.max(0, bytes);
  }

  /** Notes requests that pages made and the effect gate answered. */
  served(records: readonly RequestRecord[]): void {
    this.#seams.counts.requestsFromCache += records.length;
    this.#records.push(...records);
  }

  #finish(id: string, bytes: number): Heard | null {
    const flight = this.#flights.get(id);
    if (!flight) return null;
    this.#count(id, bytes);
    this.#flights.delete(id);
    const kind =
      flight.type === 'Document'
        ? 'document'
        : flight.type === 'XHR' || flight.type === 'Fetch'
          ? 'data'
          : flight.type === 'Script'
            ? 'script'
            : 'asset';
    if (kind === 'data' && flight.status > 0) this.#seams.asked(flight.url);
    const record: Heard = {
      method: flight.method,
      url: flight.url,
      status: flight.status,
      kind,
      ...(flight.question && { question: flight.question }),
      ...(kind === 'data' && Object.keys(flight.asks).length > 0 && { headers: flight.asks }),
    };
    if (kind !== 'asset') this.#records.push(record);
    if (flight.type === 'Script' && --this.#scripts === 0) {
      for (const wake of this.#waiters.splice(0)) wake();
    }
    if (this.#landed && ![...this.#flights.values()].some(isData)) {
      this.#landed();
      this.#landed = null;
    }
    return record;
  }

  #follow(reading: Promise<void>): void {
    const followed = reading.finally(() => this.#reading.delete(followed));
    this.#reading.add(followed);
  }

  #keep(id: string, flight: Flight): void {
    const isQuestion = flight.question !== null;
    if ((flight.method !== 'GET' && !isQuestion) || flight.status < 200 || flight.status >= 300) return;
    const { sink, seen, shelf, sources, guard } = this.#seams;
    const forSink = !isQuestion && sink !== null && assetTypes.has(flight.type) && !seen.has(flight.url);
    // Files that an event brings are not worth the wait: they may be data in disguise (JSONP).
    const whole = !isQuestion && guard.opening && flight.status === 200 && !guard.answered.has(id);
    const forShelf = whole && shelf.claim(flight.url, flight.type);
    // Answers without a tag of their own are known again by their content.
    const read = flight.type === 'Document' || flight.type === 'Script' || isQuestion;
    const forSources = read && !guard.answered.has(id) && sources.wants(nameOf(flight));
    if (!forSink && !forShelf && !forSources) return;
    if (forSink) seen.add(flight.url);
    this.#follow(this.#read(id, flight, { forSink, forShelf, forSources }));
  }

  async #read(
    id: string,
    flight: Flight,
    { forSink, forShelf, forSources }: Record<'forSink' | 'forShelf' | 'forSources', boolean>,
  ): Promise<void> {
    const { sink, seen, shelf, sources, browser } = this.#seams;
    try {
      const { body, base64Encoded } = await flight.session.send('Network.getResponseBody', { requestId: id });
      const bytes = Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
      if (bytes.length > this.#seams.maxSize) {
        if (forSources) sources.lost(nameOf(flight));
        return;
      }
      if (forSources) sources.read(nameOf(flight), fingerprintBytes(bytes));
      // Text bodies arrive decoded: they are UTF-8 from here on.
      const contentType = base64Encoded ? flight.mimeType : `${flight.mimeType};charset=utf-8`;
      if (forShelf)
        shelf.put(flight.url, flight.type, lowerCased(flight.headers), contentType, bytes, browser);
      const resource: Resource = { url: flight.url, status: flight.status, contentType, body: bytes };
      if (forSink) sink?.(resource);
    } catch {
      // Left the browser's memory already; it is fetched again when the mirror needs it.
      if (forSink) seen.delete(flight.url);
      if (forSources) sources.lost(nameOf(flight));
    }
  }
}

function isData({ type }: Flight): boolean {
  return type === 'XHR' || type === 'Fetch';
}

function nameOf({ url, question }: Flight): string {
  return sourceKey(url, question?.body);
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** What scripts say of the answer that they want; the rest is the browser's own. */
function askingHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(lowerCased(headers)).filter(
      ([name, value]) => /^(?:accept|authorization|x-[\w-]+)$/.test(name) && value !== '*/*',
    ),
  );
}
