import type { DocumentTree, ElementNode, ShadowTree, TreeNode } from '../../../model/document.ts';

/** Called for each element that is in the document, in document order. */
export type ElementVisitor = (element: Element, hidden: boolean) => void;

const closedShadows = new WeakMap<Element, ShadowRoot>();
const changedSheets = new WeakSet<CSSStyleSheet>();

/** Remembers closed shadow roots and sheets changed by script, which nothing shows afterwards. */
export function installSnapshot(): void {
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init);
    closedShadows.set(this, root);
    return root;
  };
  const changes = ['insertRule', 'deleteRule', 'addRule', 'removeRule', 'replace', 'replaceSync'];
  for (const name of changes) followSheet(CSSStyleSheet.prototype, name, (sheet) => sheet as CSSStyleSheet);
  for (const group of [globalThis.CSSGroupingRule, globalThis.CSSKeyframesRule]) {
    for (const name of ['insertRule', 'deleteRule', 'appendRule']) {
      if (group) followSheet(group.prototype, name, (rule) => (rule as CSSRule).parentStyleSheet);
    }
  }
  // Whoever asks for a rule's declarations may change them.
  const style = Object.getOwnPropertyDescriptor(CSSStyleRule.prototype, 'style');
  if (!style?.get) return;
  const get = style.get;
  Object.defineProperty(CSSStyleRule.prototype, 'style', {
    ...style,
    get(this: CSSStyleRule) {
      if (this.parentStyleSheet) changedSheets.add(this.parentStyleSheet);
      return get.call(this);
    },
  });
}

function followSheet(owner: object, name: string, sheetOf: (self: unknown) => CSSStyleSheet | null): void {
  const methods = owner as Record<string, (...args: unknown[]) => unknown>;
  const original = methods[name];
  if (typeof original !== 'function') return;
  methods[name] = function (this: unknown, ...args: unknown[]) {
    const sheet = sheetOf(this);
    if (sheet) changedSheets.add(sheet);
    return original.apply(this, args);
  };
}

/** Takes the whole document as a tree; `visit` sees every element once. */
export function snapshotDocument(source: Document, visit: ElementVisitor): DocumentTree {
  const root = source.documentElement;
  const sheets = sheetTexts(source.adoptedStyleSheets);
  return {
    url: source.location?.href ?? source.URL,
    base: source.baseURI,
    doctype: doctypeOf(source),
    title: source.title,
    lang: root?.getAttribute('lang') ?? '',
    root: root ? snapshotElement(root, visit, false) : { tag: 'html' },
    ...(sheets.length > 0 && { sheets }),
  };
}

function doctypeOf(source: Document): string | null {
  const type = source.doctype;
  if (!type) return null;
  const publicId = type.publicId ? ` PUBLIC "${type.publicId}"` : type.systemId ? ' SYSTEM' : '';
  return `${type.name}${publicId}${type.systemId ? ` "${type.systemId}"` : ''}`;
}

const withoutKids = new Set(['script', 'noscript']);
const neverShown = new Set([
  'head',
  'script',
  'style',
  'link',
  'meta',
  'title',
  'base',
  'template',
  'noscript',
]);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function snapshotElement(element: Element, visit: ElementVisitor | null, inHidden: boolean): ElementNode {
  const tag = element.localName;
  const node: Mutable<ElementNode> = { tag };
  if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml') {
    if (element.namespaceURI === 'http://www.w3.org/2000/svg') node.ns = 'svg';
    else if (element.namespaceURI === 'http://www.w3.org/1998/Math/MathML') node.ns = 'math';
  }
  const names = element.getAttributeNames();
  if (names.length > 0) node.attrs = attributesOf(element, names);
  const hiddenHere = !inHidden && !neverShown.has(tag) && isHidden(element);
  if (hiddenHere) node.hidden = true;
  const hidden = inHidden || hiddenHere;
  visit?.(element, hidden);
  if (withoutKids.has(tag)) return node;
  // By name, not by class: elements of a frame belong to the frame's own classes.
  const template = tag === 'template' && !node.ns ? (element as HTMLTemplateElement).content : null;
  // What is in a template is not in the document: nothing can be fired there.
  const kids = snapshotKids(template ?? element, template ? null : visit, hidden);
  if (kids.length > 0) node.kids = kids;
  const shadow = element.shadowRoot ?? closedShadows.get(element);
  if (shadow) node.shadow = snapshotShadow(shadow, visit, hidden);
  addState(element, node, visit);
  return node;
}

