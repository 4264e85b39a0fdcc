import { type HandlerReading, readHandler } from './handler-text.ts';
import { standsFor } from './listeners.ts';
import { pointedInside } from './pointers.ts';
import { shadowOf } from './shadows.ts';
import { slottedBelow } from './slotted.ts';
import { attributeText, closestOf, elementName, elementsInside, isMatch, isRendered } from './unhidden.ts';
import { type Heard, heardBy } from './unwrap.ts';

/** What elements have been found to react to through something around them, within one capture. */
const reactionMarks = new Map<Element, Heard[]>();

/** Marks that an element got from listeners around it. */
export function marksOf(element: Element): readonly Heard[] | undefined {
  return reactionMarks.get(element);
}

/** Elements that react through something around them; those that come later in the capture follow. */
export function markedElements(): Iterable<Element> {
  return reactionMarks.keys();
}

/** How many there are of them so far. */
export function markedCount(): number {
  return reactionMarks.size;
}

/** Says of an element that it reacts through something else. */
export function markElement(element: Element, heard: Heard): void {
  const list = reactionMarks.get(element);
  if (list) list.push(heard);
  else reactionMarks.set(element, [heard]);
}

/** Forgets the marks of the capture before. */
export function clearMarks(): void {
  reactionMarks.clear();
}

/** Resolves what is bound to a window, a document or a shadow root to the elements that react. */
export function markFromRoot(bearer: object): void {
  const root = (bearer as Window).window === bearer ? windowDocument(bearer as Window) : (bearer as Document);
  if (!root || (root.nodeType === 9 ? !root.documentElement : !root.isConnected)) return;
  if (root.nodeType !== 9 && root.nodeType !== 11) return;
  for (const heard of heardBy(bearer)) {
    // What Alpine binds to the document for an element is an attribute of that element.
    if (alpineWrapper.test(heard.text) && root.querySelector('[x-data]')) continue;
    const place = rootPlace(root, heard);
    if (place === null) for (const each of markedBelow(root, heard)) markElement(each.element, each.heard);
    else if (place)
      markElement(place, { ...heard, kind: heard.kind === 'listener' ? 'delegated' : heard.kind });
  }
}

const alpineWrapper = /^\(?\w+\)?\s*=>\s*\w+\((?:\w+,\s*)?\w+\)$/;

function windowDocument(page: Window): Document | null {
  try {
    return page.document;
  } catch {
    return null;
  }
}

/** The element that stands for the whole document: scrolling, and keys that are asked for by name. */
function rootPlace(root: Document, heard: Heard): Element | null | undefined {
  const event = standsFor.get(heard.type);
  if (event === 'scroll') return root.documentElement ?? undefined;
  if (event === 'keydown' && heard.selector === undefined) {
    return (heard.keys ?? readHandler(heard.text).keys).length > 0 ? (root.body ?? undefined) : undefined;
  }
  const reading = readHandler(heard.text);
  // Where anything can be clicked, that answers too.
  if (heard.type === 'click' && heard.selector === undefined && reading.blind && heard.text !== '') {
    return root.querySelector(clickableSelector) ? undefined : (root.body ?? undefined);
  }
  return null;
}

const clickableSelector = 'a[href],button,input,summary,[onclick],[role],[tabindex]';

/** What an element itself reacts to; what it stands for is marked on the elements inside it. */
export function ownHeard(element: Element, all: readonly Heard[]): readonly Heard[] {
  return all.filter((heard) => {
    if (isOwn(element, heard)) return true;
    let self = false;
    for (const each of markedBelow(element, heard)) {
      if (each.element === element) self = true;
      else markElement(each.element, each.heard);
    }
    // Whoever writes a handler on an element means the element too; fields speak for themselves.
    return self || (heard.call !== undefined && !/^(?:change|input)$/.test(heard.type));
  });
}

const leafTags = new Set([
  'button',
  'a',
  'summary',
  'input',
  'select',
  'textarea',
  'option',
  'label',
  'img',
  'area',
]);

/** Elements that stand for nothing but themselves. */
export function isLeaf(element: Element): boolean {
  if (element.firstElementChild !== null) return leafTags.has(elementName(element));
  return slottedBelow(element).length === 0;
}

function isOwn(element: Element, heard: Heard): boolean {
  if (heard.selector !== undefined) return false;
  const event = standsFor.get(heard.type);
  if (event === 'scroll' || event === 'keydown' || isLeaf(element)) return true;
  if (event === 'change' || event === 'input') return false;
  if (event === 'focus' || event === 'blur') return (element as HTMLElement).tabIndex >= 0;
  if (heard.text === '') return true;
  const { asksTarget, passesEvent } = readHandler(heard.text);
  return !asksTarget && (!passesEvent || heard.call !== undefined);
}

interface Mark {
  readonly element: Element;
  readonly heard: Heard;
}

