import { disguise, natives, replaceNative } from './natives.ts';
import { newStash } from './stash.ts';
import { everyElement } from './unhidden.ts';

/** One listener that a script has bound. */
export interface Binding {
  readonly type: string;
  /** A function, or an object with `handleEvent`. */
  readonly listener: object;
  readonly capture: boolean;
  /** Set as `element.onclick = …`. */
  readonly property: boolean;
}

/** A watcher of what comes into view. */
export interface ViewWatch {
  readonly callback: object;
  readonly root: Element | Document | null;
  readonly targets: Set<Element>;
}

/** What a bound function stands for. */
export interface BoundFunction {
  readonly target: object;
  /** What it is bound to: `this`, then arguments. */
  readonly args: readonly unknown[];
}

const boundFunctions = newStash<BoundFunction>();

/** What a function is bound to, `undefined` where it is not bound. */
export function boundFunction(run: object): BoundFunction | undefined {
  return boundFunctions.of(run);
}

/**
 * What scripts have bound, and to what. Frames that a page may reach share the book of the page, because
 * its capture walks into them.
 */
export interface ListenerBook {
  readonly bindings: WeakMap<object, Binding[]>;
  /** All that have bindings, of which the garbage collector decides how long they stay. */
  readonly bearers: Set<WeakRef<object>>;
  readonly watches: Set<WeakRef<ViewWatch>>;
}

let book: ListenerBook = {
  bindings: new WeakMap(),
  bearers: new Set(),
  watches: new Set(),
};

/** The page's book. */
export function listenerBook(): ListenerBook {
  return book;
}

const clickTypes = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'touchend'];
const hoverTypes = ['mouseover', 'mouseenter', 'pointerover', 'pointerenter', 'mousemove', 'pointermove'];
const leaveTypes = ['mouseout', 'mouseleave', 'pointerout', 'pointerleave'];
const keyTypes = ['keydown', 'keyup', 'keypress'];

/** The event that stands for several, by what is listened to. */
export const standsFor: ReadonlyMap<string, string> = new Map([
  ...clickTypes.map((type) => [type, 'click'] as const),
  ...hoverTypes.map((type) => [type, 'mouseover'] as const),
  ...leaveTypes.map((type) => [type, 'mouseout'] as const),
  ...keyTypes.map((type) => [type, 'keydown'] as const),
  ['dblclick', 'dblclick'],
  ['contextmenu', 'contextmenu'],
  ['focus', 'focus'],
  ['focusin', 'focus'],
  ['blur', 'blur'],
  ['focusout', 'blur'],
  ['change', 'change'],
  ['input', 'input'],
  ['search', 'input'],
  ['scroll', 'scroll'],
  ['wheel', 'scroll'],
]);

const heardTypes: ReadonlySet<string> = new Set([...standsFor.keys(), 'hashchange']);

/** Remembers what scripts bind to elements; called before any of the page's scripts. */
export function installListeners(above: ListenerBook | null): void {
  book = above ?? book;
  followListeners();
  followProperties();
  followBinding();
  followWatches();
}

function followListeners(): void {
  const events = EventTarget.prototype;
  const add = events.addEventListener;
  replaceNative(
    events,
    'addEventListener',
    (original) =>
      function (this: EventTarget, ...args: Parameters<EventTarget['addEventListener']>) {
        const { 0: type, 1: listener, 2: options } = args;
        const target = this ?? globalThis;
        if (heardTypes.has(type) && listener && canBear(target)) {
          const settings: AddEventListenerOptions =
            typeof options === 'object' ? (options ?? {}) : { capture: options === true };
          note(
            target,
            { type, listener, capture: settings.capture === true, property: false },
            settings,
            add,
          );
        }
        return natives.apply(original, this, args);
      },
  );
  replaceNative(
    events,
    'removeEventListener',
    (original) =>
      function (this: EventTarget, ...args: Parameters<EventTarget['removeEventListener']>) {
        const { 0: type, 1: listener, 2: options } = args;
        if (heardTypes.has(type) && listener) {
          const capture = typeof options === 'object' ? options?.capture === true : options === true;
          forget(this ?? globalThis, type, listener, capture);
        }
        return natives.apply(original, this, args);
      },
  );
}

/** Nodes and windows; other targets are nothing that a person could touch. */
function canBear(target: object): boolean {
  return 'nodeType' in target || (target as Window).window === target;
}

/** The agent's own listeners beside those of the page. */
const companions = new WeakSet<object>();

function note(
  target: object,
  binding: Binding,
  settings: AddEventListenerOptions,
  add: EventTarget['addEventListener'],
): void {
  if (settings.signal?.aborted || !addBinding(target, binding)) return;
  const { type, listener, capture } = binding;
  const end = () => forget(target, type, listener, capture);
  // Right before the listener itself: what keeps one from being called keeps the other too.
  if (settings.once) {
    companions.add(end);
    natives.apply(add, target as EventTarget, [type, end, { once: true, capture }]);
  }
  if (settings.signal) natives.apply(add, settings.signal, ['abort', end, { once: true }]);
}

