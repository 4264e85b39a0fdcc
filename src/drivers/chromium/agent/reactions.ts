import { fingerprint } from '../../../fingerprint/rabin.ts';
import type { HandlerKind } from '../../../model/capture.ts';
import type { ElementNode } from '../../../model/document.ts';
import type { CandidateRules, FoundHandler, Reaction } from './candidates.ts';
import { clearMarks, isLeaf, markElement, markFromRoot, marksOf, ownHeard } from './delegation.ts';
import { fieldKind, valuesFor } from './field-values.ts';
import { attributeHeard, keyOf, propertyHeard } from './frameworks.ts';
import { readHandler } from './handler-text.ts';
import { inlineHeard } from './inline-calls.ts';
import { listenerBook, standsFor } from './listeners.ts';
import { sourceText } from './source-text.ts';
import { mayHaveAbove } from './sweep.ts';
import {
  attributeNames,
  attributeText,
  elementAround,
  elementName,
  everyElement,
  isInDocument,
  isMatch,
  rootElement,
} from './unhidden.ts';
import { type Heard, heardBy, seenLibraries } from './unwrap.ts';
import { isSwept } from './virtual-lists.ts';

/** What elements themselves react to, found in this capture. */
const ownFound = new Map<Element, readonly Heard[]>();
/** Elements that stand for others by properties, not by listeners. */
const delegators = new Set<WeakRef<Element>>();

/**
 * Begins a capture: whatever stands for other elements is resolved to them, so that each element can be
 * asked by itself afterwards.
 */
export function prepareReactions(): void {
  clearMarks();
  ownFound.clear();
  eachLiving(listenerBook().bearers, (bearer) => {
    if ((bearer as Node).nodeType !== 1) markFromRoot(bearer);
    else if ((bearer as Element).isConnected && !isLeaf(bearer as Element)) ownOf(bearer as Element);
  });
  eachLiving(delegators, (element) => {
    if (isInDocument(element)) ownOf(element);
  });
  markWatched();
  markLazyFrames();
}

function eachLiving<T extends object>(references: Set<WeakRef<T>>, look: (living: T) => void): void {
  for (const reference of references) {
    const living = reference.deref();
    if (living) look(living);
    else references.delete(reference);
  }
}

const noReactionsHeard: readonly Reaction[] = [];
const noHeard: readonly Heard[] = [];

const reactiveTags = new Set(['a', 'area', 'meta', 'summary', 'button', 'input']);

/** Whether an element may react at all: asked of all elements, so it is cheap. */
export function mayReact(element: Element, { tag, attrs }: ElementNode): boolean {
  if (seenLibraries.delegating || seenLibraries.reactProps.size > 0 || reactiveTags.has(tag)) return true;
  for (const name in attrs) if (mayBeHandler(name)) return true;
  return listenerBook().bindings.has(element) || marksOf(element) !== undefined;
}

/** `on…`, `@…`, `x-…`, `hx-…`, `data-hx-…` */
function mayBeHandler(name: string): boolean {
  switch (name.charCodeAt(0)) {
    case 64:
      return true;
    case 111:
      return name.charCodeAt(1) === 110;
    case 120:
      return name.charCodeAt(1) === 45;
    case 104:
      return name.charCodeAt(1) === 120;
    case 100:
      return name.startsWith('data-hx-');
    default:
      return false;
  }
}

/** What an element reacts to that no attribute of HTML says, at most one per event and value. */
export function reactionsOf(
  element: Element,
  names: readonly string[],
  rules: CandidateRules,
): readonly Reaction[] {
  const own = ownOf(element, names);
  const natively = nativeHeard(element);
  const marked = marksOf(element) ?? noHeard;
  if (own.length + natively.length + marked.length === 0) return noReactionsHeard;
  if (attributeText(element, 'aria-disabled') === 'true') return noReactionsHeard;
  return chosen(element, [...ranked(own), ...natively, ...ranked(marked)], rules);
}

/** Whether an element was found to react to an event by itself, in the latest capture. */
export function reactsTo(element: Element, event: string): boolean {
  if (event === 'click' && isMatch(element, pressed)) return true;
  const heard = [...(ownFound.get(element) ?? noHeard), ...(marksOf(element) ?? noHeard)];
  return heard.some(({ type }) => (standsFor.get(type) ?? type) === event);
}

/** What answers a click without a script. */
const pressed = 'a[href],button,input,select,textarea,summary,label';

/** What an element itself reacts to; what it stands for is marked on the elements inside. */
function ownOf(element: Element, names: readonly string[] = attributeNames(element)): readonly Heard[] {
  const known = ownFound.get(element);
  if (known) return known;
  const bound = heardBy(element);
  const props = propertyHeard(element);
  const attributes = attributeHeard(element, names);
  const inline = inlineHeard(element, names);
  if (bound.length + props.length + attributes.length + inline.length === 0) return noHeard;
  // What the library has bound for an attribute is that attribute.
  const others = bound.filter(({ type }) => !attributes.some((attribute) => attribute.type === type));
  const all = [...inline, ...attributes, ...props, ...others];
  const own = ownHeard(element, all);
  if (own.length < all.length && bound.length === 0) delegators.add(new WeakRef(element));
  ownFound.set(element, own);
  return own;
}

