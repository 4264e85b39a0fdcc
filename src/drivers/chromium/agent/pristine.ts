/**
 * The language's own functions as they were before any script of the page ran. While the agent reads a page and
 * makes its answer, they are put back in the place of what the page has put there: neither can what a page made
 * of `Array.prototype.push` break a capture, nor can it see what passes by. What is in this file calls nothing that a
 * page could have replaced.
 */
interface Intrinsic {
  readonly owner: object;
  readonly key: PropertyKey;
  readonly own: PropertyDescriptor;
}

const intrinsicProperty = Object.getOwnPropertyDescriptor;
const intrinsicDefine = Object.defineProperty;
const intrinsicDelete = Reflect.deleteProperty;
const intrinsicKeys = Reflect.ownKeys;
const intrinsicPrototype = Object.getPrototypeOf;
const intrinsicDetach = Object.setPrototypeOf;

const languageOwners: readonly object[] = [
  ...[Object.prototype, Array.prototype, Function.prototype, String.prototype, Number.prototype],
  ...[Map.prototype, Set.prototype, WeakMap.prototype, WeakSet.prototype, WeakRef.prototype],
  ...[Promise.prototype, RegExp.prototype, Boolean.prototype, Symbol.prototype, TextEncoder.prototype],
  ...[Object, Array, String, Number, Promise, Math, JSON, Reflect, RegExp, Symbol, Map, Set],
  ...[[][Symbol.iterator](), new Map()[Symbol.iterator](), new Set()[Symbol.iterator]()].map(
    intrinsicPrototype,
  ),
  ...[''[Symbol.iterator](), ''.matchAll(/./g)].map(intrinsicPrototype),
  intrinsicPrototype(intrinsicPrototype([][Symbol.iterator]())),
  // Of all generators.
  intrinsicPrototype(function* () {}).prototype,
  intrinsicPrototype(Uint32Array.prototype),
  Uint32Array.prototype,
];

/** Interfaces of the DOM by which documents are read and events are fired. */
const domInterfaces =
  'EventTarget Node Element HTMLElement SVGElement Document DocumentFragment ShadowRoot CharacterData Text Attr NamedNodeMap NodeList HTMLCollection HTMLOptionsCollection HTMLFormControlsCollection DOMTokenList DOMRectReadOnly DOMRect DOMRectList Range TreeWalker StyleSheetList StyleSheet CSSStyleSheet CSSRuleList CSSRule CSSStyleRule CSSGroupingRule CSSStyleDeclaration MutationObserver MutationRecord MessageChannel Navigation NavigationHistoryEntry DocumentType HTMLInputElement HTMLSelectElement HTMLOptionElement HTMLTextAreaElement HTMLAnchorElement HTMLAreaElement HTMLFormElement HTMLButtonElement HTMLTemplateElement HTMLIFrameElement HTMLImageElement HTMLSlotElement HTMLStyleElement HTMLLinkElement HTMLScriptElement HTMLDetailsElement HTMLDialogElement HTMLMediaElement'.split(
    ' ',
  );

/** Without what pages may add to all objects: a descriptor would have it too. */
export function bareDescriptor(descriptor: PropertyDescriptor): PropertyDescriptor {
  return intrinsicDetach(descriptor, null);
}

/** Names of what the agent calls and reads, which the script begins with. */
declare const readNames: ReadonlySet<string>;

/** What the language itself looks up, in patterns, iterators and promises. */
const lookedUp: ReadonlySet<string> = new Set(
  'exec flags global ignoreCase multiline dotAll hasIndices unicode unicodeSets sticky source next return then resolve constructor toString valueOf'.split(
    ' ',
  ),
);

function isRead(key: PropertyKey): boolean {
  if (typeof key !== 'string') return true;
  return readNames.has(key) || lookedUp.has(key);
}

function intrinsicAt(owner: object, key: PropertyKey): Intrinsic | readonly [] {
  const own = intrinsicProperty(owner, key);
  return own?.configurable && typeof (own.value ?? own.get) === 'function'
    ? { owner, key, own: bareDescriptor(own) }
    : [];
}

function intrinsicsOf(owners: readonly object[]): Intrinsic[] {
  return owners.flatMap((owner) =>
    intrinsicKeys(owner).flatMap((key) => (isRead(key) ? intrinsicAt(owner, key) : [])),
  );
}

let intrinsics: readonly Intrinsic[] = intrinsicsOf(languageOwners);

/**
 * From now on what the DOM is read by is looked at too: as it is now, with what the agent itself has replaced. That is
 * no page's doing, neither there nor in the language: while `bind`, which the agent replaces, was taken for one,
 * everything was put back and given back fifty times in each event of every page.
 */
export function knowDom(): void {
  const language = intrinsics.flatMap(({ owner, key }) => {
    const own = intrinsicProperty(owner, key);
    return own ? [{ owner, key, own: bareDescriptor(own) }] : [];
  });
  const page = globalThis as unknown as Readonly<Record<string, { readonly prototype?: object } | undefined>>;
  const owners = domInterfaces.flatMap((name) => page[name]?.prototype ?? []);
  const own = windowNames.flatMap((key) => intrinsicAt(globalThis, key));
  intrinsics = [...language, ...intrinsicsOf(owners), ...own];
}

