import type { Change } from '../../../model/store.ts';
import { type RowStep, transitionRow } from '../commit.ts';

/** What the thread that writes is started with. */
export interface WriterData {
  readonly file: string;
  /** How many orders were dealt with: who cannot wait for an answer waits for this. */
  readonly done: Int32Array<SharedArrayBuffer>;
}

/** Steps of a site as they cross to the thread. */
export interface WriteOrder {
  readonly site: number;
  readonly steps: readonly RowStep[];
}

/**
 * Makes steps ready for their way. Transitions are most of what is stored of a page, and go as values one after the
 * other: copying them as objects costs several times as much.
 */
export function packSteps(changes: readonly Change[]): readonly RowStep[] {
  return changes.map(({ transitions = [], kept, ...change }) => ({
    ...change,
    ...(kept && { kept: { ...kept, document: whole(kept.document) } }),
    rows: transitions.flatMap(transitionRow),
  }));
}

/** The bytes alone: with a view, all of the buffer that it is a piece of would be copied. */
function whole(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
