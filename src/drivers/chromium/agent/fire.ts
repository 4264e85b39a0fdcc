import type { FireOrder } from '../../../model/driver.ts';
import { elementAt } from './candidates.ts';
import { natives, replaceNative } from './natives.ts';

/** Addresses that scripts wanted to go to or to open during the current event. */
export const wanted: string[] = [];
/** While the page loads it may redirect itself; afterwards nothing leaves it. */
let mayLeave = true;

export function forbidLeaving(): void {
  mayLeave = false;
}

/** Keeps the page where it is: navigations and windows become addresses, dialogs are answered. */
export function installGuards(): void {
  const page = globalThis as unknown as Record<string, (...args: never[]) => unknown>;
  replaceNative(page, 'alert', () => () => undefined);
  replaceNative(page, 'print', () => () => undefined);
  // "No" is the safe answer to "Really delete?".
  replaceNative(page, 'confirm', () => () => false);
  replaceNative(page, 'prompt', () => () => null);
  replaceNative(page, 'open', () => (address?: unknown) => {
    if (address !== undefined && String(address) !== '') wantAddress(String(address));
    return null;
  });
  const navigation = (globalThis as { navigation?: EventTarget }).navigation;
  navigation?.addEventListener('navigate', (event) => guardNavigation(event as NavigationEvent));
}

interface NavigationEvent extends Event {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
  readonly formData: FormData | null;
  readonly downloadRequest: string | null;
}

function guardNavigation(event: NavigationEvent): void {
  if (event.destination.sameDocument) return;
  if (mayLeave && event.downloadRequest === null) return;
  // What a form would send is not an address.
  if (event.formData === null) wantAddress(event.destination.url);
  if (event.cancelable) event.preventDefault();
}

function wantAddress(address: string): void {
  try {
    const url = new URL(address, document.baseURI).href;
    if (/^https?:/.test(url) && !wanted.includes(url)) wanted.push(url);
  } catch {
    // Not an address.
  }
}

/** Finds the element of an order: by its id where that is unique and of the right kind, else by path. */
export function locate(order: FireOrder): Element | null {
  if (order.id !== null) {
    const byId = document.querySelectorAll(`#${CSS.escape(order.id)}`);
    const last = order.xpath.split('/').at(-1)?.replace(/\[.*/, '');
    if (byId.length === 1 && byId[0]?.localName.toUpperCase() === last) return byId[0] as Element;
  }
  return elementAt(order.xpath);
}

/** Fires an event as a person's action would, and runs a `javascript:` address at once. */
export function fireEvent(element: Element, event: string): void {
  wanted.length = 0;
  switch (event) {
    case 'click':
      fireClick(element);
      break;
    case 'mouseover':
    case 'mouseenter':
      for (const name of ['pointerover', 'mouseover', 'mousemove']) dispatchMouse(element, name, true);
      for (const name of ['pointerenter', 'mouseenter']) dispatchMouse(element, name, false);
      break;
    case 'focus':
    case 'focusin':
      (element as HTMLElement).focus?.();
      break;
    default:
      if (/^(mouse|pointer|dblclick|contextmenu)/.test(event)) dispatchMouse(element, event, true);
      else element.dispatchEvent(new Event(event, { bubbles: true, cancelable: true, composed: true }));
  }
}

function fireClick(element: Element): void {
  for (const name of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) dispatchMouse(element, name, true);
  const goOn = dispatchMouse(element, 'click', true, keepFromLeaving);
  const href = element.closest?.('a[href],area[href]')?.getAttribute('href') ?? '';
  if (!goOn && !keptFromLeaving) return;
  if (/^\s*javascript:/i.test(href)) runAddress(element, href);
}

let keptFromLeaving = false;

/** Runs last: what the page did not prevent, the browser would now do. Links are noted, not followed. */
function keepFromLeaving(event: Event): void {
  if (event.defaultPrevented) return;
  const link = (event.composedPath()[0] as Element | undefined)?.closest?.('a[href],area[href]');
  if (!link) return;
  const href = link.getAttribute('href') ?? '';
  if (/^\s*javascript:/i.test(href)) {
    keptFromLeaving = true;
    event.preventDefault();
  } else if (!/^\s*#/.test(href)) {
    wantAddress(href);
    event.preventDefault();
  }
}

function dispatchMouse(
  element: Element,
  name: string,
  bubbles: boolean,
  last?: (event: Event) => void,
): boolean {
  keptFromLeaving = false;
  const Kind = name.startsWith('pointer') && name !== 'pointer' ? PointerEvent : MouseEvent;
  const box = element.getBoundingClientRect();
  const event = new Kind(name, {
    bubbles,
    cancelable: true,
    composed: true,
    view: window,
    detail: 1,
    clientX: box.x + box.width / 2,
    clientY: box.y + box.height / 2,
  });
  if (last) addEventListener(name, last);
  try {
    return element.dispatchEvent(event);
  } finally {
    if (last) removeEventListener(name, last);
  }
}

/** The browser would run it in a later task, of which nothing tells the end; so it is run here. */
function runAddress(element: Element, href: string): void {
  const code = decodeURIComponent(href.replace(/^\s*javascript:/i, ''));
  const page = element.ownerDocument.defaultView as unknown as { eval: typeof eval } | null;
  const run = page && page !== (globalThis as unknown) ? page.eval : natives.eval;
  try {
    // Called by another name, so that it runs in the page's global scope.
    run(code);
  } catch (error) {
    reportError(error);
  }
}
