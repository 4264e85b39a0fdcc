import { elementAround, elementsInside, rootElement } from './unhidden.ts';

/**
 * What waits beside the window and is to slide in: drawers, menus, panels. Nobody can scroll there. What is put far
 * away is none of that: it is there for those who listen to the page.
 */

/** Whether an element and all in it stand just outside of what the window can show. */
export function isBesideWindow(element: Element): boolean {
  const page = element.ownerDocument;
  const view = page.defaultView;
  if (!view || element === page.body || element === rootElement(page)) return false;
  const span = element.getBoundingClientRect();
  // Most stand in the window or are scrolled to downwards.
  if (span.right > 0 && span.left < view.innerWidth && span.bottom > 0 && span.top < view.innerHeight)
    return false;
  if (span.width <= 1 || span.height <= 1 || !element.firstChild) return false;
  const { position } = getComputedStyle(element);
  if (position === 'fixed') return staysOutside(element, view, isOutsideWindow);
  return position === 'absolute' && staysOutside(element, view, isLeftOfPage) && !isInScroller(element);
}

type Outside = (span: DOMRect, view: Window) => boolean;

function isOutsideWindow(span: DOMRect, view: Window): boolean {
  return (
    isBefore(span.left, span.right, view.innerWidth) || isBefore(span.top, span.bottom, view.innerHeight)
  );
}

/** Whether a span ends where the window begins, or begins where it ends, or not a window farther. */
function isBefore(from: number, to: number, size: number): boolean {
  return (to <= 1 && to > -size) || (from >= size - 1 && from < 2 * size);
}

function isLeftOfPage(span: DOMRect, view: Window): boolean {
  return span.right + view.scrollX <= 1 && span.right > -view.innerWidth;
}

/** What sticks out, such as a handle, is there to be seen, and so is what comes in by itself. */
function staysOutside(element: Element, view: Window, outside: Outside): boolean {
  const isOut = (each: Element): boolean => {
    const span = each.getBoundingClientRect();
    return span.width === 0 || span.height === 0 || outside(span, view);
  };
  if (!isOut(element) || ![...elementsInside(element, '*')].every(isOut)) return false;
  return !element.getAnimations().some(({ playState }) => playState === 'running');
}

/** Whether something around an element scrolls, or cuts off by its own. */
function isInScroller(element: Element): boolean {
  const { body } = element.ownerDocument;
  for (let at = elementAround(element); at && at !== body; at = elementAround(at)) {
    if (getComputedStyle(at).overflowX !== 'visible' && at !== rootElement(at.ownerDocument)) return true;
  }
  return false;
}
