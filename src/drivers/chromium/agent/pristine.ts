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

const intrinsicOwners: readonly object[] = [
  ...[Object.prototype, Array.prototype, Function.prototype, String.prototype, Number.prototype],
  ...[Map.prototype, Set.prototype, WeakMap.prototype, WeakSet.prototype, WeakRef.prototype],
  ...[Promise.prototype, RegExp.prototype, Boolean.prototype, Symbol.prototype],
  ...[Object, Array, String, Number, Promise, Math, JSON, Reflect, RegExp, Symbol, Map, Set],
  ...[[][Symbol.iterator](), new Map()[Symbol.iterator](), new Set()[Symbol.iterator]()].map(
    intrinsicPrototype,
  ),
  ...[''[Symbol.iterator](), ''.matchAll(/./g)].map(intrinsicPrototype),
  intrinsicPrototype(intrinsicPrototype([][Symbol.iterator]())),
  intrinsicPrototype(Uint32Array.prototype),
  Uint32Array.prototype,
];

/** Without what pages may add to all objects: a descriptor would have it too. */
export function bareDescriptor(descriptor: PropertyDescriptor): PropertyDescriptor {
  return intrinsicDetach(descriptor, null);
}

/** Names of functions that the agent calls, which the script begins with; all of them where it does not. */
declare const calledNames: ReadonlySet<string>;

/** Also those that the language itself looks up, in patterns, iterators and promises. */
function isCalled(key: PropertyKey): boolean {
  if (typeof key !== 'string') return true;
  return (
    calledNames.has(key) || /^(?:exec|flags|global|unicode|sticky|next|return|then|constructor)$/.test(key)
  );
}

const intrinsics: Intrinsic[] = intrinsicOwners.flatMap((owner) =>
  intrinsicKeys(owner).flatMap((key) => {
    const own = isCalled(key) ? intrinsicProperty(owner, key) : undefined;
    return own && typeof (own.value ?? own.get) === 'function'
      ? [{ owner, key, own: bareDescriptor(own) }]
      : [];
  }),
);

/** What an answer is made with (dom/exact, dom/change, delta, answer): looked at each time; the test of reach tells. */
const answerNames =
  /^(?:map|get|slice|from|set|push|replace|repeat|join|has|charCodeAt|add|toUpperCase|toString|stringify|split|filter|trim|subarray|sort|padStart|keys|endsWith|encodeInto|encode|test|startsWith|match|indexOf|includes|fromCharCode|every|ceil|some|shift|reverse|min|max|lastIndexOf|isArray|floor|flatMap|flat|fill|exec|entries|concat|clear|of|next|imul|call|apply)$/;
const answerIntrinsics = intrinsics.filter(
  ({ key }) => key === Symbol.iterator || (typeof key === 'string' && answerNames.test(key)),
);

/** Whatever inherits from these would inherit what a page adds to them: places of lists, `toJSON`, `then`. */
const grownIntrinsics = [Object.prototype, Array.prototype].map((owner) => ({
  owner,
  known: intrinsicKeys(owner),
}));

/** What a page had put in the place of something, or added. */
interface Replaced {
  readonly owner: object;
  readonly key: PropertyKey;
  readonly theirs: PropertyDescriptor;
  readonly next: Replaced | null;
}

/** Puts the language's own functions back; gives what was there instead. */
function takeIntrinsicsBack(looked: readonly Intrinsic[]): Replaced | null {
  let replaced: Replaced | null = null;
  for (let at = 0; at < looked.length; at++) {
    const { owner, key, own } = looked[at] as Intrinsic;
    const now = intrinsicProperty(owner, key);
    if (now !== undefined && now.value === own.value && now.get === own.get) continue;
    if (now === undefined) {
      intrinsicDefine(owner, key, own);
      continue;
    }
    bareDescriptor(now);
    // A page that has made it final has the last word.
    if ((now.value === own.value && now.get === own.get) || (!now.configurable && !now.writable)) continue;
    replaced = { owner, key, theirs: now, next: replaced };
    // One that may still be written keeps all but its value.
    const mine = { ...now, value: own.value };
    intrinsicDefine(owner, key, now.configurable ? own : bareDescriptor(mine));
  }
  for (let at = 0; at < grownIntrinsics.length; at++) {
    const { owner, known } = grownIntrinsics[at] as (typeof grownIntrinsics)[0];
    const keys = intrinsicKeys(owner);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as PropertyKey;
      if (key === known[index] || isKnownKey(known, key)) continue;
      const theirs = intrinsicProperty(owner, key);
      if (theirs?.configurable && intrinsicDelete(owner, key))
        replaced = { owner, key, theirs: bareDescriptor(theirs), next: replaced };
    }
  }
  return replaced;
}

function isKnownKey(known: readonly PropertyKey[], key: PropertyKey): boolean {
  for (let at = 0; at < known.length; at++) if (known[at] === key) return true;
  return false;
}

let isPristine = false;
/** Whether the page had replaced anything when that was last looked at. */
let isReplaced = false;
let foundReplaced = false;

/** Runs something with the language's own functions; pages get back what they had made of them. */
export function pristinely<T>(run: () => T): T {
  if (isPristine) return run();
  isPristine = true;
  let replaced = takeIntrinsicsBack(isReplaced ? intrinsics : answerIntrinsics);
  foundReplaced = replaced !== null;
  isReplaced ||= foundReplaced;
  try {
    return run();
  } finally {
    for (; replaced; replaced = replaced.next) intrinsicDefine(replaced.owner, replaced.key, replaced.theirs);
    isPristine = false;
  }
}

/**
 * The same for what is done often, and holds no secret: it costs nothing where the page had replaced nothing when the
 * page was last read. Nothing of the page may be called inside.
 */
export function steadily<T>(run: () => T): T {
  return isReplaced ? pristinely(run) : run();
}

/** Looks whether the page has replaced anything at all. */
export function lookForReplaced(): void {
  isReplaced = true;
  pristinely(() => {});
  isReplaced = foundReplaced;
}
