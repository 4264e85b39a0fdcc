import { asPage, bareDescriptor, steadily } from './pristine.ts';

/**
 * What the agent needs of the page's own world, taken before any script of the page could change it.
 * Files of this folder are linked as text into one script (see ../agent.ts): top-level names are unique
 * across them, and nothing is imported at run time from outside the folder but the pure parts it names.
 */
export const natives = {
  setTimeout: globalThis.setTimeout.bind(globalThis) as (run: () => void, ms: number) => number,
  clearTimeout: globalThis.clearTimeout.bind(globalThis) as (id: number) => void,
  requestAnimationFrame: globalThis.requestAnimationFrame.bind(globalThis),
  cancelAnimationFrame: globalThis.cancelAnimationFrame.bind(globalThis),
  performanceNow: performance.now.bind(performance),
  Date,
  dateNow: Date.now.bind(Date),
  stringify: JSON.stringify,
  Promise,
  promiseThen: Promise.prototype.then,
  apply: Reflect.apply,
  define: Object.defineProperty,
  MessageChannel,
  MutationObserver,
  postMessage: MessagePort.prototype.postMessage,
  addEventListener: EventTarget.prototype.addEventListener,
  dispatchEvent: EventTarget.prototype.dispatchEvent,
  CustomEvent,
  detailOf: Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')?.get as () => unknown,
  weakSet: WeakMap.prototype.set,
  /** Pages may put anything in the place of these names of their window. */
  parent: nativeGetter(globalThis, 'parent') as () => Window,
  frameCount: nativeGetter(globalThis, 'length') as () => number,
  viewOf: Object.getOwnPropertyDescriptor(Document.prototype, 'defaultView')?.get as (
    this: Document,
  ) => Window | null,
  removeEventListener: EventTarget.prototype.removeEventListener,
  // biome-ignore lint/security/noGlobalEval: runs what the page itself wrote, as the browser would
  eval: globalThis.eval,
};

/** Replaces a property with one that looks like the original to `toString` and to `name`. */
export function replaceNative<T extends object, K extends keyof T>(
  owner: T,
  name: K,
  make: (original: T[K]) => T[K],
): void {
  const original = owner[name];
  if (typeof original !== 'function') return;
  const made = make(original) as T[K] & object;
  disguise(made, original);
  Object.defineProperty(owner, name, { value: made, configurable: true, writable: true });
}

/** Makes a function look like the one whose place it takes. */
export function disguise(made: object, original: { readonly name: string }): void {
  // One that stands in another's place already shows that one's text.
  const shown = Object.hasOwn(original, 'toString')
    ? String(original)
    : Function.prototype.toString.call(original);
  Object.defineProperty(made, 'name', { value: original.name, configurable: true });
  Object.defineProperty(made, 'toString', { value: () => shown, configurable: true });
}

/** The value that a window has under a name, whatever the page writes there later. */
function nativeGetter(page: object, name: string): () => unknown {
  const { get, value } = Object.getOwnPropertyDescriptor(page, name) ?? {};
  return get ? get.bind(page) : () => value;
}

/** Tells the page of an event; gives whether nobody has prevented what would follow. */
export function dispatchTo(target: EventTarget, event: Event): boolean {
  return asPage(() => natives.apply(natives.dispatchEvent, target, [event]) as boolean);
}

/** Whether this is the page itself, and no frame. */
export function isTopmost(): boolean {
  return natives.parent() === window;
}

/** Calls back when a promise is settled, by nothing that a page could have put in the place of `then`. */
export function whenSettled<T>(
  promise: Promise<T>,
  done: (value: T) => void,
  failed?: (error: unknown) => void,
): void {
  steadily(() => natives.apply(natives.promiseThen, promise, [done, failed]));
}

/** A promise of what is there already. */
export function settledWith<T>(value: T): Promise<T> {
  return new natives.Promise((resolve) => resolve(value));
}

/** A promise for the debugger alone: it brings along what it is read by. */
export function forDebugger<T>(
  run: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
): Promise<T> {
  const promise = new natives.Promise<T>(run);
  natives.define(promise, 'then', bareDescriptor({ value: natives.promiseThen }));
  natives.define(promise, 'constructor', bareDescriptor({ value: natives.Promise }));
  return promise;
}
