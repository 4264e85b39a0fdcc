import type { AttributeList } from '../../dom/reading/attributes.ts';

/** What takes the elements and texts of a page as they are read, in document order. */
export interface MarkupSink {
  /** Begins an element; the list of its attributes is used again for the next. */
  open(tag: string, ns: 'svg' | 'math' | undefined, attributes: AttributeList): void;
  text(text: string): void;
  close(): void;
}

/** Has two take the same page. */
export class BothSinks implements MarkupSink {
  readonly #one: MarkupSink;
  readonly #other: MarkupSink;

  constructor(one: MarkupSink, other: MarkupSink) {
    this.#one = one;
    this.#other = other;
  }

  open(tag: string, ns: 'svg' | 'math' | undefined, attributes: AttributeList): void {
    this.#one.open(tag, ns, attributes);
    this.#other.open(tag, ns, attributes);
  }

  text(text: string): void {
    this.#one.text(text);
    this.#other.text(text);
  }

  close(): void {
    this.#one.close();
    this.#other.close();
  }
}
