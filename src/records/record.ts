/** What an item of a list within a record says. */
export type ItemFields = Readonly<Record<string, string | readonly string[]>>;

/** One or several values of a field, as the page shows them, or the items of a list that belongs to the thing. */
export type FieldValue = string | readonly string[] | readonly ItemFields[];

/** A place where the thing of a record stands. */
export interface RecordSource {
  /** File name, or number of the page. */
  readonly page: string;
  readonly url: string | null;
  /** Name of the template that it was found by, or `article`. */
  readonly type: string;
  /** The list whose item it is; `null` for a record that is a whole page. */
  readonly path: string | null;
}

/** One record, in the order in which `records.jsonl` has it. */
export interface ExtractedRecord extends RecordSource {
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** By field, from 0 to 1. */
  readonly confidence: Readonly<Record<string, number>>;
  /** Other places where the same thing stands. */
  readonly sources?: readonly RecordSource[];
  /** Fields that are lists of items, with the paths of these lists. */
  readonly lists?: Readonly<Record<string, string>>;
  /** What it is known by from run to run. */
  readonly key?: string;
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

/** The values of a field as a list of texts; items of a list are JSON. */
export function valuesOf(value: FieldValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [value];
  return value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
}
