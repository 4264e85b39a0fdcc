import type { ValueType } from '../../../values/index.ts';

/** What is commonly known about an attribute: how pages label it, and what its values are. */
export interface Concept {
  readonly name: string;
  /** Labels that mean it and nothing else. */
  readonly labels: readonly string[];
  /** Labels that may mean it. */
  readonly weak?: readonly string[];
  /** Types of its values, the usual one first; none: any text. */
  readonly types?: readonly ValueType[];
  /** What its values often contain. */
  readonly holds?: RegExp;
  /** What its values are all made like. */
  readonly pattern?: RegExp;
  /** It names the thing that the page is about, and stands in title and heading. */
  readonly main?: true;
}

/** A concept in one line: labels that mean it, and labels that may, each parted by bars. */
export function concept(name: string, labels: string, more: Omit<Concept, 'name' | 'labels'> = {}): Concept {
  return { name, labels: labels.split('|'), ...more };
}
