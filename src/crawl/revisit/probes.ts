import { mayAskAgain } from '../../drivers/chromium/questions.ts';
import type { Probed } from '../../drivers/http/index.ts';
import { ArgiopeError, type PageInput, protocolOf, type Question } from '../../model/index.ts';
import { inputKey } from './inputs.ts';

/** Asks for an answer only where it differs from an earlier one; `question` is sent along. */
export type Probe = (
  url: string,
  known: { readonly etag: string | null; readonly lastModified: string | null; readonly address?: string },
  kind: PageInput['kind'],
  question?: Question,
) => Promise<Probed>;

/** What has become of an input. `unknown`: it cannot be asked for, or there is nothing to compare with. */
export type InputVerdict = 'same' | 'changed' | 'gone' | 'unknown' | 'failed';

/** An input as it is now. */
export interface Probing {
  readonly verdict: InputVerdict;
  /** As it should be kept, if the page is kept as it is. */
  readonly renewed: PageInput;
}

interface Asked {
  readonly by: PageInput;
  /** `null` where it could not be had just now. */
  readonly probed: Probed | null;
}

/** Asks for inputs, each once however many pages were made from it. */
export class Probes {
  readonly #probe: Probe;
  readonly #methods: readonly string[];
  readonly #asked = new Map<string, Promise<Asked>>();
  #count = 0;
  #inFlight = 0;
  #notModified = 0;

  /** `methods` are those that events may use. */
  constructor(probe: Probe, methods: readonly string[] = []) {
    this.#probe = probe;
    this.#methods = methods;
  }

  /** Requests that were made. */
  get count(): number {
    return this.#count;
  }

  /** Requests that have not been answered yet. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Those of them that the server answered with 304. */
  get notModified(): number {
    return this.#notModified;
  }

  /** Whether an input was asked for already. */
  isAsked(input: PageInput): boolean {
    return !this.#isAskable(input) || this.#asked.has(keyOf(input));
  }

  /** What FTP servers tell of a file is compared with what they told, where they did. */
  #isAskable({ method, url, etag, question, print }: PageInput): boolean {
    const protocol = protocolOf(url);
    // A question costs the site an answer: it is put where that can be compared.
    if (question) return print !== null && mayAskAgain(method, url, question, this.#methods);
    return method === 'GET' && (protocol === 'web' || (protocol === 'ftp' && etag !== null));
  }

  async judge(input: PageInput): Promise<Probing> {
    if (!this.#isAskable(input)) return { verdict: 'unknown', renewed: input };
    const key = keyOf(input);
    const asking = this.#asked.get(key) ?? this.#ask(input);
    this.#asked.set(key, asking);
    const { by, probed } = await asking;
    if (probed === null) return { verdict: 'failed', renewed: input };
    const { etag, lastModified } = probed;
    const print = probed.print ?? (probed.status === 304 ? input.print : null);
    return { verdict: verdictOf(input, by, probed), renewed: { ...input, print, etag, lastModified } };
  }

  async #ask(by: PageInput): Promise<Asked> {
    const { etag, lastModified, answered } = by;
    this.#count++;
    this.#inFlight++;
    try {
      const known = { etag, lastModified, ...(answered !== null && { address: answered }) };
      const probed = await this.#probe(by.url, known, by.kind, by.question);
      if (probed.status === 304) this.#notModified++;
      return { by, probed };
    } catch (error) {
      const consequence = error instanceof ArgiopeError ? error.consequence : 'retry';
      if (consequence === 'stop') throw error;
      // What may not be asked for from here, the page may ask for all the same.
      return { by, probed: consequence === 'skip' ? refused : null };
    } finally {
      this.#inFlight--;
    }
  }
}

/** Stands for an answer that is not to be had. */
const refused: Probed = { status: 403, etag: null, lastModified: null, print: null };

function verdictOf(input: PageInput, by: PageInput, probed: Probed): InputVerdict {
  const { status, print, etag } = probed;
  if (status === 404 || status === 410) return 'gone';
  if (status === 304) return hasSameValidators(input, by) ? 'same' : 'changed';
  if (status < 200 || status >= 300) return 'unknown';
  if (print !== null && input.print !== null) return print === input.print ? 'same' : 'changed';
  if (etag !== null && input.etag !== null) return etag === input.etag ? 'same' : 'changed';
  return 'unknown';
}

function hasSameValidators(one: PageInput, other: PageInput): boolean {
  return one.etag === other.etag && (one.etag !== null || one.lastModified === other.lastModified);
}

function keyOf(input: PageInput): string {
  return `${input.kind === 'document' ? 'page' : 'file'} ${inputKey(input)}`;
}
