import { volatileFolded } from '../../../dom/mask.ts';
import { fingerprint } from '../../../fingerprint/rabin.ts';
import type { Candidate, HandlerKind } from '../../../model/capture.ts';
import type { ElementNode } from '../../../model/document.ts';
import { marksOf } from './delegation.ts';
import { emptyCall, scriptAddress } from './inline-calls.ts';
import { listenerBook } from './listeners.ts';
import { marking } from './marks.ts';
import { reactionsOf } from './reactions.ts';
import { shadowOf } from './shadows.ts';
import { frameDocument } from './snapshot.ts';
import { sourceText } from './source-text.ts';
import {
  baseAddress,
  closestOf,
  elementAround,
  elementName,
  isMatch,
  isRendered,
  nextNode,
  rootElement,
} from './unhidden.ts';
import { seenLibraries } from './unwrap.ts';
import { placeOfRow, sweptRow } from './virtual-lists.ts';

/** A handler as the page knows it: where it is written still has to be asked. */
export interface FoundHandler {
  readonly kind: HandlerKind;
  readonly values: string;
  /** Known already, where there is no function to ask about. */
  readonly place?: string;
  /** Under this name the agent gives the function out. */
  readonly run?: string;
  /** Fingerprint of its source. */
  readonly source?: string;
  /** What the author wrote is closed over by it. */
  readonly wrapped?: true;
  /** Key of the element in its framework. */
  readonly key?: string;
}

/** A candidate as the page knows it: functions still have to be traced to their scripts. */
export interface FoundCandidate extends Candidate {
  /** Dotted name of the function the call begins with, and the fingerprint of its source. */
  readonly callee?: string;
  readonly calleeSource?: string;
  readonly found?: FoundHandler;
}

/** What may be found on an element: an address, or a handler for an event. */
export interface Reaction {
  readonly event: string;
  readonly value?: string;
  readonly href?: string;
  readonly call?: string;
  readonly found?: FoundHandler;
}

/** Which elements are candidates. */
export interface CandidateRules {
  readonly events: readonly string[];
  readonly tags: readonly string[];
}

const noCandidates: readonly FoundCandidate[] = [];
const noReactions: readonly Reaction[] = [];
const noNames: readonly string[] = [];
const noAttributes: Readonly<Record<string, string>> = {};

/** An element whose candidates are asked for, with what the capture has read of it. */
export interface Asked {
  readonly element: Element;
  readonly node: ElementNode;
  readonly path: () => string;
  readonly hidden: boolean;
  readonly inShadow: boolean;
}

/**
 * Events of a pointer over something, of which there is none while it is hidden: fired there, they would show nothing,
 * and say that they never do. A click may come by a style of the page that unfolds a menu under the pointer.
 */
const pointed = /^(?:mouse(?:over|enter|out|leave|move)|pointer|contextmenu|dblclick|scroll)/;

/** Candidates of one element, at most one per event and value. */
export function candidatesOf(asked: Asked, rules: CandidateRules): readonly FoundCandidate[] {
  const { element } = asked;
  const { attrs, tag } = asked.node;
  const names = attrs ? Object.keys(attrs) : noNames;
  const all = reactionsOf(element, names, rules);
  const heard = all.filter(({ call }) => call === undefined);
  const inline = heard.length < all.length ? all.filter(({ call }) => call !== undefined) : noReactions;
  const link = attrs ? linkReaction(asked, rules) : noReactions;
  const reactions = joinReactions(asked, inline.length > 0 ? [...link, ...inline] : link, heard);
  if (rules.tags.includes(tag) && !reactions.some((reaction) => reaction.event === 'click')) {
    reactions.push({ event: 'click' });
  }
  const reachable = asked.hidden ? reactions.filter(({ event }) => !pointed.test(event)) : reactions;
  if (reachable.length === 0 || isDisabled(element)) return noCandidates;
  const cover = !asked.hidden && heard.length > 0 && coverings.looked ? coverOf(element) : null;
  if (cover) coverings.found = true;
  return describe(asked, reachable, cover !== null, heard.length > 0 && isBlocked(asked, cover));
}

