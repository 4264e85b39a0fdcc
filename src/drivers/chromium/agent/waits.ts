import { virtualTimeout } from './clock.ts';
import { installImages } from './images.ts';
import { natives, replaceNative, whenSettled } from './natives.ts';
import { bareDescriptor } from './pristine.ts';
import { beginTask } from './tasks.ts';

/** Work that pages hand to the browser and that comes back in its own time, network apart. */

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** Owners whose methods give promises, by name: not all browsers and pages have all of them. */
const promising: Readonly<Record<string, string>> = {
  SubtleCrypto: 'digest encrypt decrypt sign verify deriveKey deriveBits generateKey importKey exportKey',
  CacheStorage: 'match has open delete keys',
  Cache: 'match matchAll add addAll put delete keys',
  HTMLImageElement: 'decode',
  FontFace: 'load',
  FontFaceSet: 'load',
  ReadableStream: 'pipeTo',
  ReadableStreamBYOBReader: 'read',
  OffscreenCanvas: 'convertToBlob',
  StorageManager: 'getDirectory estimate',
};

/** Owners whose methods give requests that tell of their end by events. */
const requesting: Readonly<Record<string, string>> = {
  IDBFactory: 'open deleteDatabase',
  IDBObjectStore: 'get getKey getAll getAllKeys count put add delete clear openCursor openKeyCursor',
  IDBIndex: 'get getKey getAll getAllKeys count openCursor openKeyCursor',
};

/** Follows such work until its end; called before any of the page's scripts. */
export function installWaits(): void {
  for (const [name, methods] of Object.entries(promising)) eachMethod(name, methods, followWork);
  for (const [name, methods] of Object.entries(requesting)) eachMethod(name, methods, followRequest);
  eachMethod('IDBCursor', 'continue advance continuePrimaryKey', followCursor);
  eachMethod('IDBDatabase', 'transaction', followTransaction);
  const page = globalThis as unknown as Methods;
  replaceNative(page, 'createImageBitmap', followWork);
  const modules = (globalThis as { WebAssembly?: object }).WebAssembly as Methods | undefined;
  for (const name of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming'])
    if (modules) replaceNative(modules, name, followWork);
  followIteration();
  followFonts();
  followBlobs();
  followScheduler();
  followViewTransitions();
  installImages();
}

function prototypeOf(name: string): Methods | undefined {
  return (globalThis as unknown as Record<string, { prototype: Methods } | undefined>)[name]?.prototype;
}

type Wrap = (original: Methods[string] | undefined) => Methods[string];

function eachMethod(name: string, methods: string, wrap: Wrap): void {
  const prototype = prototypeOf(name);
  if (!prototype) return;
  for (const method of methods.split(' ')) {
    if (typeof prototype[method] === 'function') replaceNative(prototype, method, wrap);
  }
}

const followWork: Wrap = (original) =>
  function (this: unknown, ...args) {
    const work = natives.apply(original as () => unknown, this, args) as Promise<unknown>;
    const end = beginTask();
    work?.then?.(end, end);
    return work;
  };

function endWith(target: EventTarget, end: () => void, ...types: string[]): void {
  for (const type of types) natives.apply(natives.addEventListener, target, [type, end, { once: true }]);
}

const followRequest: Wrap = (original) =>
  function (this: unknown, ...args) {
    const request = natives.apply(original as () => unknown, this, args) as EventTarget;
    endWith(request, beginTask(), 'success', 'error', 'blocked');
    return request;
  };

/** A cursor that goes on uses its request once more. */
const followCursor: Wrap = (original) =>
  function (this: unknown, ...args) {
    const result = natives.apply(original as () => unknown, this, args);
    endWith((this as IDBCursor).request, beginTask(), 'success', 'error');
    return result;
  };

const followTransaction: Wrap = (original) =>
  function (this: unknown, ...args) {
    const transaction = natives.apply(original as () => unknown, this, args) as EventTarget;
    endWith(transaction, beginTask(), 'complete', 'abort', 'error');
    return transaction;
  };

/** `for await (const part of answer.body)` reads without a reader. */
function followIteration(): void {
  try {
    const iterator = new ReadableStream().values();
    replaceNative(Object.getPrototypeOf(iterator) as Methods, 'next', followWork);
  } catch {
    // Streams that cannot be iterated.
  }
}

function followFonts(): void {
  const fonts = prototypeOf('FontFaceSet');
  const ready = fonts && Object.getOwnPropertyDescriptor(fonts, 'ready');
  if (!ready?.get) return;
  const get = ready.get;
  Object.defineProperty(fonts, 'ready', {
    ...ready,
    get(this: FontFaceSet) {
      const promise = natives.apply(get, this, []) as Promise<unknown>;
      const end = beginTask();
      whenSettled(promise, end, end);
      return promise;
    },
  });
}

function followBlobs(): void {
  replaceNative(
    HTMLCanvasElement.prototype,
    'toBlob',
    (original) =>
      function (this: HTMLCanvasElement, callback, ...rest) {
        const end = beginTask();
        natives.apply(original, this, [
          (blob) => {
            try {
              callback(blob);
            } finally {
              end();
            }
          },
          ...rest,
        ]);
      },
  );
}

/** Tasks that are put off wait by the page's own clock, as timers do. */
function followScheduler(): void {
  const prototype = prototypeOf('Scheduler');
  if (!prototype) return;
  replaceNative(prototype, 'yield', followWork);
  replaceNative(
    prototype,
    'postTask',
    (original) =>
      function (this: unknown, ...args: unknown[]) {
        const { delay = 0, ...options } = (args[1] ?? {}) as { delay?: number };
        const post = () => natives.apply(followWork(original), this, [args[0], options]) as Promise<unknown>;
        if (!(delay > 0)) return post();
        return new natives.Promise((resolve, reject) => {
          virtualTimeout(() => whenSettled(post(), resolve, reject), delay);
        });
      },
  );
}

/**
 * What changes is wanted, how it fades over is not: that would take frames. The browser draws nothing while a change is
 * under way, and a page that draws nothing cannot be read: so the browser hears that the change is through at once, and
 * the page when it is. What the change waits for is followed by itself.
 */
function followViewTransitions(): void {
  for (const { prototype } of [Document, Element])
    replaceNative(prototype as unknown as Methods, 'startViewTransition', followTransition);
}

const followTransition: Wrap = (original) =>
  function (this: unknown, ...args) {
    const [given] = args as [(() => unknown) | { readonly update?: () => unknown } | null | undefined];
    const own = typeof given === 'function' ? given : given?.update;
    let update = () => {};
    const changed = new natives.Promise<void>((resolve, reject) => {
      update = () => {
        try {
          resolve(own && (natives.apply(own, undefined, []) as Promise<void>));
        } catch (error) {
          reject(error);
        }
      };
    });
    const how = typeof given === 'function' ? update : { ...given, update };
    const transition = natives.apply(original as () => unknown, this, [how]) as ViewTransition;
    const finished = new natives.Promise<void>((resolve, reject) =>
      whenSettled(transition.finished, () => whenSettled(changed, resolve, reject)),
    );
    const end = beginTask();
    whenSettled(transition.finished, end, end);
    // Whoever asks for none of these hears of no failure, as without us.
    whenSettled(transition.ready, nothing, nothing);
    whenSettled(finished, nothing, nothing);
    natives.define(transition, 'updateCallbackDone', bareDescriptor({ value: changed }));
    natives.define(transition, 'finished', bareDescriptor({ value: finished }));
    transition.skipTransition();
    return transition;
  };

function nothing(): void {}