/** Where several handlers answer one event, the one that says most stands for it: the author's own words. */
function rankOf({ call, kind, type }: Heard): number {
  if (call !== undefined) return type === standsFor.get(type) ? -2 : -1;
  return ranks.indexOf(kind);
}

const ranks: readonly HandlerKind[] = [
  ...(['alpine', 'htmx', 'react', 'vue', 'angular', 'svelte', 'lit', 'jquery'] as const),
  ...(['property', 'listener', 'native', 'delegated', 'cursor'] as const),
];

function ranked(heard: readonly Heard[]): readonly Heard[] {
  if (heard.length < 2) return heard;
  return [...heard].sort((one, other) => rankOf(one) - rankOf(other));
}

/** Events that mostly undo or repeat what others do, and are fired only where they are needed. */
const secondary: ReadonlySet<string> = new Set(['mouseout', 'blur', 'dblclick', 'contextmenu']);

/** One firing per event and value: it stands for all that listen to what a person does then. */
function chosen(element: Element, heard: readonly Heard[], rules: CandidateRules): Reaction[] {
  const picked = new Picked(element);
  const later: (readonly [string, Heard])[] = [];
  for (const each of heard) {
    const event = eventOf(element, each, rules);
    if (event === null || (event === 'scroll' && !canScroll(element))) continue;
    if (secondary.has(event)) later.push([event, each]);
    else if (!picked.has(event) || event === 'keydown') picked.add(event, each);
    // Each attribute was written for its own event: what another does is not what this one does.
    else if (each.call !== undefined && !picked.does(each) && each.type !== event)
      picked.add(each.type, each);
  }
  for (const [event, each] of later) if (isNeeded(event, each, picked)) picked.add(event, each);
  return withoutDoubledKeys(picked.reactions);
}

/** Whether an event would show what the others that are fired on an element do not. */
function isNeeded(event: string, heard: Heard, picked: Picked): boolean {
  if (picked.has(event)) return false;
  // Libraries give one function for everything to each element that they make, or one that they make for each event
  // out of the same text. A menu of its own is nothing that a click shows: there only the same function counts.
  if (event === 'contextmenu' && heard.run ? picked.runs(heard) : picked.does(heard)) return false;
  if (heard.call !== undefined) return true;
  // A field is left for another. That a pointer leaves before the next event is no firing: there may be no next one.
  return event !== 'blur' || picked.reactions.length === 0;
}

/** What is fired on an element. */
class Picked {
  readonly #element: Element;
  readonly #reactions = new Map<string, Reaction>();
  readonly #events = new Set<string>();
  readonly #texts = new Set<string>();
  readonly #functions = new Map<object, Set<string>>();

  constructor(element: Element) {
    this.#element = element;
  }

