/** A template while it is being made: what stands where, and on how many of those that were compared. */
export type Draft = ElementDraft | TextDraft | RepeatDraft;

export interface Counted {
  /** Peers that have it, of those that have what is around it. */
  readonly support: number;
  readonly of: number;
  /** Which ones, a bit each: what comes and goes together belongs together. */
  readonly mask: number;
}

/** An element with what its attributes were. */
export interface ElementDraft extends Counted {
  readonly kind: 'element';
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** How many there were, as opposed to how many had an attribute. */
  readonly count: number;
  readonly kids: readonly Draft[];
  /** Its content follows no order that could be found. */
  readonly opaque: boolean;
}

/** A text with all its wordings, the most frequent first. */
export interface TextDraft extends Counted {
  readonly kind: 'text';
  readonly texts: ReadonlyMap<string, number>;
  /** Noise lies over all of it. */
  readonly noise: boolean;
}

/** A list. */
export interface RepeatDraft extends Counted {
  readonly kind: 'repeat';
  readonly body: readonly Draft[];
}
