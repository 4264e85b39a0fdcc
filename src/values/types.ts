/** Types that values are recognised as. */
export type ValueType =
  | 'isbn'
  | 'gtin'
  | 'email'
  | 'url'
  | 'price'
  | 'percentage'
  | 'rating'
  | 'date'
  | 'time'
  | 'phone'
  | 'quantity'
  | 'year'
  | 'number'
  | 'address'
  | 'place'
  | 'code'
  | 'organisation'
  | 'person'
  | 'text';

/** A value that was understood. */
export interface Recognised {
  readonly type: ValueType;
  /** One spelling for equal values: `2010-11-18`, `11995`, `9780307454546`. */
  readonly value: string;
  /** As a number, where it is one; the lower end of a range. */
  readonly amount?: number;
  /** Upper end of a range. */
  readonly most?: number;
  /** ISO 4217 code, or unit as it is usually written. */
  readonly unit?: string;
}

/** Reads a whole text as a value of one type; `null` where it is not one. */
export type Recogniser = (text: string) => Recognised | null;

/** What the values of a field have looked like. */
export interface Profile {
  readonly count: number;
  readonly distinct: number;
  /** Pages without it, of all that were looked at. */
  readonly missing: number;
  readonly pages: number;
  /** Type by the recognisers: `price`, `date`, …, `text`. */
  readonly type: string;
  readonly lengths: readonly [least: number, most: number];
  /** Forms of the values (digits, letters, marks), with how often each came; the most frequent ones. */
  readonly forms: Readonly<Record<string, number>>;
  /** Some values as they came. */
  readonly samples: readonly string[];
}