/** Elements that could be had at some time. */
const free = new WeakSet<Element>();

/**
 * Whether an element cannot be had any more, for as long as something is open over the page. A bar at the edge of the
 * window says nothing: it lies over whatever comes to stand there.
 */
function isBlocked({ element, hidden }: Asked, cover: Element | null): boolean {
  if (hidden) return false;
  const out = cover ? liesOver(cover, element) : closestOf(element, '[inert],[aria-hidden=true]') !== null;
  if (out) return free.has(element);
  if (!cover) free.add(element);
  return false;
}

/**
 * Whether the candidates of an element say nothing but what its attributes, its text and its place do, so
 * that they stay as they are for as long as these do.
 */
export function areWritten({ element, inShadow }: Asked, found: readonly FoundCandidate[]): boolean {
  if (
    inShadow ||
    element.ownerDocument !== document ||
    seenLibraries.delegating ||
    seenLibraries.reactProps.size > 0
  )
    return false;
  return found.every(
    ({ href, found: handler }) => href !== undefined && !handler && !href.includes('#') && !marksOf(element),
  );
}

/** Roles of which one of several is chosen, and the attribute that says which. */
const chosenSelector =
  '[aria-current]:not([aria-current=false]),[role=tab][aria-selected=true],[role=radio][aria-checked=true],[role=menuitemradio][aria-checked=true]';

/** What is on or off by itself, whatever else is. */
const toggling = 'input[type=checkbox],[role=checkbox],[role=switch],[role=menuitemcheckbox],[aria-pressed]';

function describe(
  asked: Asked,
  reactions: readonly Reaction[],
  covered: boolean,
  blocked: boolean,
): readonly FoundCandidate[] {
  const { attrs = noAttributes, tag } = asked.node;
  const [xpath, label, options] = [asked.path(), labelOf(asked), optionTexts(asked)];
  const [traits, hints, id] = [traitsOf(tag, attrs, label), hintsOf(attrs), attrs.id || null];
  return reactions.map((reaction) => {
    const { event, value, href, call, found } = reaction;
    const text = options?.texts.get(value ?? '') ?? label;
    const made: { -readonly [K in keyof FoundCandidate]: FoundCandidate[K] } = {
      xpath,
      id,
      tag,
      text,
      traits,
      hints,
      event,
    };
    if (options) made.traits = `${traitsOf(tag, attrs, '')}options=${options.print}`;
    if (value !== undefined) made.value = value;
    if (href !== undefined) made.href = href;
    if (found) made.found = found;
    if (call !== undefined) Object.assign(made, { call }, calleeOf(call));
    if (asked.hidden) made.hidden = true;
    if (href === undefined && event === 'click' && asked.element.matches(chosenSelector)) made.chosen = true;
    if (href === undefined && (blocked || made.chosen)) made.spare = true;
    if (covered) made.covered = true;
    if (href === undefined && isMatch(asked.element, toggling)) made.meta = { toggle: 'yes' };
    return made;
  });
}

/**
 * What the options of a list are called, by value, and a print of all of them: a list that another one has
 * filled anew is another list, though its values may be the same.
 */
function optionTexts({ element, node }: Asked): { texts: ReadonlyMap<string, string>; print: string } | null {
  if (node.tag !== 'select') return null;
  const options = [...(element as HTMLSelectElement).options];
  const texts = options.map((option) => [option.value, volatileFolded(option.label).slice(0, 120)] as const);
  return { texts: new Map(texts), print: fingerprint(texts.join('\n')).slice(0, 8) };
}

