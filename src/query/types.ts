/** How a condition compares. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** One thing that records are asked to be: `year>=2020`. */
export interface QueryCondition {
  /** Name of the attribute in the vocabulary, or as it was written where that knows none. */
  readonly field: string;
  readonly said: string;
  readonly sign: Comparison;
  readonly value: string;
}

/** What is asked for, whoever is asked. */
export interface QueryRequest {
  readonly text: string;
  readonly conditions: readonly QueryCondition[];
  /** Words that may stand anywhere. */
  readonly words: readonly string[];
}

/** What a field of a form means; a person may correct it. */
export interface FieldMeaning {
  readonly field: string;
  /** What a person reads beside it. */
  readonly label: string;
  /**
   * Attribute of the vocabulary, `words` for any words, `choice` for what the words are looked for in, `sign` for how
   * they are compared, else `null`.
   */
  readonly means: string | null;
  /** One end of a range. */
  readonly part?: 'from' | 'to';
  /** What can be chosen: attributes or signs with the values that stand for them. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** How one source is asked and read: an entry of `query-map.json`. */
export interface SourceMap {
  /** Address that the form sends to, and the page that has it. */
  readonly form: string;
  readonly page: string;
  readonly fields: readonly FieldMeaning[];
  /** What its answers call things, with the attribute that each is; `null`: left out. */
  readonly answers: Readonly<Record<string, string | null>>;
}

/** One record of an answer, in the words of its source. */
export interface AnswerRow {
  /** Values by what the page calls them. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Address of the record, else of the page that shows it. */
  readonly url: string;
  /** All that it says. */
  readonly text: string;
  /** Its place in the answer, from 0. */
  readonly place: number;
}

/** A record in the words of the vocabulary. */
export interface UnifiedRecord {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly source: string;
  readonly url: string;
  readonly text: string;
  readonly place: number;
  /** Conditions that nobody could check. */
  readonly unchecked: readonly QueryCondition[];
}

/** A record with all sources that have it. */
export interface JoinedRecord {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly sources: readonly { readonly source: string; readonly url: string }[];
  readonly score: number;
  readonly unchecked: readonly QueryCondition[];
}
