/** One or several values of a field, as the page shows them. */
export type FieldValue = string | readonly string[];

/** One record, in the order in which `records.jsonl` has it. */
export interface ExtractedRecord {
  /** File name, or number of the page. */
  readonly page: string;
  readonly url: string | null;
  /** Name of the template that it was found by, or `article`. */
  readonly type: string;
  /** The list whose item it is; `null` for a record that is a whole page. */
  readonly path: string | null;
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** By field, from 0 to 1. */
  readonly confidence: Readonly<Record<string, number>>;
}

/** Why a record did not pass a checkpoint. */
export interface Rejection {
  /** `null` where it is about several fields. */
  readonly field: string | null;
  /** Keyword of the schema: `required`, `minimum`, `x-unique`, … */
  readonly checkpoint: string;
  /** What was expected and what came. */
  readonly text: string;
}

/** A record that was turned away, with the reasons: a line of `rejected.jsonl`. */
export interface RejectedRecord extends ExtractedRecord {
  readonly reasons: readonly Rejection[];
}

/** The values of a field as a list. */
export function valuesOf(value: FieldValue | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
