import type { AttributeList } from '../../../../dom/reading/attributes.ts';

/** What takes the elements and texts of a page as they are read, in document order. */
export interface MarkupSink {
  /** Begins an element; the list of its attributes is used again for the next. */
  open(tag: string, ns: 'svg' | 'math' | undefined, attributes: AttributeList): void;
  text(text: string): void;
  close(): void;
}
