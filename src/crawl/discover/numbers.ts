import { classOf } from '../../identity/index.ts';
import type { Action, Page } from '../../model/index.ts';
import type { Waiting } from '../order/queue.ts';
import { actionWords, shapeOf } from '../order/yields.ts';

/** A page that is to be numbered, together with its place in the queue. */
export interface Born {
  readonly page: Page;
  readonly waiting: Waiting;
}

/** Where a page is found: its document is its own where it has an address. */
export interface Birth {
  readonly depth: number;
  readonly source: number;
}

/** What is known of an action when the page that it leads to is numbered. */
interface Traits {
  readonly spare: boolean;
  readonly route: string | null;
  readonly unseen: string | null;
  readonly loose: boolean;
  readonly kind: string | null;
}

/** Gives out page numbers, one after the other. */
export class Numbers {
  #next: number;

  constructor(next: number) {
    this.#next = next;
  }

  /** Others have given out numbers too: from now on they begin here. */
  continueFrom(next: number): void {
    this.#next = next;
  }

  /** Smallest number not given out yet. */
  get next(): number {
    return this.#next;
  }

  /** A page that an address leads to. */
  url(url: string, { depth, source }: Birth, kind: string | null = null, priority = 0): Born {
    const number = this.#next++;
    const waiting = {
      ...{ number, document: number, depth, url, source, ord: null, attempts: 0 },
      ...(kind !== null && { kind }),
      ...(priority !== 0 && { priority }),
    };
    const page = pageOf(waiting, { kind: 'url', url });
    return { page: source < 0 ? page : { ...page, foundOn: source }, waiting };
  }

  /** A page that an action on a page of the document leads to. */
  state(
    action: Action,
    ord: number,
    { depth, source, document }: Birth & { document: number },
    { spare = false, route = null, unseen = null, loose = false, kind = null }: Partial<Traits> = {},
  ): Born {
    const number = this.#next++;
    const className = classOf(action.instruction);
    const waiting: Waiting = {
      ...{ number, document, depth, url: null, source, ord, attempts: 0 },
      ...(className !== null && { className }),
      ...{ label: actionWords(action), shape: shapeOf(action) },
      ...((action.instruction.kind === 'listener' || action.instruction.kind === 'route') && { bound: true }),
      ...(spare && { spare }),
      ...(route !== null && { route }),
      ...(unseen !== null && { unseen }),
      ...(loose && { loose }),
      ...(kind !== null && { kind }),
    };
    return { page: pageOf(waiting, { kind: 'action', source, ord }), waiting };
  }
}

function pageOf({ number, document, depth, priority }: Waiting, entry: Page['entry']): Page {
  return {
    ...{ number, status: 'queued', entry, document, depth },
    ...{ content: null, mergedInto: null, error: null, attempts: 0 },
    ...(priority !== undefined && { priority }),
  };
}
