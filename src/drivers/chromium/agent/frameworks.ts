import { fingerprint } from '../../../fingerprint/rabin.ts';
import { readHandler } from './handler-text.ts';
import { scalarsOf } from './listeners.ts';
import { attributeText, closestOf, elementAround, elementName, isMatch } from './unhidden.ts';
import { type Heard, plainHeard, seenLibraries } from './unwrap.ts';

const noProps: readonly Heard[] = [];

/** What React, Svelte and Solid have written on an element instead of binding it. */
export function propertyHeard(element: Element): readonly Heard[] {
  let heard = noProps;
  for (const name of seenLibraries.reactProps) {
    const props = (element as unknown as Record<string, unknown>)[name];
    if (props) heard = [...heard, ...reactHeard(props as Record<string, unknown>)];
  }
  return seenLibraries.delegating ? [...heard, ...delegatedHeard(element)] : heard;
}

/** Whether libraries may write on elements what these react to, with nothing else that tells. */
export function writesProps(): boolean {
  return seenLibraries.delegating || seenLibraries.reactProps.size > 0;
}

/** Whether a library may have written something else on an element since it was asked last: React writes all anew. */
export function isRewritten(kept: { readonly element: Element; props: unknown }): boolean {
  if (seenLibraries.delegating) return true;
  for (const name of seenLibraries.reactProps) {
    const props = (kept.element as unknown as Record<string, unknown>)[name];
    if (props === undefined) continue;
    const before = kept.props;
    kept.props = props;
    return props !== before;
  }
  return false;
}

function reactHeard(props: Record<string, unknown>): Heard[] {
  const heard: Heard[] = [];
  for (const name in props) {
    if (name.charCodeAt(0) !== 111 || name.charCodeAt(1) !== 110 || typeof props[name] !== 'function')
      continue;
    const type = name
      .slice(2)
      .replace(/Capture$/, '')
      .toLowerCase();
    const made = plainHeard(type === 'doubleclick' ? 'dblclick' : type, 'react', props[name]);
    heard.push(...made.filter(({ text }) => !readHandler(text).empty));
  }
  return heard;
}

interface ReactFiber {
  readonly key: string | null;
  readonly type: unknown;
  readonly return: ReactFiber | null;
}

/** Key of an element, or of the nearest component around it, in whatever framework. */
export function keyOf(element: Element): string | null {
  const holder = element as unknown as Record<string, unknown>;
  for (const name of seenLibraries.reactProps) {
    let fiber = holder[name.replace('Props', 'Fiber')] as ReactFiber | null | undefined;
    for (let up = 0; fiber && up < 6; up++, fiber = fiber.return) if (fiber.key !== null) return fiber.key;
  }
  for (let at: Element | null = element, up = 0; at && up < 3; at = elementAround(at), up++) {
    const key = (at as unknown as { __vnode?: { key?: unknown } }).__vnode?.key;
    if (typeof key === 'string' || typeof key === 'number') return String(key);
  }
  return null;
}

/** Delegated handlers that are properties of elements: `__click` of Svelte, `$$click` of Solid. */
const delegated = /^(?:__|\$\$)([a-z]+)$/;

/** Svelte 5 keeps delegated handlers under a symbol (`events`) too, maybe with arguments, Solid its data beside them. */
function delegatedHeard(element: Element): Heard[] {
  const heard: Heard[] = [];
  for (const symbol of Object.getOwnPropertySymbols(element)) {
    if (symbol.description !== 'events') continue;
    const events = (element as unknown as Record<symbol, Record<string, unknown>>)[symbol];
    for (const type in events) heard.push(...delegatedEvent(type, events[type]));
  }
  for (const name of Object.getOwnPropertyNames(element)) {
    const type = delegated.exec(name)?.[1];
    if (type === undefined) continue;
    const holder = element as unknown as Record<string, unknown>;
    const data = holder[`${name}Data`];
    heard.push(...delegatedEvent(type, data === undefined ? holder[name] : [holder[name], data]));
  }
  return heard;
}

function delegatedEvent(type: string, value: unknown): readonly Heard[] {
  const [run, ...args] = Array.isArray(value) ? value : [value];
  return typeof run === 'function' ? plainHeard(type, 'svelte', run, scalarsOf(args)) : noProps;
}

