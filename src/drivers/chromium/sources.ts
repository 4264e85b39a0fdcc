import { fingerprint, fingerprintBytes } from '../../fingerprint/rabin.ts';
import type { RequestRecord } from '../../model/index.ts';
import type { GivenDocument } from '../given.ts';
import { etagOf, isoMoment } from '../http/validators.ts';
import { Kept } from './kept.ts';

/** What the answer of an address said of itself, by which a later one can be compared with it. */
interface Source {
  readonly size: number;
  /** Of the body that was read last; until that of a newer answer has been read, it stands. */
  readonly print: string | null;
  /** Whether the body of the newest answer was read. */
  readonly isRead: boolean;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Bytes of all that is remembered. */
const sourcesSize = 16 << 20;
const unknown: Source = { size: 0, print: null, isRead: false, etag: null, lastModified: null };

/** The name of what answers a request: its address, with the question where one is put to it. */
export function sourceKey(url: string, question: string | null | undefined): string {
  return question === null || question === undefined ? url : `${url} ${fingerprint(question)}`;
}

/** Answers that pages are made from, as far as they tell whether a later answer differs. Shared by all tabs. */
export class Sources {
  readonly #known = new Kept<Source>(sourcesSize);

  /**
   * The site has answered; what comes from a memory says nothing new. Another tab may be about to tell of the
   * answer before this one: what is known of that one holds until this one's body was read.
   */
  answered(url: string, headers: Readonly<Record<string, string>>): void {
    const header = (name: string) =>
      Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1] ?? '';
    const etag = etagOf(header('etag'));
    const lastModified = isoMoment(Date.parse(header('last-modified')));
    const print = etag === null ? this.#of(url).print : null;
    this.#put(url, { print, isRead: false, etag, lastModified });
  }

  /** The body of an answer was read. */
  read(url: string, print: string): void {
    this.#put(url, { ...this.#of(url), print, isRead: true });
  }

  /** The body of an answer could not be read. */
  lost(url: string): void {
    this.#put(url, { ...this.#of(url), print: null });
  }

  /** A document was fetched by somebody else. */
  given({ url, headers, body }: GivenDocument): void {
    const address = url.replace(/#.*/s, '');
    this.answered(address, Object.fromEntries(headers));
    this.read(address, fingerprintBytes(body));
  }

  /** Whether a body has to be read to know it again. */
  wants(url: string): boolean {
    const { etag, isRead } = this.#of(url);
    return etag === null && !isRead;
  }

  /** A request together with what is known of its answer. */
  complete(record: RequestRecord): RequestRecord {
    const { method, url, question } = record;
    // Of what was sent along and may not be sent again, nothing is known.
    if (method !== 'GET' && question === undefined) return record;
    const { print, etag, lastModified } = this.#of(sourceKey(url, question?.body));
    return { ...record, print, etag, lastModified };
  }

  #of(url: string): Source {
    return this.#known.use(url) ?? unknown;
  }

  #put(url: string, source: Omit<Source, 'size'>): void {
    this.#known.put(url, { ...source, size: 2 * url.length + 200 });
  }
}
