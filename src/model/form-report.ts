/** A field of a form that a crawl found. */
export interface FormFieldRow {
  readonly name: string;
  /** What a person reads beside it. */
  readonly label: string;
  /** What it takes: `search query`, `email`, `year`. */
  readonly kind: string;
  readonly control: string;
  /** How many values it offers; 0 where anything can be typed. */
  readonly options: number;
}

/** What came of asking a form. */
export interface AskedForm {
  /** Times that it was asked. */
  readonly submissions: number;
  /** Distinct records that its answers hold. */
  readonly records: number;
  /**
   * Why it was not asked further: `complete` (every choice was asked, and all shown), `covered` (by the estimate),
   * `little` (the last answers brought nothing new), `exhausted` (nothing left to ask with), `ignored` (whatever is
   * asked, the same comes), `shared` (another form has found all that it looks through), `failing`, `budget`, or `stopped` with the crawl.
   */
  readonly ended: string;
  /** Estimated share of the database that is known, with its 95 % interval; absent where nothing says it. */
  readonly coverage?: { readonly share: number; readonly low: number; readonly high: number };
  /** Answers that held more than they showed, and could not be split; absent where there is none. */
  readonly partly?: number;
  /** Its answers were read without running scripts. */
  readonly withoutScripts?: boolean;
  /** Fields that take no notice of what they are given. */
  readonly ignored?: readonly string[];
}

/** A form that a crawl found; the same form on many pages is one. */
export interface FormRow {
  readonly form: number;
  /** `search`, `login`, `registration`, `recovery`, `contact`, `mailing list`, `order` or `other`. */
  readonly kind: string;
  readonly confidence: number;
  /** It asks a database, and asking it does no harm. */
  readonly searchable: boolean;
  readonly method: 'get' | 'post' | 'dialog' | 'script';
  /** Where it sends to; `null` where only a script knows. */
  readonly action: string | null;
  readonly fields: readonly FormFieldRow[];
  /** The first page that has it: number, address, and place in the page. */
  readonly page: number;
  readonly address: string;
  readonly xpath: string;
  /** How many pages have it. */
  readonly pages: number;
  /** What came of asking it; absent where it was not asked. */
  readonly asked?: AskedForm;
}

/** How many forms there are, how many of them search, and how many were asked. */
export interface FormCounts {
  readonly found: number;
  readonly searchable: number;
  readonly asked: number;
  /** Forms that were asked and answered nothing; absent where there is none. */
  readonly silent?: number;
}

/** What forms a crawl found: the JSON object of `forms --json`. */
export interface FormReport extends FormCounts {
  readonly command: 'forms';
  readonly forms: readonly FormRow[];
  /** Folder of the crawl; `null` where pages were looked at for this alone. */
  readonly out: string | null;
}
