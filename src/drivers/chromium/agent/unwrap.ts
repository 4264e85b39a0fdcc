import type { HandlerKind } from '../../../model/capture.ts';
import { readHandler } from './handler-text.ts';
import { type Binding, boundFunction, listenerBook, scalarsOf } from './listeners.ts';
import { sourceText } from './source-text.ts';
import { vueInvoker } from './vue2.ts';

/** A handler as its author wrote it, without what libraries put around it. */
export interface Heard {
  readonly type: string;
  readonly kind: HandlerKind;
  /** The handler itself; `null` where it is no function (an attribute's text, the browser itself). */
  readonly run: object | null;
  /** Source text, or the text of an attribute. */
  readonly text: string;
  /** Scalars that belong to it. */
  readonly values: string;
  /** What an attribute of HTML says (`onclick`), as its author wrote it. */
  readonly call?: string;
  /** For elements inside that match, as the library was told. */
  readonly selector?: string;
  /** Known place, where there is no function to ask about. */
  readonly place?: string;
  /** It calls functions that it closes over, which cannot be reached in the page. */
  readonly wrapped?: true;
  /** Keys that it asks for, where the library was told. */
  readonly keys?: readonly string[];
}

const nothingHeard: readonly Heard[] = [];

/** Which libraries have shown themselves in what they bind to roots. */
export const seenLibraries = {
  /** `__reactProps$…`, one per copy of React. */
  reactProps: new Set<string>(),
  /** Roots that call what elements have as properties: Svelte, Solid. */
  delegating: false,
};

/** What scripts have bound to a target, unwrapped. */
export function heardBy(target: object): readonly Heard[] {
  const list = listenerBook().bindings.get(target);
  if (!list || list.length === 0) return nothingHeard;
  const boosted = boostedHeard(target);
  if (boosted) return boosted;
  const heard: Heard[] = [];
  const react = isReactRoot(target);
  for (const binding of list) {
    // React binds a function of its own to the name of the event.
    if (react && boundFunction(binding.listener)?.args[1] === binding.type) continue;
    for (const each of unwrapBinding(target, binding)) {
      // React puts one on whatever has `onClick`; it does nothing.
      if (readHandler(each.text).empty) continue;
      heard.push(each);
    }
  }
  return heard.filter((each) => !isAboutMoving(each, heard));
}

const pressing = /^(?:click|mouse|pointer|touch)/;

/** Whoever gives one function to the wheel and to the pointer asks whether someone moves, not what is pressed. */
function isAboutMoving({ type, run }: Heard, all: readonly Heard[]): boolean {
  if (!pressing.test(type) || run === null) return false;
  return all.some((each) => each.run === run && (each.type === 'wheel' || each.type === 'scroll'));
}

/** Links that htmx answers itself. */
function boostedHeard(target: object): readonly Heard[] | null {
  if (!(target as { _htmx?: { boosted?: unknown } })._htmx?.boosted) return null;
  const values = `GET ${(target as Element).getAttribute('href') ?? ''}`;
  return [{ type: 'click', kind: 'htmx', run: null, text: '', values, place: 'htmx' }];
}

/** React binds everything to its roots; what reacts is in the props of elements. */
function isReactRoot(target: object): boolean {
  let root = false;
  for (const key of Object.getOwnPropertyNames('window' in target && !('nodeType' in target) ? {} : target)) {
    if (key.startsWith('_reactListening')) root = true;
    else if (key.startsWith('__reactContainer$'))
      seenLibraries.reactProps.add(key.replace('Container', 'Props'));
  }
  return root;
}

function unwrapBinding(target: object, { type, listener, capture, property }: Binding): readonly Heard[] {
  const kind = property ? 'property' : 'listener';
  const part = litPart(listener);
  if (part) return plainHeard(type, 'lit', part);
  const zone = zoneCallbacks(target, type, capture);
  if (zone) return zone.flatMap((callback) => unwrapFunction(target, type, kind, callback));
  return unwrapFunction(target, type, kind, listener);
}

function unwrapFunction(target: object, type: string, kind: HandlerKind, listener: object): readonly Heard[] {
  if (typeof listener !== 'function') return plainHeard(type, kind, handleEventOf(listener));
  const jquery = jqueryHandlers(target, type, listener);
  if (jquery) return jquery;
  const vue = vueHandlers(listener) ?? vueHandlers(vueInvoker(target, type, listener));
  if (vue) return vue.flatMap((run) => plainHeard(type, 'vue', run));
  const text = sourceText(listener);
  if (text.includes('__ngUnwrap__')) return angularHeard(type, listener);
  if (text.includes('cancelBubble')) {
    if (text.includes('composedPath')) {
      // The root of an app of Svelte or Solid: what reacts is a property of the elements.
      seenLibraries.delegating = true;
      return nothingHeard;
    }
    return [{ type, kind: 'svelte', run: listener, text: '', values: '', wrapped: true }];
  }
  return plainHeard(type, kind, listener);
}

