import { decodePage } from '../../html/charset.ts';
import { maxNesting, parseDocument } from '../../html/tree.ts';
import type { ClassAudits } from '../../identity/index.ts';
import type { DocumentTree, Driver } from '../../model/index.ts';
import type { Sameness } from '../sameness/sameness.ts';
import { tuning } from '../tuning.ts';

const { routesRead, routesFailed } = tuning;

/** What reading an address needs. */
export interface RoutesParts {
  readonly audits: ClassAudits;
  readonly sameness: Sameness;
  readonly turn: (url: string) => Promise<void>;
  readonly fetch: Driver['fetch'];
}

/** How many addresses of links of one class were read, and showed what their events showed. */
interface Readings {
  readonly shown: number;
  readonly other: number;
}

/**
 * Many servers send whole pages whose scripts only swap one for the next when a link is clicked. Where reading the
 * address of such a link, without a browser, shows what clicking it has brought up, links of its class are addresses
 * like any others: several tabs open them, or none, and each is a document of its own (docs/decisions/10).
 */
export class Routes {
  readonly #parts: RoutesParts;
  readonly #readings = new Map<string, Readings>();

  constructor(parts: RoutesParts) {
    this.#parts = parts;
  }

  /** Links of a class led from one document to another by an event; looks at the first few of them. */
  async look(
    className: string,
    url: string,
    before: DocumentTree | null,
    after: DocumentTree,
  ): Promise<void> {
    const { audits, sameness } = this.#parts;
    const { shown, other } = this.#readings.get(className) ?? { shown: 0, other: 0 };
    if (!before || audits.isAddress(className) || other >= routesFailed) return;
    const news = sameness.contentOf(after).units.difference(sameness.contentOf(before).units);
    if (news.size === 0) return;
    const read = await this.#read(url);
    const isShown = read !== null && news.isSubsetOf(sameness.contentOf(read).units);
    this.#readings.set(className, { shown: shown + (isShown ? 1 : 0), other: other + (isShown ? 0 : 1) });
    if (isShown && shown + 1 >= routesRead) audits.noteAddress(className);
  }

  async #read(url: string): Promise<DocumentTree | null> {
    const { turn, fetch } = this.#parts;
    await turn(url);
    const answer = await fetch(url).catch(() => null);
    if (!answer || answer.status >= 400 || !/html/i.test(answer.contentType)) return null;
    return parseDocument(decodePage(answer.body, answer.contentType), answer.url, maxNesting);
  }
}
