/**
 * A document as far as readability asks for one: elements and texts linked to each other, made out of a tree without
 * writing and reading HTML. A whole DOM took two thirds of the time and memory of a search for a main text.
 */
abstract class ReadNode {
  abstract readonly nodeType: 1 | 3;
  abstract readonly nodeName: string;
  abstract get textContent(): string;
  abstract get childNodes(): readonly ReadNode[];
  parentNode: ReadElement | null = null;
  nextSibling: ReadNode | null = null;
  previousSibling: ReadNode | null = null;

  get nextElementSibling(): ReadElement | null {
    let node = this.nextSibling;
    while (node !== null && !(node instanceof ReadElement)) node = node.nextSibling;
    return node;
  }

  get previousElementSibling(): ReadElement | null {
    let node = this.previousSibling;
    while (node !== null && !(node instanceof ReadElement)) node = node.previousSibling;
    return node;
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }

  abstract copy(): ReadNode;
}

/** A text of a document that is read. */
export class ReadText extends ReadNode {
  readonly nodeType = 3;
  readonly nodeName = '#text';
  readonly textContent: string;

  get childNodes(): readonly ReadNode[] {
    return [];
  }

  constructor(text: string) {
    super();
    this.textContent = text;
  }

  copy(): ReadText {
    return new ReadText(this.textContent);
  }
}

/** An attribute; as readability copies them from one element to the next. */
class ReadAttribute {
  readonly name: string;
  value: string;

  constructor(name: string, value: string) {
    this.name = name;
    this.value = value;
  }

  cloneNode(): ReadAttribute {
    return new ReadAttribute(this.name, this.value);
  }
}

/** An element of a document that is read. */
export class ReadElement extends ReadNode {
  readonly nodeType = 1;
  readonly localName: string;
  readonly tagName: string;
  readonly attributes: ReadAttribute[] = [];
  firstChild: ReadNode | null = null;
  lastChild: ReadNode | null = null;
  #kept: readonly ReadNode[] = [];

  constructor(tag: string, attrs: Readonly<Record<string, string>> = {}) {
    super();
    this.localName = tag;
    this.tagName = tag.toUpperCase();
    for (const name in attrs) this.attributes.push(new ReadAttribute(name, attrs[name] as string));
  }

  get nodeName(): string {
    return this.tagName;
  }

  /** What makes further elements. */
  get ownerDocument(): { createElement(tag: string): ReadElement } {
    return maker;
  }

  get childNodes(): readonly ReadNode[] {
    const found: ReadNode[] = [];
    for (let node = this.firstChild; node !== null; node = node.nextSibling) found.push(node);
    return found;
  }

  get children(): readonly ReadElement[] {
    const found: ReadElement[] = [];
    for (let node = this.firstElementChild; node !== null; node = node.nextElementSibling) found.push(node);
    return found;
  }

  get firstElementChild(): ReadElement | null {
    const { firstChild } = this;
    return firstChild === null || firstChild instanceof ReadElement
      ? firstChild
      : firstChild.nextElementSibling;
  }

  get lastElementChild(): ReadElement | null {
    const { lastChild } = this;
    return lastChild === null || lastChild instanceof ReadElement
      ? lastChild
      : lastChild.previousElementSibling;
  }

  get textContent(): string {
    let text = '';
    for (let node = this.firstChild; node !== null; node = node.nextSibling) text += node.textContent;
    return text;
  }

  get className(): string {
    return this.getAttribute('class') ?? '';
  }

  set className(text: string) {
    this.setAttribute('class', text);
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }

