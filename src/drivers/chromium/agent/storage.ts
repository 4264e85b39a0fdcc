import { disguise } from './natives.ts';

/**
 * What scripts write down in a browser. While a document loads that is kept, as on anybody's visit. What events
 * write stays in their document: each other one begins with what loading has left, not with what the last event
 * did in this tab or another.
 */
export interface StorageBook {
  /** Whether an event was fired in this document. */
  exploring: boolean;
  /** Items as this document sees them, once an event has changed any. */
  readonly items: Record<StorageArea, Map<string, string> | null>;
  /** What takes back the cookies that events have set, by what was written. */
  readonly undo: Map<string, string>;
}

type StorageArea = 'localStorage' | 'sessionStorage';

interface KeptStorage {
  readonly area: StorageArea;
  readonly native: Storage;
}

let storageBook: StorageBook = {
  exploring: false,
  items: { localStorage: null, sessionStorage: null },
  undo: new Map(),
};

/** The book of this document; frames of the same origin share that of the page around them. */
export function bookOfStorage(): StorageBook {
  return storageBook;
}

/** Puts such storage and cookies in the place of the page's; called before any of its scripts. */
export function installStorage(above: StorageBook | null): void {
  if (above) storageBook = above;
  if (typeof Storage !== 'function') return;
  const kept = new WeakMap<object, KeptStorage>();
  const natives = nativeStorage();
  for (const [name, own] of Object.entries(storageMethods(kept, natives))) {
    disguise(own, natives[name as keyof typeof natives]);
    Object.defineProperty(Storage.prototype, name, {
      value: own,
      configurable: true,
      writable: true,
      enumerable: true,
    });
  }
  const length = Object.getOwnPropertyDescriptor(Storage.prototype, 'length');
  Object.defineProperty(Storage.prototype, 'length', {
    ...length,
    get(this: Storage) {
      const { area, native } = storageOf(kept, this);
      return storageBook.items[area]?.size ?? length?.get?.call(native);
    },
  });
  for (const area of ['localStorage', 'sessionStorage'] as const) guardArea(area, kept);
  guardCookies();
  // What other tabs load is no event of this one.
  addEventListener('storage', (event) => event.stopImmediatePropagation(), true);
}

type NativeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'key'>;

function nativeStorage(): NativeStorage {
  const { getItem, setItem, removeItem, clear, key } = Storage.prototype;
  return { getItem, setItem, removeItem, clear, key };
}

function storageOf(kept: WeakMap<object, KeptStorage>, storage: object): KeptStorage {
  const found = kept.get(storage);
  if (!found) throw new TypeError('Illegal invocation');
  return found;
}

function storageMethods(kept: WeakMap<object, KeptStorage>, natives: NativeStorage): NativeStorage {
  const itemsOf = (storage: object) => storageBook.items[storageOf(kept, storage).area];
  const nativeOf = (storage: object) => storageOf(kept, storage).native;
  /** The items that a change goes to; `null` where it goes to the browser. */
  const changing = (storage: object): Map<string, string> | null => {
    const { area, native } = storageOf(kept, storage);
    if (!storageBook.exploring) return null;
    const { items } = storageBook;
    items[area] ??= allItems(native, natives);
    return items[area];
  };
  return {
    getItem(this: Storage, key) {
      const items = itemsOf(this);
      return items ? (items.get(String(key)) ?? null) : natives.getItem.call(nativeOf(this), key);
    },
    setItem(this: Storage, key, value) {
      const items = changing(this);
      if (items) items.set(String(key), String(value));
      else natives.setItem.call(nativeOf(this), key, value);
    },
    removeItem(this: Storage, key) {
      const items = changing(this);
      if (items) items.delete(String(key));
      else natives.removeItem.call(nativeOf(this), key);
    },
    clear(this: Storage) {
      const items = changing(this);
      if (items) items.clear();
      else natives.clear.call(nativeOf(this));
    },
    key(this: Storage, index) {
      const items = itemsOf(this);
      return items ? ([...items.keys()][index] ?? null) : natives.key.call(nativeOf(this), index);
    },
  };
}

