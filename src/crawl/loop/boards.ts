import { protocolOf } from '../../model/index.ts';
import type { Waiting } from '../order/queue.ts';

/**
 * Which worker is at which board. Boards let few guests in, and each login is seen by the others: however many
 * workers there are, one of them is at a board, until it goes elsewhere.
 */
export class Boards<W extends object> {
  /** Boards by document. */
  readonly #boards = new Map<number, string>();
  readonly #guests = new Map<string, W>();

  /** Takes note of what a document shows. */
  learn(document: number, url: string): void {
    if (protocolOf(url) === 'bbs') this.#boards.set(document, new URL(url).host);
  }

  /** Whether a worker may go to a page: nobody else is at its board. */
  mayTake(worker: W, page: Pick<Waiting, 'document' | 'url'>): boolean {
    if (this.#guests.size === 0) return true;
    const board = this.#boardOf(page);
    const guest = board === null ? undefined : this.#guests.get(board);
    return guest === undefined || guest === worker;
  }

  /** Whether a worker is at a board. */
  isGuest(worker: W): boolean {
    return [...this.#guests.values()].includes(worker);
  }

  /** Whether a page is of the board that a worker is at. */
  isAt(worker: W, page: Pick<Waiting, 'document' | 'url'>): boolean {
    if (this.#guests.size === 0) return false;
    const board = this.#boardOf(page);
    return board !== null && this.#guests.get(board) === worker;
  }

  /** A worker goes to a page: to its board if it is of one, and away from any other. */
  take(worker: W, page: Pick<Waiting, 'document' | 'url'>): void {
    if (page.url !== null) this.learn(page.document, page.url);
    const board = this.#boardOf(page);
    if (board !== null && this.#guests.get(board) === worker) return;
    this.leave(worker);
    if (board !== null) this.#guests.set(board, worker);
  }

  /** A worker is at no board any more. */
  leave(worker: W): void {
    for (const [board, guest] of this.#guests) if (guest === worker) this.#guests.delete(board);
  }

  #boardOf({ document, url }: Pick<Waiting, 'document' | 'url'>): string | null {
    if (url === null) return this.#boards.get(document) ?? null;
    return protocolOf(url) === 'bbs' ? new URL(url).host : null;
  }
}
