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
  readonly steps: readonly PackedStep[];
}

/** A step whose transitions are one text. */
export interface PackedStep extends Change {
  readonly rows: string;
}

/**
 * Makes steps ready for their way. Transitions are most of what is stored of a page, and go as the JSON of their values
 * one after the other: copying as many values takes three times as long, and copying objects far longer.
 */
export function packSteps(changes: readonly Change[]): readonly PackedStep[] {
  return changes.map(({ transitions = [], kept, ...change }) => ({
    ...change,
    ...(kept && { kept: { ...kept, document: whole(kept.document) } }),
    rows: JSON.stringify(transitions.flatMap(transitionRow)),
  }));
}

/** The steps again, their transitions as rows. */
export function unpackSteps(steps: readonly PackedStep[]): readonly RowStep[] {
  return steps.map(({ rows, ...change }) => ({ ...change, rows: JSON.parse(rows) }));
}

/** The bytes alone: with a view, all of the buffer that it is a piece of would be copied. */
function whole(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