/** Links get their handler beside their address; an inline handler is known better than what else is there. */
function joinReactions(asked: Asked, written: readonly Reaction[], heard: readonly Reaction[]): Reaction[] {
  if (heard.length === 0) return written.map((reaction) => withRoute(asked, reaction));
  const joined = written.map((reaction) => {
    if (reaction.href === undefined) return reaction;
    const found = heard.find((each) => each.event === 'click')?.found;
    if (!found) return withRoute(asked, reaction);
    return isView(asked) ? { event: reaction.event, found } : { ...reaction, found };
  });
  const known = new Set(written.map(({ event }) => event));
  return [...joined, ...heard.filter(({ event }) => !known.has(event))];
}

/** A fragment that names no place in the page is a route: the page's script answers it. */
function withRoute({ element, node }: Asked, reaction: Reaction): Reaction {
  if (reaction.href === undefined) return reaction;
  const fragment = fragmentOf(node);
  if (fragment === null) return reaction;
  const found = { kind: 'native', values: '', place: 'hash' } as const;
  if (isRouteText(fragment)) return { ...reaction, found };
  return listensToHash() && !placeNamed(element, fragment) ? { event: reaction.event, found } : reaction;
}

/** What says that an element shows and hides something of the page it stands on. */
const switching =
  '[role="tab"],[role="button"],[aria-controls],[aria-expanded],[data-toggle],[data-bs-toggle],[data-target],[data-bs-target]';

/**
 * Whether a link that a script answers names a view of the page and not a place in it: nothing of that name is
 * shown, or it calls itself a tab or the like. Its address without the fragment is that of the page it stands on.
 */
function isView({ element, node }: Asked): boolean {
  const fragment = fragmentOf(node);
  if (fragment === null || isRouteText(fragment)) return false;
  const place = placeNamed(element, fragment);
  // Nobody jumps to what is not there to be seen: a dialogue, a drawer.
  if (!place || !isRendered(place)) return true;
  return isMatch(element, switching) || elementAround(element)?.matches(switching) === true;
}

/** The fragment of a link that is nothing else. */
function fragmentOf({ attrs }: ElementNode): string | null {
  const written = attrs?.href?.trim() ?? '';
  return written.charCodeAt(0) === 35 && written.length > 1 ? written : null;
}

/** Fragments that are addresses of their own (`frontier/normalize`). */
function isRouteText(fragment: string): boolean {
  return /^#[!/]/.test(fragment);
}

function listensToHash(): boolean {
  return (
    listenerBook()
      .bindings.get(globalThis)
      ?.some(({ type }) => type === 'hashchange') === true
  );
}

function placeNamed(element: Element, fragment: string): Element | null {
  const name = CSS.escape(decodedCall(fragment.slice(1)));
  const page = element.ownerDocument;
  return (
    page.querySelector(`[id="${name}"],a[name="${name}"]`) ?? (name === 'top' ? rootElement(page) : null)
  );
}

const disabling = new Set(['button', 'input', 'select', 'textarea', 'option', 'optgroup', 'fieldset']);

function isDisabled(element: Element): boolean {
  return disabling.has(elementName(element)) && isMatch(element, ':disabled');
}

/** Whether it is worth asking what lies over elements: each question costs the browser a look at the layout. */
const coverings = { looked: true, first: true, found: false };

/** Looks once per capture whether something lies over the page; at first elements are asked one by one. */
export function lookForCoverings(): void {
  // What lies where is known only after a layout, which texts alone are not worth.
  if (!marking.laidOut) {
    coverings.looked &&= coverings.found;
    return;
  }
  marking.laidOut = false;
  coverings.found = false;
  coverings.looked =
    coverings.first || viewPoints().some(([x, y]) => liesOver(document.elementFromPoint(x, y)));
  coverings.first = false;
}

function viewPoints(): readonly (readonly [number, number])[] {
  const [width, height] = [innerWidth, innerHeight];
  return [0.5, 0.1, 0.9].map((share) => [width * share, height * share] as const);
}

