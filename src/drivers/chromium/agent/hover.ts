import { listenerBook } from './listeners.ts';
import { dispatchTo } from './natives.ts';
import { elementAround, parentOf } from './unhidden.ts';

/** The element over which the pointer was brought last, until it is brought elsewhere. */
let hovered: Element | null = null;

/** What a mouse says of itself in pointer events: libraries ask, to tell it from a finger. */
export const mouse = { pointerId: 1, pointerType: 'mouse', isPrimary: true };

const leavingTypes = new Set(['mouseout', 'mouseleave', 'pointerout', 'pointerleave']);
/** Events for which a person moves the pointer. */
const movingEvents = /^(?:click|mouse|pointer|dblclick|contextmenu|change$)/;

/** Sends what a pointer does that comes over an element: it enters all that the element is in as well. */
export function hoverOver(element: Element): void {
  const entered = apart(element, hovered).reverse();
  hovered = element;
  for (const kind of ['pointer', 'mouse']) {
    sendPointer(element, `${kind}over`, true, null);
    for (const each of entered) sendPointer(each, `${kind}enter`, false, null);
  }
  for (const kind of ['pointer', 'mouse']) sendPointer(element, `${kind}move`, true, null);
}

/** The element that a pointer would leave, and someone would notice, on its way to another. */
export function leftBy(to: Element, event: string): Element | null {
  if (!hovered?.isConnected || !movingEvents.test(event) || hovered.contains(to)) return null;
  return leavingHeard(hovered) ? hovered : null;
}

function leavingHeard(element: Element): boolean {
  const { bindings } = listenerBook();
  for (let at: Node | null = element; at; at = parentOf(at) ?? (at as ShadowRoot).host ?? null) {
    if (bindings.get(at)?.some(({ type }) => leavingTypes.has(type))) return true;
    const names = at.nodeType === 1 ? (at as Element).getAttributeNames() : [];
    if (names.some((name) => /^(?:on|@|x-on:)(?:mouse|pointer)(?:out|leave)/.test(name))) return true;
  }
  return bindings.get(globalThis)?.some(({ type }) => leavingTypes.has(type)) === true;
}

/** Sends what a pointer does that leaves an element for another, which may be in something that it was over already. */
export function leaveFor(from: Element, to: Element): void {
  const left = apart(from, to);
  hovered = aroundOf(left.at(-1) ?? from);
  for (const name of ['pointerout', 'mouseout']) sendPointer(from, name, true, to);
  for (const name of ['pointerleave', 'mouseleave'])
    for (const each of left) sendPointer(each, name, false, to);
}

/** An element and those that it is in, the innermost first, without those that another is in or is. */
function apart(element: Element, other: Element | null): Element[] {
  const shared = new Set(other?.isConnected ? [other, ...around(other)] : []);
  return [element, ...around(element)].filter((each) => each === element || !shared.has(each));
}

function* around(element: Element): Generator<Element> {
  for (let at = aroundOf(element); at; at = aroundOf(at)) yield at;
}

/** The element that another is in, also across the edge of a shadow root. */
function aroundOf(element: Element): Element | null {
  return elementAround(element) ?? (parentOf(element) as ShadowRoot | null)?.host ?? null;
}

function sendPointer(element: Element, name: string, bubbles: boolean, other: Element | null): void {
  const Kind = name.startsWith('pointer') ? PointerEvent : MouseEvent;
  const { x, y, width, height } = element.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2 };
  const settings = {
    bubbles,
    cancelable: true,
    composed: true,
    view: window,
    relatedTarget: other,
    ...at,
    ...mouse,
  };
  dispatchTo(element, new Kind(name, settings));
}
