import { ArgiopeError, type CrawlListener, type Resource } from '../../model/index.ts';
import { untilCut } from './ending.ts';

/** How files are asked for at one host. */
export const fileHostLimits = {
  /** Files at a time: what waits behind them can still be left out. */
  together: 32,
  /**
   * Failures in a row after which a host is left alone. A page with 1,900 pictures of a host that was down held a crawl
   * up for eight minutes, a quarter of a second each.
   */
  failures: 5,
  /** Milliseconds until it is tried again. */
  rest: 60_000,
} as const;

/** What is known of a host. */
interface FileHost {
  underWay: number;
  readonly waiting: (() => void)[];
  failures: number;
  /** Moment from which it may be tried again. */
  from: number;
}

/** Asks for files that pages use, at hosts that may be down: none of them may hold up a crawl. */
export class FileHosts {
  readonly #fetch: (url: string) => Promise<Resource | null>;
  readonly #listen: CrawlListener;
  readonly #cut: AbortSignal | null;
  readonly #hosts = new Map<string, FileHost>();
  readonly #told = new Set<string>();

  /** `cut`: aborted when nobody waits for files any more. */
  constructor(
    fetch: (url: string) => Promise<Resource | null>,
    listen: CrawlListener = () => {},
    cut: AbortSignal | null = null,
  ) {
    this.#fetch = fetch;
    this.#listen = listen;
    this.#cut = cut;
  }

  /** The file; `null` where there is none, or where its host was left alone. */
  readonly fetch = async (url: string): Promise<Resource | null> => {
    const name = URL.parse(url)?.host ?? '';
    const host = this.#host(name);
    while (host.underWay >= fileHostLimits.together)
      await new Promise<void>((resolve) => host.waiting.push(resolve));
    host.underWay++;
    try {
      if (this.#cut?.aborted || Date.now() < host.from) return null;
      const file = await (this.#cut ? untilCut(this.#cut, this.#fetch(url)) : this.#fetch(url));
      host.failures = 0;
      return file;
    } catch (error) {
      if (isAbsence(error)) this.#failed(name, host, error);
      throw error;
    } finally {
      host.underWay--;
      host.waiting.shift()?.();
      if (host.underWay === 0 && host.failures === 0) this.#hosts.delete(name);
    }
  };

  #host(name: string): FileHost {
    let host = this.#hosts.get(name);
    if (!host) {
      host = { underWay: 0, waiting: [], failures: 0, from: 0 };
      this.#hosts.set(name, host);
    }
    return host;
  }

  #failed(name: string, host: FileHost, error: ArgiopeError): void {
    if (++host.failures < fileHostLimits.failures) return;
    host.from = Date.now() + fileHostLimits.rest;
    if (this.#told.has(name)) return;
    this.#told.add(name);
    const text = `files of ${name} are left out while it does not answer: ${error.message}`;
    this.#listen({ kind: 'note', level: 'warning', text });
  }

  /** A file for as long as somebody waits for it. */
}

/** Whether an error says that nobody is there, or that nobody has time. */
function isAbsence(error: unknown): error is ArgiopeError {
  return error instanceof ArgiopeError && ['UNREACHABLE', 'TIMEOUT', 'BUSY'].includes(error.code);
}
