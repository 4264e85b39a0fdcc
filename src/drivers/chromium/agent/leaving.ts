import { effectBlocked, effectForbids, effectGate } from './effect-gate.ts';
import { tellLeaving } from './frames.ts';
import { isTopmost, natives, replaceNative } from './natives.ts';
import { tasks } from './tasks.ts';
import { attributeText, baseAddress } from './unhidden.ts';

/** Addresses that scripts wanted to go to or to open during the current event. */
export const wanted: string[] = [];
/** More of them is play. */
const mostWanted = 1000;

/** Questions that the page has asked a person during the current event, and that were answered with no. */
export const declined: string[] = [];
/** Characters of a question that are told; more of them than that is play. */
const questionLength = 80;
const mostDeclined = 10;

function decline(question: unknown): void {
  const text = String(question ?? '').slice(0, questionLength);
  if (declined.length < mostDeclined && !declined.includes(text)) declined.push(text);
}

/** Addresses that forms would have posted to during the current event, taking the page away. */
export const unsent: string[] = [];
const mostUnsent = 10;

/** Fields of forms that tell something or log in: they are left alone, and nobody misses what they would answer. */
const telling = 'input[type=password],input[type=email],input[type=tel],input[type=file],textarea';

/** The form whose button is pressed; what a script sends without one (`__doPostBack`) is something else than its button does. */
const sending = { form: null as HTMLFormElement | null };