const alpineName = /^(?:@|x-on:)([\w:-]+)((?:\.[\w-]+)*)$/;
const htmxName = /^(?:data-)?hx-(get|post|put|patch|delete|query|action|boost)(?::\w+)?$/;

/** What the attributes of Alpine and htmx say; asked only where there are attributes. */
export function attributeHeard(element: Element, names: readonly string[]): readonly Heard[] {
  let heard = noProps;
  for (const name of names) {
    const first = name.charCodeAt(0);
    // @, x-, hx-, data-hx-
    const second = name.charCodeAt(1);
    if (first !== 64 && !(first === 120 && second === 45) && !(first === 104 && second === 120)) {
      if (first !== 100 || !name.startsWith('data-hx-')) continue;
    }
    const alpine = alpineName.exec(name);
    if (alpine) heard = [...heard, ...alpineHeard(element, name, alpine[1] as string, alpine[2] ?? '')];
    else {
      const verb = htmxName.exec(name)?.[1];
      if (verb) heard = [...heard, ...htmxHeard(element, verb, attributeText(element, name) ?? '')];
    }
  }
  return heard;
}

const alpineKeys: Readonly<Record<string, string>> = {
  enter: 'Enter',
  space: ' ',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  'arrow-up': 'ArrowUp',
  'arrow-down': 'ArrowDown',
  'arrow-left': 'ArrowLeft',
  'arrow-right': 'ArrowRight',
  home: 'Home',
  end: 'End',
  'page-up': 'PageUp',
  'page-down': 'PageDown',
};

function alpineHeard(element: Element, name: string, type: string, modifiers: string): Heard[] {
  if (!inAlpine(element)) return [];
  const words = modifiers.split('.').slice(1);
  if (words.includes('outside') || words.includes('away')) return [];
  const text = attributeText(element, name) ?? '';
  const keys = words.flatMap((word) => alpineKeys[word] ?? []);
  const scope = loopScope(element, text);
  return [
    {
      type,
      kind: 'alpine',
      run: null,
      text: '',
      values: scope === '' ? text : `${text} ${scope}`,
      place: `alpine#${fingerprint(text.replace(/(['"`]).*?\1|\d+/g, '0')).slice(0, 12)}`,
      ...((keys.length > 0 || words.some((word) => /^esc(?:ape)?$/.test(word))) && { keys }),
    },
  ];
}

function inAlpine(element: Element): boolean {
  return 'Alpine' in globalThis || closestOf(element, '[x-data]') !== null;
}

/** Loop variables that an expression uses: the same text in each turn of `x-for`. */
function loopScope(element: Element, text: string): string {
  for (let at: Element | null = element; at; at = elementAround(at)) {
    const holder = at as unknown as {
      _x_refreshXForScope?: unknown;
      _x_dataStack?: Record<string, unknown>[];
    };
    if (!holder._x_refreshXForScope) continue;
    const scope = holder._x_dataStack?.[0] ?? {};
    const used = Object.keys(scope).filter((name) =>
      new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`).test(text),
    );
    return used
      .map((name) => {
        const value = scope[name];
        const inner = typeof value === 'object' && value !== null ? Object.values(value) : [value];
        return `${name}=${scalarsOf(inner.slice(0, 8))}`.slice(0, 120);
      })
      .join(' ');
  }
  return '';
}

/** htmx: the verb belongs to the values, so that what would change the site can be refused. */
function htmxHeard(element: Element, verb: string, address: string): Heard[] {
  if (verb === 'boost') return [];
  const method = verb === 'action' ? (attributeText(element, 'hx-method') ?? 'get') : verb;
  const values = `${method.toUpperCase()} ${address}`;
  const written = attributeText(element, 'hx-trigger') ?? attributeText(element, 'data-hx-trigger');
  return htmxTypes(element, written).map((type) => ({
    type,
    kind: 'htmx' as const,
    run: null,
    text: '',
    values,
    place: 'htmx',
  }));
}

function htmxTypes(element: Element, written: string | null): string[] {
  if (written === null || written.trim() === '') {
    if (elementName(element) === 'form') return ['submit'];
    return [
      isMatch(element, 'input:not([type=button]):not([type=submit]),select,textarea') ? 'change' : 'click',
    ];
  }
  return written.split(',').flatMap((part) => {
    const name = /^\s*([\w:-]+)/.exec(part)?.[1];
    // With a source of its own, the event happens elsewhere.
    return name === undefined || /\bfrom:/.test(part) ? [] : [name];
  });
}
