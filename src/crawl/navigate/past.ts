import { BoundedMap } from '../../model/bounded-map.ts';
import type { FireOrder } from '../../model/index.ts';
import { tuning } from '../tuning.ts';

/** Everything that was fired in a document since it was loaded, whatever came of it. */
export interface Past {
  /** The page whose address was opened. */
  readonly start: number;
  readonly orders: readonly FireOrder[];
}

/** A past with one more event; `null` where it is not worth living through once more. */
export function longerPast(past: Past | null, order: FireOrder): Past | null {
  if (past === null || past.orders.length >= tuning.relivedEvents) return null;
  return { ...past, orders: [...past.orders, order] };
}

/** Pages whose past is remembered. */
const pastsKept = 2000;

/** What was fired until each of the latest pages was shown first. */
export class Pasts extends BoundedMap<number, Past> {
  constructor() {
    super(pastsKept);
  }
}
