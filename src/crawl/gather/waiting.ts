import { addressHost } from '../../model/address.ts';
import type { Page } from '../../model/index.ts';
import type { Ranked } from './schedule/site-queue.ts';

/** An address that waits to be asked for. */
export interface WaitingAddress extends Ranked {
  readonly url: string;
  readonly host: string;
  readonly depth: number;
  readonly attempts: number;
  /** Page on which it was found; `null` for seeds. */
  readonly foundOn: number | null;
}

/** An address as the frontier has it. */
export function waitingAddress({
  number,
  entry,
  depth,
  attempts,
  priority = 0,
  foundOn,
}: Page): WaitingAddress {
  const url = (entry as Extract<Page['entry'], { kind: 'url' }>).url;
  return { number, url, host: addressHost(url), depth, attempts, priority, foundOn: foundOn ?? null };
}

/** The row of an address in the frontier. */
export function frontierPage({ number, url, depth, attempts, priority, foundOn }: WaitingAddress): Page {
  return {
    number,
    status: 'queued',
    entry: { kind: 'url', url },
    document: number,
    depth,
    attempts,
    content: null,
    mergedInto: null,
    error: null,
    ...(priority !== 0 && { priority }),
    ...(foundOn !== null && { foundOn }),
  };
}
