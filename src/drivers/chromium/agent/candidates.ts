import { fingerprint } from '../../../fingerprint/rabin.ts';
import type { Candidate, HandlerKind } from '../../../model/capture.ts';
import { listenerBook } from './listeners.ts';
import { mayReact, reactionsOf } from './reactions.ts';
import { frameDocument, shadowOf } from './snapshot.ts';

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

/** Candidates of one element, at most one per event and value. */
export function candidatesOf(
  element: Element,
  pathOf: (element: Element) => string,
  hidden: boolean,
  rules: CandidateRules,
): readonly FoundCandidate[] {
  // Most elements are bare: they must cost next to nothing.
  const attributed = element.hasAttributes();
  if (!attributed && rules.tags.length === 0 && !mayReact(element)) return noCandidates;
  // One look at all names costs less than asking for each.
  const names = attributed ? element.getAttributeNames() : noNames;
  const heard = reactionsOf(element, names, rules);
  if (!attributed && heard.length === 0 && rules.tags.length === 0) return noCandidates;
  const written = attributed
    ? [...linkReaction(element, rules), ...inlineReactions(element, names, rules)]
    : noReactions;
  const reactions = joinReactions(element, written, heard);
  if (rules.tags.includes(element.localName) && !reactions.some((reaction) => reaction.event === 'click')) {
    reactions.push({ event: 'click' });
  }
  if (reactions.length === 0 || isDisabled(element)) return noCandidates;
  const xpath = pathOf(element);
  const text = labelOf(element);
  const covered = !hidden && heard.length > 0 && coverings.looked && isCovered(element);
  return reactions.map((reaction) => ({
    xpath,
    id: element.id || null,
    tag: element.localName,
    text,
    traits: traitsOf(element, text),
    hints: hintsOf(element),
    ...reaction,
    ...(reaction.call !== undefined && calleeOf(reaction.call)),
    ...(hidden && { hidden: true as const }),
    ...(covered && { covered: true as const }),
  }));
}

/** Links get their handler beside their address; an inline handler is known better than what else is there. */
function joinReactions(
  element: Element,
  written: readonly Reaction[],
  heard: readonly Reaction[],
): Reaction[] {
  if (heard.length === 0) return written.map((reaction) => withRoute(element, reaction));
  const joined = written.map((reaction) => {
    if (reaction.href === undefined) return reaction;
    const found = heard.find((each) => each.event === 'click')?.found;
    return found ? { ...reaction, found } : withRoute(element, reaction);
  });
  const known = new Set(written.map(({ event }) => event));
  return [...joined, ...heard.filter(({ event }) => !known.has(event))];
}

