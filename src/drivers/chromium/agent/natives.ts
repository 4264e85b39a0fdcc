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
  MessageChannel,
  MutationObserver,
  postMessage: MessagePort.prototype.postMessage,
  addEventListener: EventTarget.prototype.addEventListener,
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
