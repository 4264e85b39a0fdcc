/** How a person fills a field in, whatever it means. */
export type FieldControl =
  | 'text'
  | 'password'
  | 'number'
  | 'date'
  | 'email'
  | 'tel'
  | 'url'
  | 'area'
  | 'select'
  | 'radio'
  | 'check'
  | 'file'
  | 'hidden'
  | 'button'
  | 'submit'
  | 'reset';

/** One value that a field offers. */
export interface FieldOption {
  readonly value: string;
  readonly text: string;
  /** It is chosen as long as nobody chooses another. */
  readonly chosen?: true;
}

/** One field of a form: radio buttons of a name are one field. */
export interface FormField {
  readonly name: string;
  readonly control: FieldControl;
  /** XPath of its element; the first of several. */
  readonly xpath: string;
  /** What a person reads beside it. */
  readonly label: string;
  /** Words before and after it, up to the next field. */
  readonly beside: { readonly before: string; readonly after: string };
  readonly id: string;
  readonly placeholder: string;
  /** What the page tells browsers that fill forms in. */
  readonly autocomplete: string;
  readonly value: string;
  readonly options: readonly FieldOption[];
  /** Choices that exclude nothing: check boxes of a name, selects of several. */
  readonly several: boolean;
  readonly required: boolean;
  /** It is not shown to anybody. */
  readonly unseen: boolean;
  readonly maxLength: number | null;
  readonly minLength?: number;
  /** Expression that a browser holds what is typed against. */
  readonly pattern?: string;
  readonly disabled?: true;
  /** It is shown, but nobody can change it. */
  readonly readOnly?: true;
  /** A button that is a picture: it sends where it was pressed. */
  readonly isImage?: true;
  /** Its type where it takes months, weeks, times or moments instead of days. */
  readonly moment?: 'month' | 'week' | 'time' | 'datetime-local';
  /** Bounds that the page sets for numbers and dates, as written; empty where there is none. */
  readonly bounds?: { readonly min: string; readonly max: string; readonly step: string };
}

/** A form, or a box with a button that stands for one. */
export interface PageForm {
  /** XPath of the form, or of the smallest element around box and button. */
  readonly xpath: string;
  /** `form`: an element of that name. `box`: fields and a button without one. */
  readonly shape: 'form' | 'box';
  readonly method: 'get' | 'post' | 'dialog' | 'script';
  /** Absolute address; that of the page where the form names none, empty where only a script knows. */
  readonly action: string;
  /** It names no address, and sends to its page's. */
  readonly toItself: boolean;
  readonly fields: readonly FormField[];
  /** How its values are written when it posts. */
  readonly encoding: 'urlencoded' | 'multipart';
  /** Encoding of characters that it asks for; empty for that of its page. */
  readonly charset: string;
  /** Name, id and classes, as programs call it. */
  readonly called: string;
  /** ARIA says that it searches. */
  readonly searches: boolean;
  /** What stands in it beside its fields: legends, headings, notes. */
  readonly words: string;
  /** Heading before it. */
  readonly heading: string;
}