/** A fragment that names no place in the page is a route: the page's script answers it. */
function withRoute(element: Element, reaction: Reaction): Reaction {
  if (reaction.href === undefined) return reaction;
  const fragment = element.getAttribute('href')?.trim();
  if (!fragment || !/^#./.test(fragment)) return reaction;
  if (!/^#[!/]/.test(fragment) && !(listensToHash() && !namesPlace(element, fragment))) return reaction;
  return { ...reaction, found: { kind: 'native', values: '', place: 'hash' } };
}

function listensToHash(): boolean {
  return (
    listenerBook()
      .bindings.get(globalThis)
      ?.some(({ type }) => type === 'hashchange') === true
  );
}

function namesPlace(element: Element, fragment: string): boolean {
  const name = CSS.escape(decodedCall(fragment.slice(1)));
  return element.ownerDocument.querySelector(`[id="${name}"],a[name="${name}"]`) !== null || name === 'top';
}

const disabling = new Set(['button', 'input', 'select', 'textarea', 'option', 'optgroup', 'fieldset']);

function isDisabled(element: Element): boolean {
  return disabling.has(element.localName) && element.matches(':disabled');
}

/** Whether it is worth asking what lies over elements: each question costs the browser a look at the layout. */
const coverings = { looked: true, first: true };

/** Looks once per capture whether something lies over the page; at first elements are asked one by one. */
export function lookForCoverings(): void {
  coverings.looked =
    coverings.first || viewPoints().some(([x, y]) => liesOver(document.elementFromPoint(x, y)));
  coverings.first = false;
}

function viewPoints(): readonly (readonly [number, number])[] {
  const [width, height] = [innerWidth, innerHeight];
  return [0.5, 0.1, 0.9].map((share) => [width * share, height * share] as const);
}

/** Whether an element belongs to something that was taken out of the flow and covers a good part of the view. */
function liesOver(hit: Element | null): boolean {
  for (let element = hit; element && element !== document.body; element = element.parentElement) {
    const { position } = getComputedStyle(element);
    if (position !== 'fixed' && position !== 'absolute' && element.localName !== 'dialog') continue;
    const { width, height } = element.getBoundingClientRect();
    if (width * height > 0.3 * innerWidth * innerHeight) return true;
  }
  return false;
}

/** Whether something that is neither inside nor around it lies over its centre, where that is in view. */
function isCovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const page = element.ownerDocument.defaultView;
  const [left, top] = [x + width / 2, y + height / 2];
  if (!page || width === 0 || height === 0) return false;
  if (left < 0 || top < 0 || left >= page.innerWidth || top >= page.innerHeight) return false;
  const root = element.getRootNode() as ShadowRoot;
  const hit = root.elementFromPoint?.(left, top);
  if (!hit || hit === element || element.contains(hit) || hit.contains(element)) return false;
  if (root.host && hit.contains(root.host)) return false;
  return !(hit.assignedSlot && element.contains(hit.assignedSlot));
}

const scriptAddress = /^\s*javascript:/i;
/** Addresses that stand for "nothing": the click handler does the work. */
const emptyCall = /^(?:void\s*\(?\s*0?\s*\)?|undefined|null|return\s+(?:false|true)?|[\s;]*|\/\/.*)[\s;]*$/;

function linkReaction(element: Element, rules: CandidateRules): readonly Reaction[] {
  const written = writtenAddress(element);
  if (written === null) return noReactions;
  if (scriptAddress.test(written)) {
    const call = decodedCall(written.replace(scriptAddress, ''));
    return emptyCall.test(call) || !rules.events.includes('click') ? [] : [{ event: 'click', call }];
  }
  if (/^\s*(?:#\s*)?$/.test(written)) return [];
  try {
    return [{ event: 'click', href: new URL(written, element.baseURI).href }];
  } catch {
    return [];
  }
}

function writtenAddress(element: Element): string | null {
  switch (element.localName) {
    case 'a':
    case 'area':
      return element.getAttribute('href') ?? element.getAttribute('xlink:href');
    case 'meta': {
      if (element.getAttribute('http-equiv')?.toLowerCase() !== 'refresh') return null;
      const content = element.getAttribute('content') ?? '';
      return /^\s*[\d.]+\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)?.[1] ?? null;
    }
    default:
      return null;
  }
}

function decodedCall(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text.trim();
  }
}

function inlineReactions(
  element: Element,
  names: readonly string[],
  rules: CandidateRules,
): readonly Reaction[] {
  if (!names.some((name) => name.charCodeAt(0) === 111 && name.charCodeAt(1) === 110)) return noReactions;
  let found = noReactions;
  for (const event of rules.events) {
    // A label that many authors put before handlers: it means nothing.
    const call = element.getAttribute(`on${event}`)?.replace(scriptAddress, '').trim();
    if (call !== undefined && !emptyCall.test(call)) found = [...found, { event, call }];
  }
  return found;
}

function labelOf(element: Element): string {
  const own = ((element.textContent ?? '') + slottedText(element)).replace(/\s+/g, ' ').trim();
  const label =
    own ||
    element.getAttribute('aria-label') ||
    element.getAttribute('title') ||
    element.getAttribute('alt') ||
    element.querySelector('img[alt]')?.getAttribute('alt') ||
    element.getAttribute('value') ||
    '';
  return label.slice(0, 120);
}

/** What is shown inside an element of a shadow tree, but belongs to the host. */
function slottedText(element: Element): string {
  if (!(element.getRootNode() as ShadowRoot).host) return '';
  const slots = [...element.querySelectorAll('slot')];
  return slots.flatMap((slot) => slot.assignedNodes().map((node) => node.textContent ?? '')).join(' ');
}

const traitNames = ['id', 'name', 'value', 'href', 'src', 'aria-label', 'title', 'rel'];

/** What tells this element from its siblings when the handler's text does not. */
function traitsOf(element: Element, text: string): string {
  const parts = [element.localName];
  for (const name of element.getAttributeNames()) {
    if (traitNames.includes(name) || name.startsWith('data-'))
      parts.push(`${name}=${element.getAttribute(name)}`);
  }
  return `${parts.join(' ')} ${text}`;
}

function hintsOf(element: Element): string {
  const names = ['id', 'class', 'name', 'title', 'aria-label', 'value'];
  return names
    .map((name) => element.getAttribute(name) ?? '')
    .join(' ')
    .trim();
}

const calleeSources = new WeakMap<object, string>();

/** The function that a call begins with, so that the script that defines it can be named. */
function calleeOf(call: string): { callee: string; calleeSource: string } | undefined {
  const name = /^(?:return\s+)?((?:[A-Za-z_$][\w$]*\.)*[A-Za-z_$][\w$]*)\s*\(/.exec(call)?.[1];
  if (!name) return undefined;
  let value: unknown = globalThis;
  for (const step of name.split('.')) {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  if (typeof value !== 'function') return undefined;
  let source = calleeSources.get(value);
  if (source === undefined) {
    source = fingerprint(Function.prototype.toString.call(value));
    calleeSources.set(value, source);
  }
  return { callee: name, calleeSource: source };
}

/** The element at a path; `/#shadow` and `/#document` step inside. */
export function elementAt(xpath: string): Element | null {
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

function childAt(parent: ParentNode, step: string): Element | null {
  const [, name, index] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
  let left = Number(index ?? 1);
  for (let child = parent.firstElementChild; child; child = child.nextElementSibling) {
    if (child.localName.toUpperCase() === name && --left === 0) return child;
  }
  return null;
}
