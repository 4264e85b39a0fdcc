/** What the source text of a handler tells of the elements and keys that it reacts to. */
export interface HandlerReading {
  /** It does nothing at all, or nothing but keep its event from others. */
  readonly empty: boolean;
  /** It looks at the element that the event came from, so that it may stand for others. */
  readonly asksTarget: boolean;
  /** It hands the event to another function, which may look at it. */
  readonly passesEvent: boolean;
  /** It does little but call others with what it was called with: what it does is for these to say. */
  readonly wraps: boolean;
  /** It takes no event: whatever is clicked, it does the same. */
  readonly blind: boolean;
  /** It reacts to what is *not* inside an element: menus that close. */
  readonly outside: boolean;
  /** It looks at all that the event passed, shadow roots included. */
  readonly composed: boolean;
  /** Selectors that it compares with: the surest ones. */
  readonly selectors: readonly string[];
  /** Selectors made of tag names, ids, classes and attributes that it looks at. */
  readonly hints: readonly string[];
  /** Keys that it asks for, as `KeyboardEvent.key` spells them. */
  readonly keys: readonly string[];
}

/** A function that does nothing, or only keeps its event from others: nobody sees that. */
const emptyBody =
  /^[^{]*\{\s*(?:\/\/[^\n]*\s*)?(?:[\w$]+\.stop(?:Immediate)?Propagation\(\)\s*[;,]?\s*)*\}$|^[^{]*=>\s*[\w$]+\.stop(?:Immediate)?Propagation\(\)$/;

const readings = new Map<string, HandlerReading>();
const readingsKept = 5000;

/** Reads a handler's source; the same text is read once. */
export function readHandler(text: string): HandlerReading {
  let reading = readings.get(text);
  if (reading) return reading;
  if (readings.size >= readingsKept) readings.clear();
  reading = readText(text.slice(0, 20_000));
  readings.set(text, reading);
  return reading;
}

function readText(text: string): HandlerReading {
  const parameter = eventParameter(text);
  const passesEvent = handsOn.test(text) || (parameter !== null && passes(text, parameter));
  const { selectors, negated } = comparedSelectors(text);
  const outside = negated || outsideTest.test(text);
  return {
    empty: emptyBody.test(text),
    asksTarget: /\b(?:target|srcElement|composedPath|delegateTarget)\b/.test(text.replace(sameTest, '')),
    passesEvent,
    wraps: passesEvent && text.length <= wrapperAtMost,
    blind: parameter === null && !/\b(?:arguments|event)\b/.test(text) && !text.includes('[native code]'),
    outside,
    composed: /\bcomposedPath\b/.test(text),
    selectors,
    hints: [...new Set(hintSelectors(text))],
    keys: keysOf(text),
  };
}

/** `event.target === this`: a click on the element itself, not on what is inside. */
const sameTest =
  /(?:[\w$]+\.)?\btarget\s*[!=]==?\s*(?:this\b|[\w$]+(?:\.current(?:Target)?)?(?![\w$.(]))|[\w$.]+\s*[!=]==?\s*(?:[\w$]+\.)?target\b(?![.?])/g;
const outsideTest = /(?:!\s*[\w$.?()]+|[\w$)])\.contains\(\s*[\w$.]*\btarget\b/;

/** Name of the first parameter, `null` where there is none. */
function eventParameter(text: string): string | null {
  const [, bare, listed] =
    /^(?:async\s+)?(?:([\w$]+)\s*=>|(?:(?:async\s*)?function\b\s*\*?\s*[\w$]*\s*|(?:async\s+)?\*?[\w$#]*\s*)\(\s*(\{|[\w$]+|\.\.\.[\w$]+)?)/.exec(
      text,
    ) ?? [];
  return bare ?? listed ?? null;
}

/** All that it was called with is handed on. */
const handsOn = /[(,]\s*arguments\s*[,)]/;

/** Characters of a wrapper, not minified; what is longer does something of its own. */
const wrapperAtMost = 400;

function passes(text: string, parameter: string): boolean {
  if (parameter === '{') return false;
  const name = parameter.replace('...', '').replaceAll('$', '\\$');
  const arrow = /^(?:async\s+)?(?:[\w$]+|\([^)]*\))\s*=>/.exec(text)?.[0].length;
  const body = text.slice(arrow ?? text.indexOf(')') + 1);
  return new RegExp(`[(,]\\s*(?:\\.\\.\\.)?${name}\\s*[,)]`).test(body);
}

const comparison =
  /\.(?:closest|matches|webkitMatchesSelector|msMatchesSelector|is|parents)\(\s*(["'`])((?:\\.|(?!\1).)*)\1\s*\)/g;

/** Selectors in `closest('…')` and `matches('…')`; `negated` where something happens if they do not match. */
function comparedSelectors(text: string): { selectors: string[]; negated: boolean } {
  const selectors = new Set<string>();
  let negated = false;
  for (const match of text.matchAll(comparison)) {
    const selector = (match[2] as string).replace(/\\(.)/g, '$1');
    if (selector.includes('${') || selector === '') continue;
    const before = text.slice(Math.max(0, match.index - 80), match.index);
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 40);
    const not = /!\s*[\w$.?()]*$/.test(before) && !/^[\s)]*\{?\s*return\b/.test(after);
    if (not && !/^[\s)]*[&|]{2}/.test(after)) negated = true;
    else selectors.add(selector);
  }
  return { selectors: [...selectors], negated: negated && selectors.size === 0 };
}

const quoted = `["'\`]([^"'\`$]+)["'\`]`;
const stateClass = /^(?:is-)?(?:active|selected|open|opened|disabled|hidden|current|show|shown|expanded|on)$/;
const elementClasses: Readonly<Record<string, string>> = {
  Anchor: 'a',
  Image: 'img',
  LI: 'li',
  TableRow: 'tr',
  TableCell: 'td',
};

function* hintSelectors(text: string): Iterable<string> {
  const tag = new RegExp(
    `(?:tagName|nodeName|localName)(?:\\.to(?:Low|Upp)erCase\\(\\))?\\s*[!=]==?\\s*${quoted}`,
    'g',
  );
  for (const [, name = ''] of text.matchAll(tag)) yield safeName(name.toLowerCase());
  for (const [, name = ''] of text.matchAll(/instanceof\s+(?:[\w$]+\.)?HTML(\w+)Element\b/g)) {
    if (name !== '') yield elementClasses[name] ?? safeName(name.toLowerCase());
  }
  // Nothing but a list of classes is asked whether it contains a name; compilers put it in a variable before.
  for (const [, name = ''] of text.matchAll(new RegExp(`\\.(?:contains|hasClass)\\(\\s*${quoted}`, 'g'))) {
    if (!stateClass.test(name)) yield `.${safeName(name)}`;
  }
  for (const [, name = ''] of text.matchAll(new RegExp(`(?:className|\\.id)\\s*[!=]==?\\s*${quoted}`, 'g'))) {
    yield text.includes(`id === '${name}`) || !text.includes('className')
      ? `#${safeName(name)}`
      : `.${safeName(name)}`;
  }
  if (/switch\s*\([^)]*\.id\s*\)/.test(text)) {
    for (const [, name = ''] of text.matchAll(new RegExp(`case\\s*${quoted}`, 'g')))
      yield `#${safeName(name)}`;
  }
  yield* dataSelectors(text);
}

function* dataSelectors(text: string): Iterable<string> {
  for (const [, name = '', other = ''] of text.matchAll(
    /\bdataset(?:\??\.([A-Za-z_$][\w$]*)|\??\.?\[\s*["'`]([\w$]+)["'`]\s*\])/g,
  )) {
    yield dataAttribute(name || other);
  }
  for (const [, names = ''] of text.matchAll(/\{([^{}]*)\}\s*=\s*[\w$.?]*\bdataset\b/g)) {
    for (const name of names.split(',')) {
      const key = /^\s*([A-Za-z_$][\w$]*)/.exec(name)?.[1];
      if (key) yield dataAttribute(key);
    }
  }
  for (const [, name = ''] of text.matchAll(new RegExp(`\\.data\\(\\s*${quoted}\\s*\\)`, 'g'))) {
    if (/^[\w-]+$/.test(name)) yield `[data-${name}]`;
  }
  for (const [, name = ''] of text.matchAll(
    new RegExp(`\\.(?:getAttribute|hasAttribute|attr)\\(\\s*${quoted}\\s*\\)`, 'g'),
  )) {
    if (/^[\w-]+$/.test(name) && !/^(?:class|style|type|id|aria-\w+|tabindex)$/.test(name)) yield `[${name}]`;
  }
}

function dataAttribute(key: string): string {
  return `[data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}]`;
}

/** A name as it may stand in a selector; one that could not is replaced by something that matches nothing. */
function safeName(name: string): string {
  return /^[A-Za-z_-][\w-]*$/.test(name) ? name : 'x-none';
}

const codeKeys: Readonly<Record<string, string>> = {
  13: 'Enter',
  32: ' ',
  33: 'PageUp',
  34: 'PageDown',
  35: 'End',
  36: 'Home',
  37: 'ArrowLeft',
  38: 'ArrowUp',
  39: 'ArrowRight',
  40: 'ArrowDown',
};
const keysAtMost = 6;

/** Keys that lead on. `Escape` is none of them: it closes what another event has opened. */
function keysOf(text: string): string[] {
  const keys = new Set<string>();
  for (const [, name = ''] of text.matchAll(
    /["'`](Arrow(?:Left|Right|Up|Down)|Enter|Home|End|PageUp|PageDown)["'`]/g,
  )) {
    keys.add(name);
  }
  if (/\b(?:key|code)\b/.test(text)) {
    for (const [, one = '', other = ''] of text.matchAll(
      /(?:\bkey\s*={2,3}\s*|\bcase\s+)["'`]([a-z0-9 +/?-])["'`]|["'`]([a-z0-9 +/?-])["'`]\s*={2,3}\s*[\w$.]*\bkey\b/g,
    )) {
      keys.add(one || other);
    }
  }
  for (const [, code = '', other = ''] of text.matchAll(
    /\b(?:keyCode|which|charCode)\s*={2,3}\s*(\d+)|\b(\d+)\s*={2,3}\s*[\w$.]*\b(?:keyCode|which|charCode)\b/g,
  )) {
    const key = codeKeys[code || other];
    if (key) keys.add(key);
  }
  if (/switch\s*\([^)]*\b(?:keyCode|which)\b/.test(text)) {
    for (const [, code = ''] of text.matchAll(/\bcase\s+(\d+)/g))
      if (codeKeys[code]) keys.add(codeKeys[code]);
  }
  return [...keys].slice(0, keysAtMost);
}
