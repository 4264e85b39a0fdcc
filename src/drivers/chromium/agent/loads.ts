import { disguise, natives, replaceNative } from './natives.ts';
import { steadily } from './pristine.ts';
import { beginTask } from './tasks.ts';
import { elementName, elementsInside, isComplete, isInDocument, nodeKind, parentOf } from './unhidden.ts';

/** Scripts, style sheets and frames that a script puts into the document, until they have loaded. */
const loads = new WeakMap<Element, () => void>();

/** Scripts that came as markup after the document was read: browsers run and load none of them. */
const inertScripts = new WeakSet<Element>();

/** Follows markup that scripts write; called before any of the page's scripts. */
export function installLoads(): void {
  for (const { prototype } of [Element, ShadowRoot]) {
    followSetter(prototype, 'innerHTML', (target) => target);
    followSetter(prototype, 'outerHTML', parentOf);
    replaceNative(
      prototype as Element,
      'setHTMLUnsafe',
      (original) =>
        function (this: Element, ...args) {
          writing(this, args[0], () => natives.apply(original, this, args));
        },
    );
  }
  replaceNative(
    Element.prototype,
    'insertAdjacentHTML',
    (original) =>
      function (this: Element, ...args) {
        writing(parentOf(this) ?? this, args[1], () => natives.apply(original, this, args));
      },
  );
  replaceNative(
    DOMParser.prototype,
    'parseFromString',
    (original) =>
      function (this: DOMParser, ...args) {
        return withInertScripts(natives.apply(original, this, args));
      },
  );
  replaceNative(
    Document,
    'parseHTMLUnsafe',
    (original) =>
      function (this: unknown, ...args) {
        return withInertScripts(natives.apply(original, this, args));
      },
  );
}

/** A document that was made of markup: its scripts run nowhere, wherever they are put later. */
function withInertScripts(made: Document): Document {
  steadily(() => {
    for (const script of scriptsIn(made)) inertScripts.add(script);
  });
  return made;
}

/** Has what a property writes looked at; `place`: what is written into. */
function followSetter(owner: object, name: string, place: (target: Element) => Node | null): void {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  const set = own?.set;
  if (!set) return;
  const setter = function (this: Element, markup: unknown) {
    writing(place(this), markup, () => natives.apply(set, this, [markup]));
  };
  disguise(setter, set);
  Object.defineProperty(owner, name, { ...own, set: setter });
}

function writing(place: Node | null, markup: unknown, write: () => void): void {
  // Markup that the page trusts is an object, whose text is for the browser alone to read.
  if (!place || (typeof markup === 'string' && !steadily(() => /<script/i.test(markup)))) {
    write();
    return;
  }
  const before = steadily(() => new Set(scriptsIn(place)));
  write();
  steadily(() => {
    for (const script of scriptsIn(place)) if (!before.has(script)) inertScripts.add(script);
  });
}

function scriptsIn(place: Node): readonly Element[] {
  const content = nodeKind(place) === 1 ? (place as Partial<HTMLTemplateElement>).content : null;
  return [...((content ?? place) as ParentNode).querySelectorAll('script')];
}

/** Told by the mutation observer of settle.ts; while the document is parsed, `load` waits by itself. */
export function followAdded(records: readonly MutationRecord[]): void {
  if (!isComplete()) return;
  for (const { target, addedNodes, removedNodes } of records) {
    for (const node of removedNodes) for (const element of loadersIn(node)) leaveLoad(element);
    // The content of a template loads nothing.
    if (isInDocument(target))
      for (const node of addedNodes) for (const element of loadersIn(node)) followLoad(element);
  }
}

function loadersIn(node: Node): readonly Element[] {
  if (nodeKind(node) !== 1) return [];
  const element = node as Element;
  return [element, ...elementsInside(element, 'script[src],link[href],iframe[src]')];
}

function followLoad(element: Element): void {
  if (loads.has(element) || !loadsFile(element)) return;
  const end = beginTask();
  loads.set(element, end);
  // On the element itself: one that has left the document by then tells nobody else.
  for (const type of ['load', 'error'])
    natives.apply(natives.addEventListener, element, [type, end, { once: true }]);
}

/** A script is loaded and run wherever it is by then; sheets and frames are given up. */
function leaveLoad(element: Element): void {
  if (elementName(element) !== 'script' && !isInDocument(element)) loads.get(element)?.();
}

function loadsFile(element: Element): boolean {
  if (elementName(element) === 'script') return isRunnable(element as HTMLScriptElement);
  if (!isInDocument(element)) return false;
  if (elementName(element) === 'link') return isSheet(element as HTMLLinkElement);
  const { src, loading } = element as HTMLIFrameElement;
  return elementName(element) === 'iframe' && /^https?:/.test(src) && loading !== 'lazy';
}

function isRunnable(script: HTMLScriptElement): boolean {
  const { src, type, noModule } = script;
  const isJavaScript = type === '' || type === 'module' || /javascript|ecmascript/i.test(type);
  return isJavaScript && !noModule && typeof src === 'string' && src !== '' && !inertScripts.has(script);
}

function isSheet({ rel, href, type, disabled }: HTMLLinkElement): boolean {
  return rel === 'stylesheet' && href !== '' && (type === '' || type === 'text/css') && !disabled;
}
