import { normalizeUrl } from '../../frontier/index.ts';
import { urlInstruction } from '../../identity/index.ts';
import type { Capture } from '../../model/index.ts';
import type { MapEdge } from '../map/edges.ts';

/** What is asked of other pages. */
export interface OtherPages {
  readonly numberOf: (fingerprint: string) => Promise<number | null>;
  /** Whether a state shows all that a page shows. */
  readonly showsAll: (page: number, state: Capture) => Promise<boolean>;
}

/**
 * Whether a state that shows nothing new stands at the address that its link names. It is a page by that address then
 * (docs/decisions/26): a category of what the start page lists shows less, and is asked for and linked to all the same.
 * With a query, as of a list in another order, it must also show less than the page of the address without; where that
 * is not known, than the page `of` that shows the most of it.
 */
export async function hasOwnAddress(
  { action }: MapEdge,
  capture: Capture,
  of: number,
  { numberOf, showsAll }: OtherPages,
): Promise<boolean> {
  const { kind, text } = action.instruction;
  const address = normalizeUrl(text);
  if (kind !== 'route' || address === null || normalizeUrl(capture.document.url) !== address) return false;
  // Routers keep paths and queries in fragments too.
  const plain = address.replace(/\?[^#]*/, '').replace(/(#!?\/[^?]*)\?.*/, '$1');
  if (plain === address) return true;
  return !(await showsAll((await numberOf(urlInstruction(plain).fingerprint)) ?? of, capture));
}