  get reactions(): Reaction[] {
    return [...this.#reactions.values()];
  }

  has(event: string): boolean {
    return this.#events.has(event);
  }

  /** Whether a handler of the same text is run already. */
  does({ text }: Heard): boolean {
    return text !== '' && this.#texts.has(text);
  }

  /** Whether a function is run already, and bound to the same values. */
  runs({ run, values }: Heard): boolean {
    return run !== null && this.#functions.get(run)?.has(values) === true;
  }

  add(event: string, heard: Heard): void {
    const values = valuesFor(this.#element, event, heard);
    if (values.length === 0) return;
    this.#events.add(event);
    this.#texts.add(heard.text);
    if (heard.run)
      this.#functions.set(heard.run, (this.#functions.get(heard.run) ?? new Set()).add(heard.values));
    const { call } = heard;
    const does = call === undefined ? { found: foundHandler(this.#element, heard) } : { call };
    for (const value of values) {
      const key = `${event} ${value ?? ''}`;
      if (!this.#reactions.has(key))
        this.#reactions.set(key, { event, ...(value !== undefined && { value }), ...does });
    }
  }
}

/** Enter and space on what can be clicked do what the click does. */
function withoutDoubledKeys(reactions: Reaction[]): Reaction[] {
  if (!reactions.some(({ event }) => event === 'click')) return reactions;
  return reactions.filter(({ event, value }) => event !== 'keydown' || (value !== 'Enter' && value !== ' '));
}

/** The event to fire on an element for what is listened to; `null` where none is allowed. */
function eventOf(element: Element, heard: Heard, { events }: CandidateRules): string | null {
  const event = eventOnField(element, heard);
  if (event !== null && events.includes(event)) return event;
  return event !== null && events.includes(heard.type) ? heard.type : null;
}

function eventOnField(element: Element, heard: Heard): string | null {
  const event = standsFor.get(heard.type) ?? heard.type;
  const field = fieldKind(element);
  switch (event) {
    case 'change':
    case 'input':
      if (field === null) return null;
      return field === 'toggle' ? toggleEvent(element) : field === 'choice' ? 'change' : 'input';
    case 'keydown':
      if (field === null) return 'keydown';
      if (field !== 'text') return null;
      return (heard.keys ?? readHandler(heard.text).keys).includes('Enter') ? 'keydown' : 'input';
    case 'click':
      if (field === 'toggle') return toggleEvent(element);
      // Whoever listens to clicks on a list of options wants to know what is chosen.
      if (field === 'choice') return heard.type === 'click' || heard.type === 'mouseup' ? 'change' : null;
      return field === 'range' ? null : 'click';
    case 'blur':
      // Forms look at fields that were left: what they find wrong is nothing of the site.
      return field === null || heard.call !== undefined ? 'blur' : null;
    default:
      return event;
  }
}

/** A radio button that is chosen cannot be chosen again. */
function toggleEvent(element: Element): string | null {
  const { type, checked } = element as HTMLInputElement;
  return type === 'radio' && checked ? null : 'change';
}

/** Whether there is anything left to scroll to. */
function canScroll(element: Element): boolean {
  const page = element.ownerDocument;
  const box = element === rootElement(page) ? (page.scrollingElement ?? element) : element;
  if (isSwept(box) || box.scrollHeight <= box.clientHeight + 1) return false;
  if (box.scrollTop + box.clientHeight < box.scrollHeight - 1) return true;
  // A list that begins at its end may have more above.
  return mayHaveAbove(box);
}

const nativePlaces: readonly (readonly [string, string])[] = [
  ['popovertarget', 'popover'],
  ['commandfor', 'command'],
];

/** What the browser itself does on a click. */
function nativeHeard(element: Element): readonly Heard[] {
  const tag = elementName(element);
  if (tag === 'summary') {
    return elementAround(element)?.localName === 'details' ? [nativeClick('details', '')] : noHeard;
  }
  if (tag !== 'button' && tag !== 'input') return noHeard;
  for (const [name, place] of nativePlaces) {
    const target = attributeText(element, name);
    if (target)
      return [nativeClick(place, `${name}=${target} ${attributeText(element, 'command') ?? ''}`.trim())];
  }
  return noHeard;
}

function nativeClick(place: string, values: string): Heard {
  return { type: 'click', kind: 'native', run: null, text: '', values, place };
}

/** What waits below the fold for being seen: scrolling brings it. */
function markWatched(): void {
  eachLiving(listenerBook().watches, ({ targets, root, callback: run }) => {
    for (const target of targets) {
      if (!isInDocument(target) || target.getClientRects().length === 0) continue;
      const box = scrollerOf(target, root);
      const whole = box === rootElement(target.ownerDocument);
      const bottom = whole ? innerHeight : box.getBoundingClientRect().bottom;
      if (target.getBoundingClientRect().top < bottom) continue;
      markElement(box, { type: 'scroll', kind: 'listener', run, text: sourceText(run), values: '' });
      return;
    }
  });
}

/** Frames that load only when they come near the view. */
function markLazyFrames(): void {
  for (const frame of everyElement('iframe[loading="lazy" i]')) {
    const { top, height } = frame.getBoundingClientRect();
    if (height === 0 || top < innerHeight) continue;
    const box = scrollerOf(frame, null);
    markElement(box, { type: 'scroll', kind: 'native', run: null, text: '', values: '', place: 'lazy' });
    return;
  }
}

function scrollerOf(target: Element, root: Element | Document | null): Element {
  if (root?.nodeType === 1) return root as Element;
  for (let at = elementAround(target); at?.parentElement; at = elementAround(at)) {
    if (at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY))
      return at;
  }
  return rootElement(target.ownerDocument);
}

const handleNames = new WeakMap<object, string>();
const handles = new Map<string, WeakRef<object>>();
const handlesKept = 20_000;
/** Functions of another frame's agent have other names. */
const handleTag = Math.random().toString(36).slice(2, 8).padEnd(6, '0');
let handleCount = 0;

function handleOf(run: object): string {
  let name = handleNames.get(run);
  if (name === undefined) {
    if (handles.size >= handlesKept)
      for (const [key, kept] of handles) if (!kept.deref()) handles.delete(key);
    name = `${handleTag}${++handleCount}`;
    handleNames.set(run, name);
    handles.set(name, new WeakRef(run));
  }
  return name;
}

/** The functions of these names, for the debugger to look at. */
export function functionsNamed(names: readonly string[]): (object | null)[] {
  return names.map((name) => handles.get(name)?.deref() ?? null);
}

const textPrints = new Map<string, string>();
const textPrintsKept = 5000;

function textPrint(text: string): string {
  let print = textPrints.get(text);
  if (print === undefined) {
    if (textPrints.size >= textPrintsKept) textPrints.clear();
    print = fingerprint(text);
    textPrints.set(text, print);
  }
  return print;
}

function foundHandler(element: Element, { kind, values, place, run, text, wrapped }: Heard): FoundHandler {
  if (place !== undefined || run === null) return { kind, values, place: place ?? kind };
  const key = keyOf(element);
  return {
    kind,
    values,
    run: handleOf(run),
    source: textPrint(text),
    ...(wrapped && { wrapped }),
    ...(key !== null && { key }),
  };
}
