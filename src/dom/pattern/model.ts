/** Where elements are: steps from the top of a document, or from anywhere, down to the element. */
export interface Pattern {
  readonly steps: readonly PatternStep[];
}

/** One step: how far down it goes, and what the element there must be. */
export interface PatternStep {
  /** `//`: any number of levels down, shadow roots and frames included; else `/`: a child. */
  readonly descendant: boolean;
  /** Lower case; `*` for any element; `#shadow` and `#document` for a shadow root and a frame's document. */
  readonly tag: string;
  readonly id: string | null;
  readonly classes: readonly string[];
  readonly attributes: readonly PatternAttribute[];
  /** The whole text of the element, white space folded. */
  readonly text: string | null;
  /** Place among the siblings of the same name, from 1; `null` for any. */
  readonly index: number | null;
}

/** An attribute that must be there, and its value where that matters. */
export interface PatternAttribute {
  readonly name: string;
  readonly value: string | null;
}

/** A step to an element of a name, without further conditions. */
export function bareStep(tag: string, descendant = false): PatternStep {
  return { descendant, tag, id: null, classes: [], attributes: [], text: null, index: null };
}