/** Notes what a form would have posted, unless that is how the crawler asks it. */
function leaveUnsent(address: string, form: HTMLFormElement | null): void {
  if (leaving.may || effectGate().posts !== null) return;
  const url = address.replace(/[?#].*/s, '');
  if (form !== null && natives.apply(Element.prototype.querySelector, form, [telling]) !== null) return;
  if (unsent.length < mostUnsent && !unsent.includes(url)) unsent.push(url);
}

/** What would take the page away. */
export const leaving = {
  /** While the page loads it may redirect itself; afterwards nothing leaves it. */
  may: true,
  /** Where the page itself would be by now, after the current event. */
  to: null as string | null,
  /** A `javascript:` address was kept from running: the browser would run it when nobody waits. */
  kept: false,
};

export function forbidLeaving(): void {
  leaving.may = false;
}

/** An event begins: what was wanted before is no consequence of it. */
export function beginLeaving(): void {
  wanted.length = 0;
  declined.length = 0;
  unsent.length = 0;
  sending.form = null;
  leaving.to = null;
}

/** Keeps the page where it is: navigations and windows become addresses, dialogs are answered. */
export function installGuards(): void {
  const page = globalThis as unknown as Record<string, (...args: never[]) => unknown>;
  replaceNative(page, 'alert', () => () => undefined);
  replaceNative(page, 'print', () => () => undefined);
  // "No" is the safe answer to "Really delete?".
  replaceNative(page, 'confirm', () => (question?: unknown) => {
    decline(question);
    return false;
  });
  replaceNative(page, 'prompt', () => (question?: unknown) => {
    decline(question);
    return null;
  });
  replaceNative(page, 'open', () => (address?: unknown, name?: unknown) => openWindow(address, name));
  const navigation = (globalThis as { navigation?: EventTarget }).navigation;
  navigation?.addEventListener('navigate', (event) => guardNavigation(event as NavigationEvent));
  installWindowGuards();
  withoutLastingWorkers();
  withoutLooseWindows();
}

/**
 * What a document shows depends on the site and on itself: a service worker of one would answer for all later ones, in
 * every tab, and a shared one would speak with them, and write to the site where nobody looks. Pages know browsers
 * without them: private windows have no service workers, telephones had no shared ones for long.
 */
function withoutLastingWorkers(): void {
  delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;
  delete (globalThis as { SharedWorker?: unknown }).SharedWorker;
}

/**
 * A window that a page opens above all others is a world without an agent, in which a script of the page may ask and
 * write. It needs a person's click, and most browsers have none.
 */
function withoutLooseWindows(): void {
  delete (globalThis as { documentPictureInPicture?: unknown }).documentPictureInPicture;
  delete (globalThis as { DocumentPictureInPicture?: unknown }).DocumentPictureInPicture;
}

interface NavigationEvent extends Event {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
  readonly formData: FormData | null;
  readonly downloadRequest: string | null;
}

/** Steps inside a document that one event, or its load, may take; a browser by itself allows 200 in ten seconds. */
const stepsOfEvent = 500;
const stepsTaken = { epoch: 0, count: 0 };

/** Each step is work for the browser itself, which all tabs share. */
function isFlood(): boolean {
  if (stepsTaken.epoch !== tasks.epoch) Object.assign(stepsTaken, { epoch: tasks.epoch, count: 0 });
  return ++stepsTaken.count > stepsOfEvent;
}

function guardNavigation(event: NavigationEvent): void {
  const { sameDocument } = event.destination;
  // One that the page takes over (`intercept`) is a step as well, and nothing tells of it afterwards.
  if (sameDocument || (leaving.may && event.downloadRequest === null)) {
    if (!isFlood()) {
      if (!sameDocument) tellLeaving();
    } else if (event.cancelable) event.preventDefault();
    return;
  }
  // What a form would send is not an address.
  if (event.formData === null) wantAddress(event.destination.url, event.downloadRequest === null);
  else leaveUnsent(event.destination.url, sending.form);
  sending.form = null;
  if (event.cancelable) event.preventDefault();
}

/** `leaves`: the page itself would go there. */
function wantAddress(address: string, leaves: boolean, page = document): void {
  try {
    const url = new URL(address, baseAddress(page)).href;
    if (!/^https?:/.test(url)) return;
    if (wanted.length < mostWanted && !wanted.includes(url)) wanted.push(url);
    if (leaves) leaving.to = url;
  } catch {
    // Not an address.
  }
}

/** Runs last: what the page did not prevent, the browser would now do. Links are noted, not followed. */
export function keepFromLeaving(event: Event): void {
  if (event.defaultPrevented) return;
  const link = (event.composedPath()[0] as Element | undefined)?.closest?.('a[href],area[href]');
  if (!link) return;
  const href = attributeText(link, 'href') ?? '';
  if (/^\s*javascript:/i.test(href)) {
    leaving.kept = true;
    event.preventDefault();
  } else if (!/^\s*#/.test(href) || opensWindow(attributeText(link, 'target'))) {
    wantAddress(href, !opensWindow(attributeText(link, 'target')), link.ownerDocument);
    event.preventDefault();
  }
}

/** Whether something would be shown in a window that is not there yet. */
function opensWindow(target: string | null): boolean {
  const name = target ?? document.querySelector('base[target]')?.getAttribute('target') ?? '';
  if (/^(?:_self|_top|_parent)?$/i.test(name)) return false;
  return /^_blank$/i.test(name) || document.getElementsByName(name).length === 0;
}

/** Windows that scripts open later than in the event that we fire, and forms that open some. */
function installWindowGuards(): void {
  const guard = (type: string, last: (event: Event) => void) =>
    natives.apply(natives.addEventListener, globalThis, [
      type,
      () => {
        // Bound anew for each event, so that it is told after all others.
        if (!leaving.may) natives.apply(natives.addEventListener, globalThis, [type, last, { once: true }]);
      },
      { capture: true },
    ]);
  guard('click', (event) => {
    const link = (event.composedPath()[0] as Element | undefined)?.closest?.(
      'a[target],area[target],a[href]',
    );
    if (link && opensWindow(attributeText(link, 'target'))) keepFromLeaving(event);
  });
  guard('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event as SubmitEvent;
    if (event.defaultPrevented) return;
    if (isKeptForm(form, submitter, true)) event.preventDefault();
  });
  replaceNative(HTMLFormElement.prototype, 'submit', (original) => {
    return function (this: HTMLFormElement) {
      if (leaving.may || !isKeptForm(this, null, false)) natives.apply(original, this, []);
    };
  });
  guardLooseLinks();
}

/** Links that scripts make only to click them: what is in no document tells no window of its click. */
function guardLooseLinks(): void {
  replaceNative(HTMLElement.prototype, 'click', (original) => {
    return function (this: HTMLElement) {
      const { href, target } = this as HTMLAnchorElement;
      const isLoose = !leaving.may && this.localName === 'a' && !this.isConnected;
      if (isLoose && !this.hasAttribute('download') && opensWindow(target)) wantAddress(href, false);
      else natives.apply(original, this, []);
    };
  });
}

/**
 * Whether a form is kept from being sent, and noted: its answer would be shown in a new window, or it would change
 * something and have a frame show that. What leaves the page itself is seen elsewhere.
 */
function isKeptForm(form: HTMLFormElement, submitter: HTMLElement | null, isPressed: boolean): boolean {
  // Fields may hide the form's own properties.
  const written = (name: string): string | null =>
    submitter?.getAttribute(`form${name}`) ?? natives.apply(Element.prototype.getAttribute, form, [name]);
  const [target, method] = [written('target'), (written('method') ?? '').toLowerCase()];
  const isPost = method === 'post';
  if (method === 'dialog') return false;
  const url = URL.parse(written('action') || document.URL, baseAddress(document));
  sending.form = isPressed ? form : null;
  if (opensWindow(target)) {
    if (url && isPost) leaveUnsent(url.href, sending.form);
    else if (url) wantForm(url, form, submitter);
    return true;
  }
  const isInFrame = !isTopmost() || !/^(?:_self|_top|_parent)?$/i.test(target ?? '');
  if (!isPost || !isInFrame || !url || !effectForbids('POST', url.href)) return false;
  effectBlocked('POST', url.href);
  return true;
}

/** The address that a form asks for; what it would post is none. */
function wantForm(url: URL, form: HTMLFormElement, submitter: HTMLElement | null): void {
  const fields = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]);
  url.search = new URLSearchParams(fields).toString();
  wantAddress(url.href, false);
}

/**
 * A window that a script opens is an address that it wants. The script gets something that looks like the
 * window, because many open an empty one and send it elsewhere afterwards.
 */
function openWindow(address: unknown, name: unknown): object | null {
  const written = address === undefined || address === null ? '' : String(address);
  const opens = opensWindow(name === undefined || name === '' ? '_blank' : String(name));
  if (written !== '' && !/^about:/i.test(written)) wantAddress(written, !opens && isTopmost());
  return opens ? windowStub(written) : window;
}

function windowStub(address: string): object {
  const nothing = () => undefined;
  const goTo = (to: unknown) => wantAddress(String(to), false);
  const place = Object.defineProperty(
    { assign: goTo, replace: goTo, reload: nothing, toString: () => address },
    'href',
    { get: () => address, set: goTo, enumerable: true },
  );
  const methods = ['focus', 'blur', 'print', 'postMessage', 'addEventListener', 'moveTo', 'resizeTo'];
  const stub: Record<string, unknown> = { closed: false, opener: window, name: '' };
  for (const method of methods) stub[method] = nothing;
  stub.close = () => {
    stub.closed = true;
  };
  stub.document = document.implementation.createHTMLDocument('');
  stub.self = stub.window = stub;
  return Object.defineProperty(stub, 'location', { get: () => place, set: goTo, enumerable: true });
}
