import type { EntryStep } from '../../derive/index.ts';
import type { Session } from '../../drivers/chromium/connection.ts';
import { ArgiopeError } from '../../model/index.ts';
import { callInPage, openPage, quiet } from './page-calls.ts';

/** How long people see what is about to be fired, and who is told of it. */
export interface WalkOptions {
  /** Milliseconds between outlining an element and firing on it. */
  readonly pause: number;
  readonly told?: (step: EntryStep) => void;
}

/** Walks an entry path in a tab that people watch, outlining each element before it is fired on. */
export async function walk(
  session: Session,
  entry: readonly EntryStep[],
  { pause, told }: WalkOptions,
): Promise<void> {
  await session.send('Page.enable');
  for (const step of entry) {
    told?.(step);
    if ('open' in step) await openPage(session, step.open);
    else {
      const { fire, id, xpath, value = null, label } = step;
      const isThere = await callInPage<boolean>(session, outline, { id, xpath, label });
      if (!isThere)
        throw new ArgiopeError('LOST', `the element of "${label || xpath}" is not on the page any more`, {
          advice: 'the site has changed since it was crawled; run `argiope recrawl`',
        });
      await new Promise((resolve) => setTimeout(resolve, pause));
      await callInPage(session, perform, { fire, value });
      await quiet(session);
    }
  }
}

/** Finds an element, brings it into view and outlines it with its label; runs in the page. */
function outline({ id, xpath, label }: { id: string | null; xpath: string; label: string }): boolean {
  const steps = xpath.split('/').filter((step) => step !== '');
  let at: Element | ShadowRoot | Document | null = document;
  for (const step of steps) {
    if (at === null) break;
    if (step === '#shadow') at = (at as Element).shadowRoot;
    else if (step === '#document') at = (at as HTMLIFrameElement).contentDocument;
    else {
      const [, name = step, nth = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
      const kids: Element[] = [...at.children].filter(({ localName }) => localName.toUpperCase() === name);
      at = kids[Number(nth) - 1] ?? null;
    }
  }
  const tag = /([^/[]+)(?:\[\d+\])?$/.exec(xpath)?.[1];
  const named = id === null || id === '' ? [] : document.querySelectorAll(`[id=${JSON.stringify(id)}]`);
  const byId = named.length === 1 && named[0]?.localName.toUpperCase() === tag ? named[0] : null;
  const element = byId ?? (at instanceof Element ? at : null);
  if (!element) return false;
  element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const box = document.createElement('div');
  box.dataset.argiope = 'outline';
  box.textContent = label;
  box.style.cssText = `all: initial; position: fixed; z-index: 2147483647; pointer-events: none; left: ${left - 4}px; top: ${top - 4}px; width: ${width + 8}px; height: ${height + 8}px; outline: 3px solid #d33; color: transparent;`;
  document.documentElement.append(box);
  Object.assign(globalThis, { argiopeTarget: element, argiopeBox: box });
  return true;
}

/** Fires on the outlined element; runs in the page. */
function perform({ fire, value }: { fire: string; value: string | null }): void {
  const { argiopeTarget: target, argiopeBox: box } = globalThis as unknown as Record<string, HTMLElement>;
  box?.remove();
  if (!target) return;
  if (fire === 'click') {
    target.click();
    return;
  }
  if (value !== null && 'value' in target && (fire === 'change' || fire === 'input')) {
    (target as HTMLInputElement).value = value;
    target.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const init = { bubbles: true, cancelable: true, composed: true };
  if (fire.startsWith('key'))
    target.dispatchEvent(new KeyboardEvent(fire, { ...init, key: value ?? 'Enter' }));
  else if (/^(?:mouse|dblclick|contextmenu)/.test(fire)) target.dispatchEvent(new MouseEvent(fire, init));
  else if (fire.startsWith('pointer')) target.dispatchEvent(new PointerEvent(fire, init));
  else if (fire === 'focus') target.focus();
  else target.dispatchEvent(new Event(fire, init));
}
