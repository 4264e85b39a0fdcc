/**
 * Documents as the browser itself reads them: by functions that were taken before any script of the page ran.
 *
 * Elements with a name hide what a document or form has under that name: with `<form name="title">`,
 * `document.title` is the form, and with `<input name="nextSibling">` inside it, a form's next sibling is the input.
 * What is here reads past them, and past what pages put in the place of these functions.
 */
const bindCall = Function.prototype.bind.bind(Function.prototype.call) as (run: unknown) => unknown;

/** A getter of the DOM as a function of the node. */
function getterOf<T extends object, K extends keyof T>(owner: T, name: K): (node: T) => T[K] {
  return bindCall(Object.getOwnPropertyDescriptor(owner, name)?.get) as (node: T) => T[K];
}

/** A method of the DOM as a function of what it is called on. */
export function methodOf<T, A extends readonly unknown[], R>(run: (this: T, ...args: A) => R) {
  return bindCall(run) as (node: T, ...args: A) => R;
}

/** The root element of a document. */
export const rootElement = getterOf(Document.prototype, 'documentElement');
/** What addresses in a document are relative to. */
export const baseAddress = getterOf(Node.prototype, 'baseURI');
/** The title of a document. */
export const shownTitle = getterOf(Document.prototype, 'title');
/** What comes behind a node. */
export const nextNode = getterOf(Node.prototype, 'nextSibling');
/** What comes first in a node. */
export const firstNode = getterOf(Node.prototype, 'firstChild');
/** What a node is in. */
export const parentOf = getterOf(Node.prototype, 'parentNode');
/** The element that a node is in. */
export const elementAround = getterOf(Node.prototype, 'parentElement');
/** What a node is. */
export const nodeKind = getterOf(Node.prototype, 'nodeType');
/** The text of a text node. */
export const nodeText = getterOf(Node.prototype, 'nodeValue');
/** Whether a node is in a document. */
export const isInDocument = getterOf(Node.prototype, 'isConnected');
/** The document or shadow root that a node is in. */
export const rootOf = methodOf(Node.prototype.getRootNode);
/** What is shown in a slot. */
export const slottedIn = methodOf(HTMLSlotElement.prototype.assignedElements);
/** The document of a node. */
export const documentOfNode = getterOf(Node.prototype, 'ownerDocument');
/** The name of an element. */
export const elementName = getterOf(Element.prototype, 'localName');
/** The namespace of an element. */
export const namespaceOf = getterOf(Element.prototype, 'namespaceURI');
/** The shadow root of an element, where it is open. */
export const openShadow = getterOf(Element.prototype, 'shadowRoot');
/** Names of the attributes of an element. */
export const attributeNames = methodOf(Element.prototype.getAttributeNames);
/** What an attribute says. */
export const attributeText = methodOf(Element.prototype.getAttribute);
/** Whether an element has an attribute. */
export const hasAttribute = methodOf(Element.prototype.hasAttribute);
/** Whether an element is what a selector says. */
export const isMatch = methodOf(Element.prototype.matches);
/** The first element of those around one, itself included, that is what a selector says. */
export const closestOf = methodOf(Element.prototype.closest) as (
  element: Element,
  selector: string,
) => Element | null;
/** The sheet of a link, where it has one. */
export const loadedSheet = getterOf(HTMLLinkElement.prototype, 'sheet');
/** The address of the picture that an image shows. */
export const loadedImage = getterOf(HTMLImageElement.prototype, 'currentSrc');
/** Whether an element is rendered. */
export const isRendered = methodOf(Element.prototype.checkVisibility);

const readyState = getterOf(Document.prototype, 'readyState');
const selectAll = methodOf(Document.prototype.querySelectorAll) as (
  page: Document,
  selector: string,
) => NodeListOf<Element>;
const selectInside = methodOf(Element.prototype.querySelectorAll) as (
  element: Element,
  selector: string,
) => NodeListOf<Element>;

/** Whether the document is loaded, with all that belongs to it. */
export function isComplete(): boolean {
  return readyState(document) === 'complete';
}

/** All elements of the document that match. */
export function everyElement(selector: string): NodeListOf<Element> {
  return selectAll(document, selector);
}

/** All elements in one that match. */
export function elementsInside(element: Element, selector: string): NodeListOf<Element> {
  return selectInside(element, selector);
}

/** Animations of the document. */
export const everyAnimation: () => readonly Animation[] = (
  (animations) => () =>
    animations(document)
)(methodOf(Document.prototype.getAnimations));
