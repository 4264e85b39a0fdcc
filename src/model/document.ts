/**
 * The document as it was captured: a tree, not HTML text.
 *
 * Scripts build trees that no HTML text can spell (a link inside a link, a table row inside a div), so
 * text would lose them on the way to the mirror. Everything a script did that attributes do not show
 * (form state, rules added through the CSSOM, canvas pixels, shadow roots) is carried as its own field.
 */

/**
 * A captured node: a string is text, an object is an element. Comments and scripts' contents are not kept, but for
 * JSON-LD, which is data about the page.
 */
export type TreeNode = string | ElementNode;

/** One element. Absent fields mean "nothing of that kind". */
export interface ElementNode {
  /** Local name: lower case for HTML, as written for SVG and MathML. */
  readonly tag: string;
  readonly ns?: 'svg' | 'math';
  readonly attrs?: Readonly<Record<string, string>>;
  readonly kids?: readonly TreeNode[];
  /** Shadow root, open or closed. */
  readonly shadow?: ShadowTree;
  /** Content of a same-origin frame. */
  readonly frame?: DocumentTree;
  /** Live value of an input, textarea or select where it differs from the attributes. */
  readonly value?: string;
  readonly checked?: boolean;
  /** Live selectedness of an option where it differs from the attribute. */
  readonly selected?: boolean;
  /** Live rules of a style or link element whose sheet was changed through the CSSOM. */
  readonly css?: string;
  /** Pixels of a canvas as a data URL. */
  readonly image?: string;
  /**
   * Nobody can see it: not rendered (computed `display: none`, or inside a closed disclosure), invisible, a transparent
   * layer, or folded to nothing. Set on the topmost such element only.
   */
  readonly hidden?: true;
}

/** A shadow root with the text of its adopted style sheets. */
export interface ShadowTree {
  readonly mode: 'open' | 'closed';
  readonly kids: readonly TreeNode[];
  readonly sheets?: readonly string[];
}

/** A whole captured document. */
export interface DocumentTree {
  /** Address shown when it was captured (`location.href`). */
  readonly url: string;
  /** Address that relative references are resolved against (`document.baseURI`). */
  readonly base: string;
  /** Doctype name and ids as written, `null` in a document without one (quirks mode). */
  readonly doctype: string | null;
  readonly title: string;
  readonly lang: string;
  readonly root: ElementNode;
  /** Text of sheets adopted by the document itself. */
  readonly sheets?: readonly string[];
}

/** A place in a document that changes from visit to visit, though the page stays. */
export interface VolatileSpot {
  /**
   * Absent: a text or attribute that counts by its form. `content`: the inside of the element, or the value
   * of the attribute, is left out. `order`: the element's kids count as a set.
   */
  readonly kind?: 'content' | 'order';
  /** XPath of the element. */
  readonly path: string;
  /** Name of the attribute, empty for text. */
  readonly attribute: string;
  /** Form of the text: digits, months, weekdays and tokens replaced; of a content, the elements in it. */
  readonly shape: string;
  /** Id or classes that an element whose content is left out must have. */
  readonly anchor?: string;
}
