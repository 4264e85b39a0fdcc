import type { FireOrder } from '../../../model/driver.ts';
import { liveElementAt } from './candidates.ts';
import { withFrame } from './drawing.ts';
import { emptyBoxOf, fieldKind, textToAsk, textToConfirm, unansweredBy } from './field-values.ts';
import { hoverOver, leaveFor, mouse } from './hover.ts';
import { layoutDrawn } from './layout.ts';
import { keepFromLeaving, leaving } from './leaving.ts';
import { listenerBook } from './listeners.ts';
import { marking } from './marks.ts';
import { dispatchTo, natives } from './natives.ts';
import { asPage, steadily } from './pristine.ts';
import { reactsTo } from './reactions.ts';
import { scrollBoxOf } from './sweep.ts';
import { macrotask } from './tasks.ts';
import { elementAround, elementName, everyElement, isMatch, rootElement } from './unhidden.ts';

/** Finds the element of an order: by its id where that is unique and of the right kind, else by path. */
export function orderedElement(order: FireOrder): Element | null {
  if (order.id !== null) {
    const byId = everyElement(`#${CSS.escape(order.id)}`);
    const last = order.xpath.split('/').at(-1)?.replace(/\[.*/, '');
    if (byId.length === 1 && byId[0] && elementName(byId[0]).toUpperCase() === last)
      return byId[0] as Element;
  }
  return liveElementAt(order.xpath);
}

/**
 * A place on an element in the window, brought into view; `null` where something else is there. What reacts by itself
 * inside of it is something else: a cell that is pressed on the sign in it would seem to do what the sign does.
 */
export function aimAt(order: FireOrder): [number, number] | null {
  marking.pointed = true;
  const element = orderedElement(order) as HTMLElement | null;
  if (!element?.isConnected || writesOrSends(element, order)) return null;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  if (order.event === 'keydown') focusOn(element);
  const found = placesOn(element).find(([x, y]) => isHit(element, order.event, x, y));
  if (!found) return null;
  let [left, top] = found;
  for (
    let page = element.ownerDocument.defaultView;
    page?.frameElement;
    page = page.parent as Window & typeof globalThis
  ) {
    const frame = page.frameElement.getBoundingClientRect();
    left += frame.x;
    top += frame.y;
  }
  return [left, top];
}

/** The middle of an element, and places at its edges. */
function placesOn(element: Element): readonly (readonly [number, number])[] {
  const { x, y, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return [];
  const [left, top, wide, high] = [x + width / 2, y + height / 2, width / 2 - edge, height / 2 - edge];
  return [
    [left, top],
    [left - wide, top],
    [left + wide, top],
    [left, top - high],
    [left, top + high],
  ];
}

/** Pixels from the edge of an element. */
const edge = 2;

/** Whether what a person would press or point at in a place is an element, and nothing in it that reacts by itself. */
function isHit(element: Element, event: string, left: number, top: number): boolean {
  const hit = (element.getRootNode() as Document).elementFromPoint?.(left, top);
  if (!hit || !element.contains(hit)) return hit?.contains(element) === true;
  if (event === 'keydown') return true;
  for (let at: Element | null = hit; at && at !== element; at = elementAround(at))
    if (reactsTo(at, event)) return false;
  return true;
}

/** Whether the browser's own Enter would send a form whose field is empty, or write a line. */
function writesOrSends(element: Element, { event, value = 'Enter' }: FireOrder): boolean {
  if (event !== 'keydown' || value !== 'Enter') return false;
  const { form, value: text } = element as HTMLInputElement;
  return elementName(element) === 'textarea' || (Boolean(form) && text === '');
}

/**
 * Fires an event as a person's action would; waits only where the browser itself takes a moment. `isAsked`: the boxes
 * around hold what is asked for, and nothing is typed into the others.
 */
export function fireEvent(
  element: Element,
  event: string,
  value?: string,
  isAsked = false,
): void | Promise<void> {
  switch (event) {
    case 'click':
      return fireClick(element, isAsked);
    case 'mouseover':
    case 'mouseenter':
      return hoverOver(element);
    case 'mouseout':
    case 'mouseleave':
      hoverOver(element);
      return leaveFor(element, rootElement(element.ownerDocument));
    case 'focus':
    case 'focusin':
      return fireFocus(element as HTMLElement);
    case 'blur':
      return fireBlur(element as HTMLElement);
    case 'change':
      return fireChange(element, value);
    case 'input':
      return fireInput(element, value ?? '');
    case 'keydown':
      return fireKey(element, value ?? 'Enter', isAsked);
    case 'scroll':
      return fireScroll(element);
    default:
      if (/^(?:mouse|pointer|dblclick|contextmenu)/.test(event)) dispatchMouse(element, event);
      else sendEvent(element, event);
  }
}

function sendEvent(element: Element, name: string): void {
  dispatchTo(element, new Event(name, { bubbles: true, cancelable: true, composed: true }));
}

/** Focus tells the page of it at once. */
function focusOn(element: Element): void {
  asPage(() => (element as HTMLElement).focus?.({ preventScroll: true }));
}

function fireFocus(element: HTMLElement): void {
  const page = element.ownerDocument;
  if (page.activeElement === element) asPage(() => element.blur());
  focusOn(element);
  if (isMatch(element, ':focus')) return;
  dispatchTo(element, new FocusEvent('focus', { composed: true }));
  dispatchTo(element, new FocusEvent('focusin', { bubbles: true, composed: true }));
}

function fireBlur(element: HTMLElement): void {
  fireFocus(element);
  const hasFocus = isMatch(element, ':focus');
  asPage(() => element.blur?.());
  if (hasFocus) return;
  dispatchTo(element, new FocusEvent('blur', { composed: true }));
  dispatchTo(element, new FocusEvent('focusout', { bubbles: true, composed: true }));
}

/** How the fields were that the current event has changed by our hand. */
let fieldsBefore: (() => void)[] = [];

/** An event begins: what was set before it stays. */
export function beginFields(): void {
  fieldsBefore = [];
}

/** Sets back what we chose or typed: a page that is left and come back to shows its fields as they were. */
export function restoreFields(): void {
  for (const restore of fieldsBefore.splice(0)) restore();
}

function rememberField(element: Element): void {
  const field = element as HTMLInputElement;
  const { type, name, value, form } = field;
  if (elementName(field) === 'select') {
    const options = [...(element as unknown as HTMLSelectElement).options];
    const chosen = options.map(({ selected }) => selected);
    fieldsBefore.push(() => {
      for (const [at, option] of options.entries()) option.selected = chosen[at] === true;
    });
  } else if (type === 'radio' || type === 'checkbox') {
    const root = (form ?? field.getRootNode()) as ParentNode;
    const group =
      type === 'radio' && name ? root.querySelectorAll<HTMLInputElement>('input[type=radio]') : [field];
    const boxes = [...group].filter((box) => box.name === name).map((box) => [box, box.checked] as const);
    fieldsBefore.push(() => {
      for (const [box, checked] of boxes) if (box.checked !== checked) box.checked = checked;
    });
  } else fieldsBefore.push(() => setNatively(field, value));
}

/** Sets a value past what a framework has put before it: that is how it notices a change. */
function setNatively(element: Element, value: string): void {
  const own = Object.getPrototypeOf(element) as object;
  const set = Object.getOwnPropertyDescriptor(own, 'value')?.set;
  if (set) natives.apply(set, element, [value]);
  else (element as HTMLInputElement).value = value;
}

function fireChange(element: Element, value: string | undefined): void {
  const field = fieldKind(element);
  rememberField(element);
  if (field === 'toggle') {
    fireClick(element);
    return;
  }
  if (value !== undefined && field === 'choice') chooseOption(element as HTMLSelectElement, value);
  else if (value !== undefined) setNatively(element, value);
  sendEvent(element, 'input');
  sendEvent(element, 'change');
  // In a list of options the choice is made by a click.
  if (field === 'choice') for (const name of ['mouseup', 'click']) dispatchMouse(element, name);
}

function chooseOption(select: HTMLSelectElement, value: string): void {
  const option = [...select.options].find((each) => each.value === value);
  if (select.multiple && option) option.selected = true;
  else setNatively(select, value);
}

/** Texts that we have typed in this document, each once. */
export const typed: string[] = [];

function fireInput(element: Element, value: string): void {
  if (fieldKind(element) === 'text' && value !== '' && !typed.includes(value)) typed.push(value);
  const field = element as HTMLInputElement;
  rememberField(field);
  focusOn(field);
  sendKey(field, 'keydown', value.at(-1) ?? '');
  setNatively(field, value);
  dispatchTo(
    field,
    new InputEvent('input', { bubbles: true, composed: true, data: value, inputType: 'insertText' }),
  );
  sendKey(field, 'keyup', value.at(-1) ?? '');
  sendEvent(field, 'change');
}

/** In a field for text a key confirms what is in it, so something is typed where the page suggests what. */
function fireKey(element: Element, key: string, isAsked: boolean): void {
  const field = fieldKind(element) === 'text' ? (element as HTMLInputElement) : null;
  const text = field?.value === '' && !isAsked ? textToConfirm(field) : '';
  if (field && text !== '') fireInput(field, text);
  focusOn(element);
  if (sendKey(element, 'keydown', key)) sendKey(element, 'keypress', key);
  sendKey(element, 'keyup', key);
}

const keyNumbers: Readonly<Record<string, number>> = {
  Enter: 13,
  ' ': 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
};

function sendKey(element: Element, name: string, key: string): boolean {
  const number = keyNumbers[key] ?? key.toUpperCase().charCodeAt(0);
  const code = key === ' ' ? 'Space' : /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key;
  const codes = { keyCode: number, which: number };
  const settings = { key, code, bubbles: true, cancelable: true, composed: true, view: window, ...codes };
  return dispatchTo(element, new KeyboardEvent(name, settings));
}

/** Steps in which a box is scrolled to its end. */
const scrollSteps = 40;

/** Scrolls to the end, window by window: what waits for being seen is passed by, not jumped over. */
async function fireScroll(element: Element): Promise<void> {
  const { scrollHeight: deltaY } = scrollBoxOf(element);
  const wheel = { bubbles: true, cancelable: true, composed: true, deltaY };
  dispatchTo(element, new WheelEvent('wheel', wheel));
  const box = scrollBoxOf(element);
  const step = Math.max(box.clientHeight, (deltaY - box.scrollTop) / scrollSteps);
  const [first, last] = [box.scrollTop + step, deltaY - box.clientHeight];
  for (let to = first; to < last; to += step) await scrollBox(element, to);
  await scrollBox(
    element,
    steadily(() => box.scrollHeight),
  );
}

/**
 * Scrolls to so many pixels from the top. The browser tells of it with its next frame; whoever scrolls often
 * does not wait for that, and tells it himself.
 */
export async function scrollBox(element: Element, top: number, waits = true): Promise<void> {
  const { target, whole, moved } = steadily(() => scrolled(element, top));
  if (!waits || !moved || !(await scrollTold(target)))
    dispatchTo(target, new Event('scroll', { bubbles: whole }));
  // They are told in tasks of their own, after the frame.
  for (let left = 3; left > 0; left--) await macrotask();
}

/** Scrolls; says whom the browser tells of it, and whether anything moved. */
function scrolled(element: Element, top: number): { target: EventTarget; whole: boolean; moved: boolean } {
  const page = element.ownerDocument;
  const box = scrollBoxOf(element);
  const whole = box === page.scrollingElement;
  const before = box.scrollTop;
  box.scrollTo({ top, behavior: 'instant' });
  return { target: whole ? page : element, whole, moved: box.scrollTop !== before };
}

/** Waits for the browser's own event. */
function scrollTold(target: EventTarget): Promise<boolean> {
  return withFrame((came) => {
    const noted = () => {
      // Observers look at the layout in the same frame, after the event: what they see is as it is now.
      layoutDrawn();
      came();
    };
    natives.apply(natives.addEventListener, target, ['scroll', noted, { once: true, capture: true }]);
    return () => natives.apply(natives.removeEventListener, target, ['scroll', noted, { capture: true }]);
  });
}

function fireClick(element: Element, isAsked = false): void {
  const box = isAsked ? null : emptyBoxOf(element);
  if (box) fireInput(box, textToAsk(box));
  for (const radio of unansweredBy(element)) {
    rememberField(radio);
    dispatchMouse(radio, 'click');
  }
  if (answersTouchAlone(element)) for (const name of ['touchstart', 'touchend']) sendTouch(element, name);
  for (const name of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) dispatchMouse(element, name);
  const goOn = dispatchMouse(element, 'click', keepFromLeaving);
  const href = element.closest?.('a[href],area[href]')?.getAttribute('href') ?? '';
  if (!goOn && !leaving.kept) return;
  if (/^\s*javascript:/i.test(href)) runAddress(element, href);
}

/** What listens to touches as well as to clicks would answer twice. */
function answersTouchAlone(element: Element): boolean {
  let touch = false;
  for (let at: Element | null = element; at; at = elementAround(at)) {
    for (const { type } of listenerBook().bindings.get(at) ?? []) {
      if (type === 'touchstart' || type === 'touchend') touch = true;
      else if (/^(?:click|mousedown|mouseup|pointer)/.test(type)) return false;
    }
  }
  return touch;
}

/** A finger that comes or goes. Handlers ask where it is: without that they stop half-way, and the page stays in mid-drag. */
function sendTouch(element: Element, name: string): void {
  const { x, y, width, height } = element.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2 };
  const touch = new Touch({ identifier: 1, target: element, ...at });
  const down = name === 'touchstart' ? [touch] : [];
  const settings = { bubbles: true, cancelable: true, composed: true, view: window };
  const fingers = { touches: down, targetTouches: down, changedTouches: [touch] };
  dispatchTo(element, new TouchEvent(name, { ...settings, ...fingers }));
}

function dispatchMouse(element: Element, name: string, last?: (event: Event) => void): boolean {
  leaving.kept = false;
  const Kind = name.startsWith('pointer') && name !== 'pointer' ? PointerEvent : MouseEvent;
  const box = element.getBoundingClientRect();
  const event = new Kind(name, {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
    detail: name === 'dblclick' ? 2 : 1,
    button: name === 'contextmenu' ? 2 : 0,
    buttons: name === 'pointerdown' || name === 'mousedown' ? 1 : 0,
    ...mouse,
    clientX: box.x + box.width / 2,
    clientY: box.y + box.height / 2,
  });
  // What happens in a frame ends at the window of the frame.
  const end = element.ownerDocument.defaultView ?? globalThis;
  if (last) natives.apply(natives.addEventListener, end, [name, last]);
  try {
    return dispatchTo(element, event);
  } finally {
    if (last) natives.apply(natives.removeEventListener, end, [name, last]);
  }
}

/** The browser would run it in a later task, of which nothing tells the end; so it is run here. */
function runAddress(element: Element, href: string): void {
  const code = decodeURIComponent(href.replace(/^\s*javascript:/i, ''));
  const page = element.ownerDocument.defaultView as unknown as { eval: typeof eval } | null;
  const run = page && page !== (globalThis as unknown) ? page.eval : natives.eval;
  try {
    // Called by another name, so that it runs in the page's global scope.
    asPage(() => run(code));
  } catch (error) {
    reportError(error);
  }
}