/** Whether an element belongs to something without `below` that was taken out of the flow and covers a good part of the view. */
function liesOver(hit: Element | null, below: Element | null = null): boolean {
  for (let element = hit; element && element !== document.body; element = elementAround(element)) {
    if (below && element.contains(below)) return false;
    const { position } = getComputedStyle(element);
    if (position !== 'fixed' && position !== 'absolute' && elementName(element) !== 'dialog') continue;
    const { width, height } = element.getBoundingClientRect();
    if (width * height > 0.3 * innerWidth * innerHeight) return true;
  }
  return false;
}

/** What lies over its centre, where that is in view, and is neither inside nor around it. */
function coverOf(element: Element): Element | null {
  const { x, y, width, height } = element.getBoundingClientRect();
  const page = element.ownerDocument.defaultView;
  const [left, top] = [x + width / 2, y + height / 2];
  if (!page || width === 0 || height === 0) return null;
  if (left < 0 || top < 0 || left >= page.innerWidth || top >= page.innerHeight) return null;
  const root = element.getRootNode() as ShadowRoot;
  const hit = root.elementFromPoint?.(left, top);
  if (!hit || hit === element || element.contains(hit) || hit.contains(element)) return null;
  if (root.host && hit.contains(root.host)) return null;
  return hit.assignedSlot && element.contains(hit.assignedSlot) ? null : hit;
}

