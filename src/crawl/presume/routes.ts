import { decodePage } from '../../html/charset.ts';
import { maxNesting, parseDocument } from '../../html/tree.ts';
import type { ClassAudits } from '../../identity/index.ts';
import type { Capture, DocumentTree, Driver } from '../../model/index.ts';
import type { Sameness } from '../sameness/sameness.ts';
import { tuning } from '../tuning.ts';

const { routesRead, routesFailed, routesSpared } = tuning;

/** What reading an address needs. */
export interface RoutesParts {
  readonly audits: ClassAudits;
  readonly sameness: Sameness;
  readonly turn: (url: string) => Promise<void>;
  readonly fetch: Driver['fetch'];
}

/** What is known of the addresses of links of one class. */
interface Known {
  /** Those that were read and held what a click had brought up, and those that did not. */
  readonly shown: number;
  readonly other: number;
  /** Those that were opened instead of a click and needed no browser, and those that needed it for sure. */
  readonly read: number;
  readonly run: number;
}

const unknown: Known = { shown: 0, other: 0, read: 0, run: 0 };

/**
 * Many servers send whole pages whose scripts only swap one for the next when a link is clicked. Where the address of
 * such a link holds most of what clicking it has brought up, and pages like it can be read without a browser, links of its class
 * are addresses like any others. Where the browser is needed anyway a click costs less (docs/decisions/10).
 */
export class Routes {
  readonly #parts: RoutesParts;
  readonly #known = new Map<string, Known>();
  /** Classes of the addresses that are tried. */
  readonly #trials = new Map<string, string>();

  constructor(parts: RoutesParts) {
    this.#parts = parts;
  }

  /** A link led from one document to another by an event; looks at the addresses of the first few of its class. */
  async look(
    className: string,
    url: string,
    before: DocumentTree | null,
    after: DocumentTree,
  ): Promise<void> {
    const { sameness } = this.#parts;
    const { shown, other } = this.#of(className);
    if (!before || shown >= routesRead || other >= routesFailed) return;
    const news = sameness.contentOf(after).units.difference(sameness.contentOf(before).units);
    if (news.size === 0) return;
    const read = await this.#read(url);
    // Scripts may add to it, in either way: it is the same page where most of it is there.
    const isShown = read !== null && 2 * news.intersection(sameness.contentOf(read).units).size >= news.size;
    this.#note(className, isShown ? { shown: shown + 1 } : { other: other + 1 });
  }

  /**
   * Whether a link that waits to be clicked is to be opened by its address: always where that costs no browser, else where
   * the way to the link costs more (`isApart`).
   */
  takes(className: string, isApart: boolean): boolean {
    const { shown, run } = this.#of(className);
    const isCheap = isApart || run < routesFailed;
    return shown >= routesRead && isCheap;
  }

  /** A link waits to be opened by its address now. */
  took(className: string, url: string): void {
    this.#trials.set(url, className);
  }

  /** Whether addresses wait to be opened that will tell whether links of a class are to be clicked. */
  isTrying(className: string): boolean {
    for (const name of this.#trials.values()) if (name === className) return true;
    return false;
  }

  /** An address was opened, by one engine or, as long as nothing is known of its like, by both. */
  opened(url: string, { engine, undecided }: Pick<Capture, 'engine' | 'undecided'>): void {
    const className = this.#trials.get(url);
    if (className === undefined) return;
    this.#trials.delete(url);
    const { read, run } = this.#of(className);
    if (engine === 'http') this.#note(className, { read: read + 1 });
    else if (!undecided) this.#note(className, { run: run + 1 });
    if (this.#of(className).read >= routesSpared) this.#parts.audits.noteAddress(className);
  }

  #of(className: string): Known {
    return this.#known.get(className) ?? unknown;
  }

  #note(className: string, more: Partial<Known>): void {
    this.#known.set(className, { ...this.#of(className), ...more });
  }

  async #read(url: string): Promise<DocumentTree | null> {
    const { turn, fetch } = this.#parts;
    await turn(url);
    const answer = await fetch(url).catch(() => null);
    if (!answer || answer.status >= 400 || !/html/i.test(answer.contentType)) return null;
    return parseDocument(decodePage(answer.body, answer.contentType), answer.url, maxNesting);
  }
}