/** Elements inside a root for which a listener on it stands; the root itself where it stands for itself. */
function markedBelow(root: Document | Element, heard: Heard): Mark[] {
  // What a listener says of others by their looks says less than what names them.
  const isGuess = heard.kind === 'jquery' && heard.selector === undefined;
  const kind = isGuess || heard.kind === 'listener' || heard.kind === 'property' ? 'delegated' : heard.kind;
  const as = (elements: Iterable<Element>, each: Heard = { ...heard, kind }) =>
    Array.from(elements, (element) => ({ element, heard: each }));
  if (heard.selector !== undefined) return as(selected(root, heard.selector));
  const reading = readHandler(heard.text);
  const event = standsFor.get(heard.type);
  if (event === 'change' || event === 'input') return as(fieldsBelow(root, reading));
  const named = namedBelow(root, reading);
  if (named) return as(named.length > 0 || heard.type !== 'click' ? named : shownInPlace(root));
  const self = root.nodeType === 1 ? as([root as Element], heard) : [];
  if (isWhole(root) && (heard.type !== 'click' || reading.outside))
    return asksPlace.has(heard.type) && !reading.outside && !reading.blind
      ? as([...selected(root, titled), ...withMenus(root)])
      : [];
  if (event === 'focus' || event === 'blur')
    return as(selected(root, `${fieldSelector},[tabindex]:not([tabindex="-1"])`));
  const repeated = reading.asksTarget && root.nodeType === 1 ? repeatedChildren(root as Element) : [];
  if (event !== 'click') {
    const opening = event === 'mouseover' ? selected(root, submenus) : [];
    if (opening.length > 0) return as(opening);
    if (!asksRows.has(heard.type)) return self;
    const rows = selected(root, '[role=row]:not(:has([role=columnheader]))').slice(0, rowsAsked);
    return rows.length > 0 ? as(rows) : repeated.length > 0 ? as(repeated) : self;
  }
  const looking = new Set([...lookingReactive(root), ...expandersBelow(root)]);
  const pointed = pointedAt(root, looking);
  if (looking.size + pointed.length > 0)
    return [...as(looking), ...as(pointed, { ...heard, kind: 'cursor' })];
  return repeated.length > 0 ? as(repeated) : self;
}

/** What listens there listens to the whole page. */
function isWhole(root: Document | Element): boolean {
  return (
    root.nodeType !== 1 || root === root.ownerDocument?.documentElement || root === root.ownerDocument?.body
  );
}

/** Events of which a handler that asks where they came from is told once per row of a list. */
const asksRows: ReadonlySet<string> = new Set(['mouseover', 'pointerover', 'dblclick', 'contextmenu']);

/** Rows of one grid for which such a handler stands: what it shows of one is mostly the same for all. */
const rowsAsked = 2;

/** Events by which a listener on the whole page learns over what a pointer comes. */
const asksPlace: ReadonlySet<string> = new Set(['mouseover', 'pointerover']);
/** What such a listener may have something to say of: tooltips. */
const titled = '[title],[data-title],[data-tooltip],[data-tip],[aria-describedby]';

/** Entries of menus that say that they open another. */
const submenus = '[role=menuitem][aria-haspopup]:not([aria-haspopup=false])';

const menus = 'ul,ol,menu,[role=menu]';

/** Entries of menus, in sight, that hold a menu which is not: over them the pointer opens it. */
function withMenus(root: Document | Element): Element[] {
  return selected(root, `li:has(${menus})`).flatMap((entry) => {
    const isFolded =
      isRendered(entry, inSight) && !isRendered(elementsInside(entry, menus)[0] ?? entry, inSight);
    return isFolded ? (elementsInside(entry, 'a')[0] ?? entry) : [];
  });
}

const inSight = { visibilityProperty: true };

/** Elements that the handler's text names; `null` where it names none, so that nothing is known. */
function namedBelow(root: Document | Element, reading: HandlerReading): Element[] | null {
  const { hints, outside, composed } = reading;
  const selectors = composed ? [...reading.selectors, ...hints] : reading.selectors;
  if (selectors.length > 0) {
    const found = selectors.flatMap((selector) => selected(root, selector, composed));
    const self =
      root.nodeType === 1 && selectors.some((selector) => matchesSafely(root as Element, selector));
    if (found.length === 0 && reading.selectors.length === 0 && !self) return null;
    return [...new Set(self ? [root as Element, ...found] : found)];
  }
  if (outside && root.nodeType !== 1) return [];
  if (hints.length === 0) return null;
  const found = hints.flatMap((selector) => selected(root, selector));
  return found.length > 0 ? [...new Set(found)] : null;
}

/** Links to what is no page of its own: a picture, or a part of this page that is not shown. */
function shownInPlace(root: Document | Element): Element[] {
  return selected(root, 'a[href]').filter((link) => {
    const { origin, pathname, hash } = link as HTMLAnchorElement;
    if (attributeText(link, 'href')?.startsWith('#')) {
      const place = hash === '' ? null : link.ownerDocument.getElementById(hash.slice(1));
      return place !== null && !isRendered(place);
    }
    return origin === location.origin && /\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(pathname);
  });
}

