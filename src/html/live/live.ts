import type { Liveliness } from './reader.ts';
import { scriptsPrint } from './scripts.ts';

/** What tells whether a page needs a browser, as far as its text does. */
export interface LiveTraits {
  /** Whether nothing in it is alive: reading is enough. */
  readonly isStill: boolean;
  /** Stands for the set of its scripts; empty where it is still. */
  readonly scripts: string;
  /** Parts that hold something. */
  readonly parts: readonly string[];
}

const still: LiveTraits = { isStill: true, scripts: '', parts: [] };

/** Puts together what tells of a page whether it needs a browser; `base` is what its references are resolved against. */
export function liveTraits({ signs, parts }: Liveliness, body: Uint8Array, base: string): LiveTraits {
  if (signs.size === 0) return still;
  const { buffer, byteOffset, byteLength } = body;
  const html = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  return { isStill: false, scripts: scriptsPrint(html, base), parts: [...parts] };
}