/** A function as it is, or what it is bound to. */
export function plainHeard(
  type: string,
  kind: HandlerKind,
  run: object | null,
  values = '',
): readonly Heard[] {
  if (typeof run !== 'function') return nothingHeard;
  let inner: object = run;
  let scalars = values;
  for (let bound = boundFunction(inner); bound; bound = boundFunction(inner)) {
    const own = bound.args.length > 1 ? scalarsOf(bound.args.slice(1)) : '';
    if (own !== '') scalars = scalars === '' ? own : `${scalars},${own}`;
    inner = bound.target;
  }
  const text = sourceText(inner);
  const wraps = readHandler(text).wraps;
  return [{ type, kind, run: inner, text, values: scalars, ...(wraps && { wrapped: true as const }) }];
}

function handleEventOf(listener: object): object | null {
  const handle = (listener as { handleEvent?: unknown }).handleEvent;
  return typeof handle === 'function' ? handle : null;
}

/** Lit gives an object as listener, which holds what the template was given (minified or not). */
function litPart(listener: object): object | null {
  const part = listener as { type?: unknown; element?: unknown; _$AH?: unknown; _$committedValue?: unknown };
  if (typeof listener !== 'object' || part.type !== 5 || !part.element) return null;
  const value = part._$AH ?? part._$committedValue;
  if (typeof value === 'function') return value;
  return typeof value === 'object' && value !== null ? handleEventOf(value) : null;
}

/** zone.js keeps its tasks on the target and binds one function for all. */
function zoneCallbacks(target: object, type: string, capture: boolean): object[] | null {
  const zone = (globalThis as { Zone?: { __symbol__?: (name: string) => string } }).Zone;
  if (typeof zone?.__symbol__ !== 'function') return null;
  const kept = (target as Record<string, unknown>)[zone.__symbol__(`${type}${capture}`)];
  const tasksKept = (Array.isArray(kept) ? kept : kept ? [kept] : []) as { callback?: unknown }[];
  const callbacks = tasksKept.map(({ callback }) => callback).filter((each) => typeof each === 'function');
  return callbacks.length > 0 ? (callbacks as object[]) : null;
}

/** Angular's renderer answers to this word with the function that it wraps, as its own debugger asks it. */
function angularHeard(type: string, listener: object): readonly Heard[] {
  let inner: unknown = listener;
  try {
    inner = (listener as (word: string) => unknown)('__ngUnwrap__');
  } catch {
    // Not Angular's after all.
  }
  const run = typeof inner === 'function' ? inner : listener;
  return [{ type, kind: 'angular', run, text: '', values: '', wrapped: true }];
}

interface JqueryHandler {
  readonly origType: string;
  readonly handler: object;
  readonly selector?: string | null;
  readonly data?: unknown;
}

/** jQuery binds one function per element; its registry is a property of the element (2 and later). */
function jqueryHandlers(target: object, type: string, listener: object): readonly Heard[] | null {
  for (const key of Object.getOwnPropertyNames('window' in target && !('nodeType' in target) ? {} : target)) {
    if (!/^jQuery\d/.test(key)) continue;
    const data = (target as Record<string, unknown>)[key] as
      | { handle?: object; events?: Record<string, readonly JqueryHandler[]> }
      | undefined;
    if (data?.handle !== listener) continue;
    // The list has properties of its own besides its items.
    return Array.from(data.events?.[type] ?? []).flatMap((each) => jqueryHeard(each));
  }
  return oldJqueryHandlers(target, type, listener);
}

/** Registries that are not on the element: windows, and jQuery 1. */
function oldJqueryHandlers(target: object, type: string, listener: object): readonly Heard[] | null {
  const page = globalThis as { jQuery?: { _data?: (target: object, name: string) => unknown } };
  if (typeof page.jQuery?._data !== 'function' || !sourceText(listener).includes('triggered')) return null;
  const events = page.jQuery._data(target, 'events') as Record<string, readonly JqueryHandler[]> | undefined;
  if (!events?.[type]) return null;
  return Array.from(events[type]).flatMap((each) => jqueryHeard(each));
}

function jqueryHeard({ origType, handler, selector, data }: JqueryHandler): Heard[] {
  return plainHeard(origType, 'jquery', handler, boundData(data)).map((heard) => ({
    ...heard,
    ...(typeof selector === 'string' && { selector }),
  }));
}

function boundData(data: unknown): string {
  if (data === undefined || data === null) return '';
  return typeof data === 'object' ? scalarsOf(Object.values(data)) : scalarsOf([data]);
}

/** Vue's invokers hold the handlers that they call (3), or a list of them (2). */
function vueHandlers(listener: object | null): object[] | null {
  if (listener === null) return null;
  const invoker = listener as { value?: unknown; attached?: unknown; fns?: unknown };
  const held = 'attached' in invoker ? invoker.value : invoker.fns;
  const list = (Array.isArray(held) ? held : [held]).filter((each) => typeof each === 'function');
  return list.length > 0 ? (list as object[]) : null;
}