/** Adds a binding unless it is there; also for what the hook has missed. */
export function addBinding(target: object, binding: Binding): boolean {
  const list = book.bindings.get(target);
  if (!list) {
    book.bindings.set(target, [binding]);
    book.bearers.add(new WeakRef(target));
    return true;
  }
  const { type, listener, capture, property } = binding;
  const same = list.some(
    (each) =>
      each.type === type &&
      each.listener === listener &&
      each.capture === capture &&
      each.property === property,
  );
  if (!same) list.push(binding);
  return !same;
}

function forget(target: object, type: string, listener: object | null, capture: boolean): void {
  const list = book.bindings.get(target);
  if (!list) return;
  const at = list.findIndex((each) =>
    listener === null
      ? each.property && each.type === type
      : !each.property && each.type === type && each.listener === listener && each.capture === capture,
  );
  if (at >= 0) list.splice(at, 1);
}

function followProperties(): void {
  const owners: (object | undefined)[] = [
    HTMLElement.prototype,
    SVGElement.prototype,
    globalThis.MathMLElement?.prototype,
    Document.prototype,
    globalThis,
  ];
  for (const owner of owners) {
    if (owner) for (const type of heardTypes) followProperty(owner, type, (self) => self);
  }
  // The handlers of a body that are those of its window.
  for (const type of ['scroll', 'hashchange']) followProperty(HTMLBodyElement.prototype, type, () => window);
}

function followProperty(owner: object, type: string, targetOf: (self: object) => object): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, `on${type}`);
  const set = descriptor?.set;
  if (!set || !descriptor.configurable) return;
  const setter = function (this: object, value: unknown) {
    natives.apply(set, this ?? globalThis, [value]);
    const target = targetOf(this ?? globalThis);
    forget(target, type, null, false);
    if (typeof value === 'function' || (typeof value === 'object' && value !== null)) {
      addBinding(target, { type, listener: value, capture: false, property: true });
    }
  };
  disguise(setter, set);
  Object.defineProperty(owner, `on${type}`, { ...descriptor, set: setter });
}

/** Bound functions tell nothing of what they stand for, so it is written down when they are made. */
function followBinding(): void {
  replaceNative(
    Function.prototype as { bind: (...args: unknown[]) => unknown },
    'bind',
    (original) =>
      function (this: unknown, ...args: unknown[]) {
        const made = natives.apply(original, this, args) as object;
        boundFunctions.put(made, { target: this as object, args });
        return made;
      },
  );
}

/** Scalars among values, as text; the others by their kind alone. */
export function scalarsOf(values: readonly unknown[]): string {
  return values
    .map((value) => {
      if (
        value === null ||
        (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')
      )
        return typeof value === 'string' ? natives.stringify(value.slice(0, 80)) : String(value);
      return typeof value;
    })
    .join(',');
}

function followWatches(): void {
  const Native = globalThis.IntersectionObserver;
  if (typeof Native !== 'function') return;
  const watches = new WeakMap<object, ViewWatch>();
  const methods = Native.prototype;
  const Follower = new Proxy(Native, {
    construct: (target, args, self) => {
      const made = Reflect.construct(target, args, self) as IntersectionObserver;
      const watch: ViewWatch = { callback: args[0] as object, root: made.root, targets: new Set() };
      watches.set(made, watch);
      book.watches.add(new WeakRef(watch));
      return made;
    },
  });
  globalThis.IntersectionObserver = Follower;
  Object.defineProperty(methods, 'constructor', { value: Follower, configurable: true, writable: true });
  const follow = <K extends 'observe' | 'unobserve' | 'disconnect'>(
    method: K,
    then: (watch: ViewWatch, element: Element) => void,
  ) =>
    replaceNative(
      methods,
      method,
      (original) =>
        function (this: IntersectionObserver, ...args: never[]) {
          natives.apply(original, this, args);
          const watch = watches.get(this);
          if (watch) then(watch, args[0] as unknown as Element);
        } as (typeof methods)[K],
    );
  follow('observe', (watch, element) => void watch.targets.add(element));
  follow('unobserve', (watch, element) => void watch.targets.delete(element));
  follow('disconnect', (watch) => watch.targets.clear());
}

/** Listeners on nodes of the document, those of attributes included, and the events that are followed. */
export function heardCount(): { readonly count: number; readonly types: readonly string[] } {
  let count = 0;
  for (const reference of book.bearers) {
    const bearer = reference.deref() as Node | undefined;
    if (bearer?.nodeType !== undefined && (bearer.isConnected || bearer === document)) {
      count += book.bindings.get(bearer)?.length ?? 0;
    }
  }
  const types = [...heardTypes];
  for (const type of types) count += everyElement(`[on${type}]`).length;
  return { count, types };
}

/** Takes in listeners that the browser knows: type, phase, node and function, one after the other. */
export function adoptListeners(bound: readonly unknown[]): number {
  let adopted = 0;
  for (let at = 0; at + 3 < bound.length; at += 4) {
    const [type, capture, node, listener] = bound.slice(at, at + 4) as [string, boolean, Element, object];
    const written = node.getAttribute?.(`on${type}`) !== null && node.nodeType === 1;
    const known = book.bindings.get(node)?.some((each) => each.type === type && each.listener === listener);
    if (known || written || companions.has(listener)) continue;
    if (addBinding(node, { type, listener, capture, property: false })) adopted++;
  }
  return adopted;
}
