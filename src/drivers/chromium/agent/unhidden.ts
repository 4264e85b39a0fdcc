import { natives } from './natives.ts';

/**
 * Elements with a name hide what a document or form has under that name: with `<form name="title">`,
 * `document.title` is the form, and with `<input name="nextSibling">` inside it, a form's next sibling is the input.
 * What is here reads past them.
 */
const nodeGetter = (owner: object, name: string): ((this: Node) => unknown) =>
  Object.getOwnPropertyDescriptor(owner, name)?.get as (this: Node) => unknown;

const unhidden = {
  next: nodeGetter(Node.prototype, 'nextSibling') as (this: Node) => ChildNode | null,
  base: nodeGetter(Node.prototype, 'baseURI'),
  root: nodeGetter(Document.prototype, 'documentElement'),
  title: nodeGetter(Document.prototype, 'title'),
  ready: nodeGetter(Document.prototype, 'readyState'),
  all: Document.prototype.querySelectorAll,
  animations: Document.prototype.getAnimations,
  isVisible: Element.prototype.checkVisibility,
};

/** The root element of a document. */
export function rootElement(page: Document): HTMLElement {
  return natives.apply(unhidden.root, page, []) as HTMLElement;
}

/** What addresses in a document are relative to. */
export function baseAddress(page: Document): string {
  return natives.apply(unhidden.base, page, []) as string;
}

/** The title of a document. */
export function shownTitle(page: Document): string {
  return natives.apply(unhidden.title, page, []) as string;
}

/** Whether the document is loaded, with all that belongs to it. */
export function isComplete(): boolean {
  return natives.apply(unhidden.ready, document, []) === 'complete';
}

/** All elements of the document that match. */
export function everyElement(selector: string): NodeListOf<Element> {
  return natives.apply(unhidden.all, document, [selector]) as NodeListOf<Element>;
}

/** Animations of the document. */
export function everyAnimation(): readonly Animation[] {
  return natives.apply(unhidden.animations, document, []) as Animation[];
}

/** What comes behind a node. Called for every node: only where the language is as it was. */
export function nextNode(node: Node): ChildNode | null {
  return unhidden.next.call(node);
}

/** What a node is. Nothing but a form can hide it, and a form is an element. */
export function nodeKind({ nodeType }: Node): number {
  return typeof nodeType === 'number' ? nodeType : 1;
}

/** The name of an element. Nothing but a form can hide it. */
export function elementName({ localName }: Element): string {
  return typeof localName === 'string' ? localName : 'form';
}

/** Whether an element is rendered. */
export function isRendered(element: Element, options?: CheckVisibilityOptions): boolean {
  return natives.apply(unhidden.isVisible, element, [options]) as boolean;
}