function linkReaction(asked: Asked, rules: CandidateRules): readonly Reaction[] {
  const written = writtenAddress(asked);
  if (written === undefined) return noReactions;
  if (written.includes(':') && scriptAddress.test(written)) {
    const call = decodedCall(written.replace(scriptAddress, ''));
    return emptyCall.test(call) || !rules.events.includes('click') ? [] : [{ event: 'click', call }];
  }
  if (/^\s*(?:#\s*)?$/.test(written)) return noReactions;
  // What is relative to an address is one; of the others the browser gives back what it cannot read.
  if (!/^\s*[\\/]{2}|:/.test(written)) {
    const { href } = asked.element as HTMLAnchorElement;
    if (typeof href === 'string') return [{ event: 'click', href }];
  }
  try {
    return [{ event: 'click', href: new URL(written, baseAddress(asked.element.ownerDocument)).href }];
  } catch {
    return [];
  }
}

function writtenAddress({ node: { tag, attrs = noAttributes } }: Asked): string | undefined {
  switch (tag) {
    case 'a':
    case 'area':
      return attrs.href ?? attrs['xlink:href'];
    case 'meta': {
      if (attrs['http-equiv']?.toLowerCase() !== 'refresh') return undefined;
      return /^\s*[\d.]+\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(attrs.content ?? '')?.[1];
    }
    default:
      return undefined;
  }
}

function decodedCall(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text.trim();
  }
}

function labelOf({ element, node, inShadow }: Asked): string {
  const { kids, attrs = noAttributes } = node;
  const alone = kids?.length === 1 && typeof kids[0] === 'string' ? kids[0] : null;
  const own = volatileFolded((alone ?? element.textContent ?? '') + (inShadow ? slottedText(element) : ''));
  const label =
    own ||
    attrs['aria-label'] ||
    attrs.title ||
    attrs.alt ||
    element.querySelector('img[alt]')?.getAttribute('alt') ||
    attrs.value ||
    (kids === undefined && !fieldTags.has(node.tag) ? textBehind(element) : '');
  return label.slice(0, 120);
}

const fieldTags = new Set(['input', 'select', 'textarea']);
/** Nodes behind a sign in which the text is looked for that it stands before. */
const signReach = 3;

/** The text right behind a sign without words, such as that which unfolds a node of a tree: it tells it from others. */
function textBehind(element: Element): string {
  let node = nextNode(element);
  for (let steps = 0; node && steps < signReach; steps++, node = nextNode(node)) {
    if (!isShownText(node)) continue;
    const text = volatileFolded(node.textContent ?? '');
    if (text !== '') return text;
  }
  return '';
}

/** Comments and scripts have text that nobody sees; those of templates are others at each load. */
function isShownText(node: Node): boolean {
  return node.nodeType === 3 || (node.nodeType === 1 && isRendered(node as Element));
}

/** What is shown inside an element of a shadow tree, but belongs to the host. */
function slottedText(element: Element): string {
  const slots = [...element.querySelectorAll('slot')];
  return slots.flatMap((slot) => slot.assignedNodes().map((node) => node.textContent ?? '')).join(' ');
}

const traitNames = new Set(['id', 'name', 'value', 'href', 'src', 'aria-label', 'title', 'rel']);

/** What tells this element from its siblings when the handler's text does not. */
function traitsOf(tag: string, attrs: Readonly<Record<string, string>>, text: string): string {
  let traits = tag;
  for (const name in attrs) {
    if (traitNames.has(name) || name.startsWith('data-')) traits += ` ${name}=${attrs[name]}`;
  }
  return `${traits} ${text}`;
}

const hintNames = ['id', 'class', 'name', 'title', 'aria-label', 'value'];

function hintsOf(attrs: Readonly<Record<string, string>>): string {
  let hints = '';
  if (attrs !== noAttributes) for (const name of hintNames) hints += `${attrs[name] ?? ''} `;
  return hints.trim();
}

/** What is known of called functions: prints of their own text, and of the document's script around it. */
const calleeSources = new WeakMap<object, { readonly calleeSource: string; readonly source: string }>();

/** The function that a call begins with, so that the script that defines it can be named. */
function calleeOf(
  call: string,
): { callee: string; readonly calleeSource: string; readonly source: string } | undefined {
  const name = /^(?:return\s+)?((?:[A-Za-z_$][\w$]*\.)*[A-Za-z_$][\w$]*)\s*\(/.exec(call)?.[1];
  if (!name) return undefined;
  let value: unknown = globalThis;
  for (const step of name.split('.')) {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  if (typeof value !== 'function') return undefined;
  let known = calleeSources.get(value);
  if (!known) {
    const text = sourceText(value);
    const around = [...document.scripts].find((script) => script.text.includes(text))?.text;
    known = { calleeSource: fingerprint(text), source: fingerprint(around ?? text).slice(0, 12) };
    calleeSources.set(value, known);
  }
  return { callee: name, ...known };
}

/** The element at a path; `/#shadow` and `/#document` step inside. */
export function liveElementAt(xpath: string): Element | null {
  let parent: ParentNode | null = document;
  let element: Element | null = null;
  for (const step of xpath.split('/').slice(1)) {
    if (step === '#shadow') parent = element && shadowOf(element);
    else if (step === '#document') parent = element && frameDocument(element as HTMLIFrameElement);
    else {
      element = parent ? childAt(parent, step) : null;
      parent = element;
    }
    if (!parent) return null;
  }
  return element;
}

/** Where a list has to be scrolled to, that keeps only what is in view, for the row that a path leads into. */
export function rowOutOfView(xpath: string): ReturnType<typeof placeOfRow> {
  for (let cut = xpath.indexOf('/', 1); cut > 0; cut = xpath.indexOf('/', cut + 1)) {
    const parent = liveElementAt(xpath.slice(0, cut));
    if (!parent) return null;
    const place = placeOfRow(parent, /^[^/]+/.exec(xpath.slice(cut + 1))?.[0] ?? '');
    if (place) return place;
  }
  return null;
}

function childAt(parent: ParentNode, step: string): Element | null {
  const swept = sweptRow(parent as Element, step);
  if (swept) return swept.element;
  const [, name, index] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
  let left = Number(index ?? 1);
  for (let child = parent.firstElementChild; child; child = child.nextElementSibling) {
    if (elementName(child).toUpperCase() === name && --left === 0) return child;
  }
  return null;
}