function allItems(native: Storage, { key, getItem }: NativeStorage): Map<string, string> {
  const items = new Map<string, string>();
  for (let index = 0; ; index++) {
    const name = key.call(native, index);
    if (name === null) return items;
    items.set(name, getItem.call(native, name) ?? '');
  }
}

/** Items are properties too: `localStorage.theme = 'dark'`. */
function guardArea(area: StorageArea, kept: WeakMap<object, KeptStorage>): void {
  const described = Object.getOwnPropertyDescriptor(window, area);
  const get = described?.get;
  if (!get) return;
  let made: Storage | null = null;
  const getter = () => {
    made ??= storageProxy(area, get.call(window) as Storage, kept);
    return made;
  };
  disguise(getter, get);
  Object.defineProperty(window, area, { ...described, get: getter });
}

function storageProxy(area: StorageArea, native: Storage, kept: WeakMap<object, KeptStorage>): Storage {
  const isItem = (key: string | symbol): key is string =>
    typeof key === 'string' && !(key in Storage.prototype);
  const item = (key: string) => proxy.getItem(key) ?? undefined;
  const proxy: Storage = new Proxy(Object.create(Storage.prototype) as Storage, {
    get: (target, key) => (isItem(key) ? item(key) : Reflect.get(target, key, proxy)),
    set: (_, key, value) => {
      if (isItem(key)) proxy.setItem(key, value);
      return true;
    },
    has: (target, key) => (isItem(key) ? item(key) !== undefined : Reflect.has(target, key)),
    deleteProperty: (_, key) => {
      if (isItem(key)) proxy.removeItem(key);
      return true;
    },
    defineProperty: (_, key, { value }) => {
      if (isItem(key)) proxy.setItem(key, value);
      return true;
    },
    ownKeys: () => Array.from({ length: proxy.length }, (_, index) => proxy.key(index) ?? ''),
    getOwnPropertyDescriptor: (_, key) => {
      const value = isItem(key) ? item(key) : undefined;
      return value === undefined
        ? undefined
        : { value, configurable: true, enumerable: true, writable: true };
    },
  });
  kept.set(proxy, { area, native });
  return proxy;
}

/** Cookies go along with what an event asks for, so they are set as written, and taken back with the document. */
function guardCookies(): void {
  const described = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  const { get, set } = described ?? {};
  if (!get || !set) return;
  const setter = function (this: Document, text: string) {
    if (storageBook.exploring) noteCookie(get.call(this) as string, String(text));
    set.call(this, text);
  };
  disguise(setter, set);
  Object.defineProperty(Document.prototype, 'cookie', { ...described, set: setter });
  setCookie = (text) => set.call(document, text);
}

let setCookie: (text: string) => void = () => {};

function noteCookie(shown: string, text: string): void {
  const [pair = '', ...attributes] = text.split(';');
  const name = (pair.includes('=') ? pair.slice(0, pair.indexOf('=')) : '').trim();
  const place = attributes.filter((each) => /^\s*(path|domain)\s*=/i.test(each)).join(';');
  const key = `${name};${place}`;
  if (storageBook.undo.has(key)) return;
  const before = shown.split('; ').find((each) => each.startsWith(`${name}=`));
  const lasting = attributes.filter((each) => !/^\s*max-age\s*=\s*-?0*\s*$/i.test(each));
  storageBook.undo.set(
    key,
    before === undefined ? `${name}=;${place};max-age=0` : [before, ...lasting].join(';'),
  );
}

/** Takes back the cookies that events have set: another document is about to be opened. */
export function undoCookies(): void {
  for (const text of storageBook.undo.values()) setCookie(text);
  storageBook.undo.clear();
}