  /** Readability gives names to what it makes: in a bundle, whose code is strict, it would fail without. */
  set id(text: string) {
    this.setAttribute('id', text);
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  get srcset(): string {
    return this.getAttribute('srcset') ?? '';
  }

  /** Readability keeps what is inside its page this way, and brings it back for another try: no HTML is needed for that. */
  get innerHTML(): string {
    this.#kept = this.childNodes.map((node) => node.copy());
    return '';
  }

  set innerHTML(_: string) {
    for (const node of this.childNodes) this.removeChild(node);
    for (const node of this.#kept) this.appendChild(node.copy());
  }

  getAttribute(name: string): string | null {
    return this.attributes.find((one) => one.name === name)?.value ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.attributes.some((one) => one.name === name);
  }

  setAttribute(name: string, value: string): void {
    const known = this.attributes.find((one) => one.name === name);
    if (known === undefined) this.attributes.push(new ReadAttribute(name, value));
    else known.value = value;
  }

  setAttributeNode({ name, value }: ReadAttribute): void {
    this.setAttribute(name, value);
  }

  removeAttribute(name: string): void {
    const at = this.attributes.findIndex((one) => one.name === name);
    if (at >= 0) this.attributes.splice(at, 1);
  }

  appendChild<T extends ReadNode>(node: T): T {
    node.remove();
    node.parentNode = this;
    node.previousSibling = this.lastChild;
    if (this.lastChild === null) this.firstChild = node;
    else this.lastChild.nextSibling = node;
    this.lastChild = node;
    return node;
  }

  removeChild<T extends ReadNode>(node: T): T {
    const { previousSibling: before, nextSibling: after } = node;
    if (before === null) this.firstChild = after;
    else before.nextSibling = after;
    if (after === null) this.lastChild = before;
    else after.previousSibling = before;
    node.parentNode = node.previousSibling = node.nextSibling = null;
    return node;
  }

  replaceChild<T extends ReadNode>(node: ReadNode, old: T): T {
    node.remove();
    const { previousSibling: before, nextSibling: after } = old;
    this.removeChild(old);
    node.parentNode = this;
    node.previousSibling = before;
    node.nextSibling = after;
    if (before === null) this.firstChild = node;
    else before.nextSibling = node;
    if (after === null) this.lastChild = node;
    else after.previousSibling = node;
    return old;
  }

  /** Elements inside of one name, or of any (`*`). */
  getElementsByTagName(tag: string): ReadElement[] {
    return this.elements(tag === '*' ? null : new Set([tag.toUpperCase()]));
  }

  /** By names of elements alone: readability asks for nothing else. */
  querySelectorAll(tags: string): ReadElement[] {
    return this.elements(new Set(tags.split(',').map((tag) => tag.trim().toUpperCase())));
  }

  /** Elements inside that have one of the names, in document order. */
  elements(names: ReadonlySet<string> | null): ReadElement[] {
    const found: ReadElement[] = [];
    const walk = (element: ReadElement): void => {
      for (let node = element.firstElementChild; node !== null; node = node.nextElementSibling) {
        if (names === null || names.has(node.tagName)) found.push(node);
        walk(node);
      }
    };
    walk(this);
    return found;
  }

  copy(): ReadElement {
    const other = new ReadElement(this.localName);
    for (const { name, value } of this.attributes) other.attributes.push(new ReadAttribute(name, value));
    for (let node = this.firstChild; node !== null; node = node.nextSibling) other.appendChild(node.copy());
    return other;
  }
}

const maker = { createElement: (tag: string) => new ReadElement(tag.toLowerCase()) };

/** A whole document that is read. */
export class ReadDocument {
  readonly documentElement: ReadElement;
  readonly title: string;
  readonly baseURI: string;
  readonly documentURI: string;

  constructor(root: ReadElement, title: string, base: string) {
    this.documentElement = root;
    this.title = title;
    this.baseURI = base;
    this.documentURI = base;
  }

  get firstChild(): ReadElement {
    return this.documentElement;
  }

  get body(): ReadElement | null {
    return this.documentElement.children.find(({ tagName }) => tagName === 'BODY') ?? null;
  }

  createElement(tag: string): ReadElement {
    return maker.createElement(tag);
  }

  createTextNode(text: string): ReadText {
    return new ReadText(text);
  }

  getElementsByTagName(tag: string): ReadElement[] {
    return this.documentElement.getElementsByTagName(tag);
  }

  querySelectorAll(tags: string): ReadElement[] {
    return this.documentElement.querySelectorAll(tags);
  }
}