function snapshotKids(parent: Node, visit: ElementVisitor | null, hidden: boolean): TreeNode[] {
  const kids: TreeNode[] = [];
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    const type = child.nodeType;
    if (type === 1) kids.push(snapshotElement(child as Element, visit, hidden));
    else if (type === 3 || type === 4) {
      const text = child.nodeValue as string;
      if (text !== '') kids.push(text);
    }
  }
  return kids;
}

function snapshotShadow(root: ShadowRoot, visit: ElementVisitor | null, hidden: boolean): ShadowTree {
  const sheets = sheetTexts(root.adoptedStyleSheets);
  return {
    mode: root.mode,
    kids: snapshotKids(root, visit, hidden),
    ...(sheets.length > 0 && { sheets }),
  };
}

/** By names: walking `attributes` would make an object of each. */
function attributesOf(element: Element, names: readonly string[]): Record<string, string> {
  const attrs: Record<string, string> = {};
  for (const name of names) attrs[name] = element.getAttribute(name) as string;
  return attrs;
}

/** `checkVisibility` is cheap but also says no to `display: contents`, which is shown. */
function isHidden(element: Element): boolean {
  return element.checkVisibility?.() === false && getComputedStyle(element).display !== 'contents';
}

function addState(element: Element, node: Mutable<ElementNode>, visit: ElementVisitor | null): void {
  switch (node.tag) {
    case 'input': {
      const input = element as HTMLInputElement;
      if (input.type === 'checkbox' || input.type === 'radio') {
        if (input.checked !== input.defaultChecked) node.checked = input.checked;
      } else if (input.type !== 'password' && input.type !== 'file' && input.value !== input.defaultValue) {
        node.value = input.value;
      }
      break;
    }
    case 'textarea': {
      const area = element as HTMLTextAreaElement;
      if (area.value !== area.defaultValue) node.value = area.value;
      break;
    }
    case 'option': {
      const option = element as HTMLOptionElement;
      if (option.selected !== option.defaultSelected) node.selected = option.selected;
      break;
    }
    case 'canvas': {
      const image = canvasImage(element as HTMLCanvasElement);
      if (image) node.image = image;
      break;
    }
    case 'style':
    case 'link': {
      const sheet = (element as HTMLStyleElement).sheet;
      if (sheet && changedSheets.has(sheet)) node.css = sheetText(sheet);
      break;
    }
    case 'iframe':
    case 'frame': {
      const inner = frameDocument(element as HTMLIFrameElement);
      if (inner) node.frame = snapshotDocument(inner, visit ?? (() => {}));
      break;
    }
  }
}

function canvasImage(canvas: HTMLCanvasElement): string | null {
  if (canvas.width === 0 || canvas.height === 0 || canvas.width * canvas.height > 16_777_216) return null;
  try {
    return canvas.toDataURL();
  } catch {
    return null; // Tainted by pixels of another origin.
  }
}

/** The document inside a frame of the same origin. */
export function frameDocument(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
}

/** The shadow root of an element, closed ones included. */
export function shadowOf(element: Element): ShadowRoot | null {
  return element.shadowRoot ?? closedShadows.get(element) ?? null;
}

function sheetTexts(sheets: readonly CSSStyleSheet[] | undefined): string[] {
  return [...(sheets ?? [])].filter((sheet) => !sheet.disabled).map(sheetText);
}

function sheetText(sheet: CSSStyleSheet): string {
  try {
    return [...sheet.cssRules].map((rule) => rule.cssText).join('\n');
  } catch {
    return '';
  }
}
