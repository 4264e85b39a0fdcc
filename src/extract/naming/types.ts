import type { ValueType } from '../../values/index.ts';
import type { PreparedPage, Spot, TextPart } from '../types.ts';

/** A field that waits for its name: what it shows on each page of the sample that has it. */
export interface NamelessField {
  readonly id: string;
  readonly list: string | null;
  readonly attribute: string | null;
  /** Values of a page stand side by side and are all meant. */
  readonly sideBySide?: true;
  /** Spots by the name of their page. */
  readonly spots: ReadonlyMap<string, readonly Spot[]>;
}

/** A text beside values, with how much it is their label: 0 to 1. */
export interface LabelEvidence {
  readonly text: string;
  readonly words: readonly string[];
  readonly weight: number;
  /** Where it comes from, for people. */
  readonly source: string;
}

/** Everything that the sample says about a field. */
export interface FieldEvidence {
  readonly field: NamelessField;
  /** Without their frame. */
  readonly values: readonly string[];
  /** What stands before and after all values and is no part of them. */
  readonly frame: TextPart | null;
  /** Share of the pages that have it. */
  readonly coverage: number;
  /** Values per page that has it. */
  readonly perPage: number;
  /** Different values, of all. */
  readonly distinct: number;
  /** Every page of three or more shows the same. */
  readonly constant: boolean;
  readonly labels: readonly LabelEvidence[];
  /** Names in the markup: classes, ids, microdata. */
  readonly names: readonly LabelEvidence[];
  readonly types: ReadonlyMap<ValueType, number>;
  /** Share of values that the document's title holds. */
  readonly inTitle: number;
  /** How much of the title they make. */
  readonly ofTitle: number;
  /** Share of values that are headings; those of the second rank count less. */
  readonly heading: number;
  /** Share of values that stand as texts on other pages too: what names a thing is on its own page. */
  readonly elsewhere: number;
  /** How near the values are to what the page is titled by. */
  readonly nearTitle: number;
  /** Where it stands, 0 at the top and 1 at the end. */
  readonly position: number;
  readonly length: number;
  /** Share of values in marked noise. */
  readonly noise: number;
}

/** What is wanted under a name. */
export interface Wanted {
  readonly name: string;
  /** Labels with how surely they mean it. */
  readonly labels: readonly { readonly words: readonly string[]; readonly weight: number }[];
  readonly types: readonly ValueType[];
  /** The types are known, and not only guessed from the words of the name. */
  readonly isTyped: boolean;
  readonly holds: RegExp | null;
  /** How surely it names the thing that the page is about: 0 to 1. */
  readonly main: number;
  /** Values that do not match it are something else. */
  readonly pattern: Pick<RegExp, 'test'> | null;
}

export type Pages = readonly PreparedPage[];