/** What the window is asked for; its functions and classes are names of the script's own (../agent.ts). */
const windowNames = 'innerWidth innerHeight scrollX scrollY navigation history frames'.split(' ');

/** Whatever inherits from these would inherit what a page adds to them: places of lists, `toJSON`, `then`. */
const grownIntrinsics = [Object.prototype, Array.prototype].map((owner) => ({
  owner,
  known: intrinsicKeys(owner),
}));

/** What a page had put in the place of something, or added; no list, of which a page may have replaced everything. */
interface Replaced {
  readonly owner: object;
  readonly key: PropertyKey;
  readonly theirs: PropertyDescriptor;
  /** Ours; `null` for what the page has added. */
  readonly own: PropertyDescriptor | null;
  readonly next: Replaced | null;
}

/** Puts the language's own functions back; gives what was there instead. */
function takeIntrinsicsBack(looked: readonly Intrinsic[]): Replaced | null {
  let replaced = takeGrown();
  for (let at = 0; at < looked.length; at++) {
    const { owner, key, own } = looked[at] as Intrinsic;
    replaced = takeOneBack(owner, key, own, replaced);
  }
  return replaced;
}

/** The same for what was replaced before. */
function takeKnownBack(known: Replaced | null): Replaced | null {
  let replaced = takeGrown();
  for (let each = known; each; each = each.next)
    if (each.own) replaced = takeOneBack(each.owner, each.key, each.own, replaced);
  return replaced;
}

function takeOneBack(
  owner: object,
  key: PropertyKey,
  own: PropertyDescriptor,
  replaced: Replaced | null,
): Replaced | null {
  const now = intrinsicProperty(owner, key);
  if (now !== undefined && now.value === own.value && now.get === own.get) return replaced;
  if (now === undefined) {
    intrinsicDefine(owner, key, own);
    return replaced;
  }
  bareDescriptor(now);
  // A page that has made it final has the last word.
  if ((now.value === own.value && now.get === own.get) || (!now.configurable && !now.writable))
    return replaced;
  // One that may still be written keeps all but its value.
  const mine = { ...now, value: own.value };
  intrinsicDefine(owner, key, now.configurable ? own : bareDescriptor(mine));
  return { owner, key, theirs: now, own, next: replaced };
}

/** Takes away what the page has added to all objects and lists: first, since descriptors would be read by it. */
function takeGrown(): Replaced | null {
  let replaced: Replaced | null = null;
  for (let at = 0; at < grownIntrinsics.length; at++) {
    const { owner, known } = grownIntrinsics[at] as (typeof grownIntrinsics)[0];
    const keys = intrinsicKeys(owner);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as PropertyKey;
      if (key === known[index] || isKnownKey(known, key)) continue;
      const theirs = intrinsicProperty(owner, key);
      if (theirs?.configurable && intrinsicDelete(owner, key))
        replaced = { owner, key, theirs: bareDescriptor(theirs), own: null, next: replaced };
    }
  }
  return replaced;
}

function isKnownKey(known: readonly PropertyKey[], key: PropertyKey): boolean {
  for (let at = 0; at < known.length; at++) if (known[at] === key) return true;
  return false;
}

let isPristine = false;
/** What the page gets back. */
let takenFromPage: Replaced | null = null;
/** What the page had replaced when that was last looked at as a whole. */
let knownReplaced: Replaced | null = null;

function giveBack(): void {
  for (let each = takenFromPage; each; each = each.next) intrinsicDefine(each.owner, each.key, each.theirs);
  takenFromPage = null;
  isPristine = false;
}

/** Runs something with the language's own functions; pages get back what they had made of them. */
export function pristinely<T>(run: () => T): T {
  if (isPristine) return run();
  isPristine = true;
  knownReplaced = takenFromPage = takeIntrinsicsBack(intrinsics);
  try {
    return run();
  } finally {
    giveBack();
  }
}

/**
 * The same for what is done often, and holds no secret: it costs nothing where the page had replaced nothing when the
 * page was last read.
 */
export function steadily<T>(run: () => T): T {
  if (isPristine || !knownReplaced) return run();
  isPristine = true;
  takenFromPage = takeKnownBack(knownReplaced);
  try {
    return run();
  } finally {
    giveBack();
  }
}

/** Runs code of the page, with what it has replaced. */
export function asPage<T>(run: () => T): T {
  if (!isPristine) return run();
  giveBack();
  try {
    return run();
  } finally {
    isPristine = true;
    takenFromPage = takeKnownBack(knownReplaced);
  }
}

/** Looks whether the page has replaced anything (0.02 to 0.07 ms for 600 properties). */
export function lookForReplaced(): void {
  pristinely(() => {});
}
