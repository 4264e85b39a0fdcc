import { fingerprint } from '../../../fingerprint/rabin.ts';
import type { Candidate } from '../../../model/capture.ts';
import { frameDocument, shadowOf } from './snapshot.ts';

/** A candidate as the page knows it: the called function still has to be traced to its script. */
export interface FoundCandidate extends Candidate {
  /** Dotted name of the function the call begins with, and the fingerprint of its source. */
  readonly callee?: string;
  readonly calleeSource?: string;
}

/** What may be found on an element: an address, or a handler for an event. */
interface Reaction {
  readonly event: string;
  readonly href?: string;
  readonly call?: string;
}

/** Which elements are candidates. */
export interface CandidateRules {
  readonly events: readonly string[];
  readonly tags: readonly string[];
}

/**
 * The seam for other ways to react: each finder says what an element reacts to. Links and inline
 * handlers are here; listeners bound by script join as further finders.
 */
const finders: readonly ((element: Element, rules: CandidateRules) => readonly Reaction[])[] = [
  linkReaction,
  inlineReactions,
];

const noCandidates: readonly FoundCandidate[] = [];
const noReactions: readonly Reaction[] = [];

/** Candidates of one element, at most one per event. */
export function candidatesOf(
  element: Element,
  pathOf: (element: Element) => string,
  hidden: boolean,
  rules: CandidateRules,
): readonly FoundCandidate[] {
  // Most elements are bare: they must cost next to nothing.
  if (!element.hasAttributes() && rules.tags.length === 0) return noCandidates;
  const reactions: Reaction[] = [];
  for (const find of finders) reactions.push(...find(element, rules));
  if (rules.tags.includes(element.localName) && !reactions.some((reaction) => reaction.event === 'click')) {
    reactions.push({ event: 'click' });
  }
  if (reactions.length === 0) return noCandidates;
  const xpath = pathOf(element);
  const text = labelOf(element);
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
  }));
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

function inlineReactions(element: Element, rules: CandidateRules): readonly Reaction[] {
  let found = noReactions;
  for (const event of rules.events) {
    // A label that many authors put before handlers: it means nothing.
    const call = element.getAttribute(`on${event}`)?.replace(scriptAddress, '').trim();
    if (call !== undefined && !emptyCall.test(call)) found = [...found, { event, call }];
  }
  return found;
}

function labelOf(element: Element): string {
  const own = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
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