/** Elements that match, also where the selector is one that only jQuery knows; `deep`: in shadow roots of what is slotted, too. */
function selected(root: Document | Element, selector: string, deep = false): Element[] {
  try {
    const found = [...root.querySelectorAll(selector)];
    for (const element of slottedBelow(root)) {
      if (isMatch(element, selector)) found.push(element);
      for (const inside of elementsInside(element, selector)) found.push(inside);
      for (const host of deep ? [element, ...elementsInside(element, '*')] : [])
        for (const inside of shadowOf(host)?.querySelectorAll(selector) ?? []) found.push(inside);
    }
    return found;
  } catch {
    const find = (globalThis as { jQuery?: { find?: (selector: string, root: Node) => Element[] } }).jQuery
      ?.find;
    try {
      return typeof find === 'function' ? [...find(selector, root)] : [];
    } catch {
      return [];
    }
  }
}

function matchesSafely(element: Element, selector: string): boolean {
  try {
    return isMatch(element, selector);
  } catch {
    return false;
  }
}

const fieldSelector =
  'select,textarea,input:not([type=hidden]):not([type=button]):not([type=submit]):not([type=reset]):not([type=image]):not([type=file]):not([type=password])';

function fieldsBelow(root: Document | Element, { selectors, hints }: HandlerReading): Element[] {
  const fields = selected(root, fieldSelector);
  const named = [...selectors, ...hints];
  const chosen = fields.filter((field) => named.some((selector) => matchesSafely(field, selector)));
  return chosen.length > 0 ? chosen : fields;
}

const roles = [
  ...['button', 'tab', 'link', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'option', 'treeitem'],
  // Grids tell which row was clicked by where the event came from.
  ...['switch', 'checkbox', 'radio', 'row'],
];
const reactiveSelector = [
  ...[
    'button',
    'summary',
    'a:not([href])',
    'a[href=""]',
    'a[href="#"]',
    'input[type=button]',
    'input[type=image]',
  ],
  ...roles.map((role) => `[role=${role}]`),
  '[tabindex]:not([tabindex="-1"])',
].join(',');

/** Elements that look as if they react: by tag, role, place in the tab order, or data that repeats. */
function lookingReactive(root: Document | Element): Element[] {
  const looking = selected(root, reactiveSelector);
  // A script may answer links to this site instead of the browser.
  const own = selected(root, 'a[href]:not([href=""]):not([href="#"])').filter(
    (link) => (link as HTMLAnchorElement).origin === location.origin,
  );
  const carrying = root.nodeType === 1 ? dataBearers(root as Element) : [];
  const found = new Set([...looking, ...carrying]);
  return found.size > 0 ? [...found, ...own] : own;
}

/** What trees without roles call the sign before a node that unfolds it. */
const expander = /expand|collaps|switcher|hit-?area|tree-hit|toggle|twist|caret|chevron|disclosure|opener/i;

/** Signs without text before the nodes of a tree; a click on the text beside them chooses the node. */
function expandersBelow(root: Document | Element): Element[] {
  if (root.nodeType !== 1) return [];
  return selected(root, 'img[class],i[class],ins[class],span[class],div[class]').filter(
    (element) =>
      element.firstChild === null &&
      expander.test(attributeText(element, 'class') ?? '') &&
      element.nextElementSibling !== null &&
      isRendered(element),
  );
}

const walkAtMost = 1500;

/** Elements with `data-*` that a sibling has too: what tells the rows of a list apart. */
function dataBearers(root: Element): Element[] {
  const found: Element[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let seen = 0; seen < walkAtMost && walker.nextNode(); seen++) {
    const element = walker.currentNode as Element;
    const name = element
      .getAttributeNames()
      .find((each) => each.startsWith('data-') && !/^data-v-/.test(each));
    if (name === undefined) continue;
    const twins = [element.nextElementSibling, element.previousElementSibling];
    if (twins.some((twin) => twin?.hasAttribute(name))) found.push(element);
  }
  return found;
}

/** The last hint: a pointing hand, of which the outermost element counts. */
function pointedAt(root: Document | Element, others: ReadonlySet<Element>): Element[] {
  return pointedInside(root).filter((element) => !others.has(element) && !closestOf(element, 'a[href]'));
}

/** Children of one kind: the rows of a list whose handler looks at what was clicked. */
function repeatedChildren(root: Element): Element[] {
  const children = [...root.children, ...slottedBelow(root)];
  const counts = new Map<string, number>();
  for (const child of children) counts.set(elementName(child), (counts.get(elementName(child)) ?? 0) + 1);
  return children.filter((child) => (counts.get(elementName(child)) ?? 0) > 1);
}
