import type { Box } from '../../../model/driver.ts';
import { liveElementAt } from './candidates.ts';
import { elementAround, isRendered, parentOf, rootElement } from './unhidden.ts';

/** Where the element at a path is in the window, as far as it is shown; `null` where it is not. */
export function boxAtPath(path: string): Box | null {
  const element = liveElementAt(path);
  return element && shownBox(element);
}

/** What the window shows of a box inside a frame. */
export function boxFromFrame(frame: Element, box: Box): Box | null {
  const [x, y] = frameOrigin(frame);
  const outer = shownBox(frame);
  return outer && commonBox(movedBox(box, x, y), outer);
}

/** The part of an element that boxes around it and frames let through. */
function shownBox(element: Element): Box | null {
  if (!isRendered(element, { visibilityProperty: true, opacityProperty: true })) return null;
  const page = element.ownerDocument;
  let box = ownBox(element);
  for (let at = boxAround(element); box && at; at = boxAround(at)) {
    // What these cut off is for the window to scroll.
    if (at === page.body || at === rootElement(page)) break;
    if (getComputedStyle(at).overflow !== 'visible') box = commonBox(box, at.getBoundingClientRect());
  }
  const frame = page === document ? null : page.defaultView?.frameElement;
  return box && frame ? boxFromFrame(frame, box) : box;
}

function boxAround(element: Element): Element | null {
  const host = (parentOf(element) as Partial<ShadowRoot> | null)?.host;
  return element.assignedSlot ?? elementAround(element) ?? host ?? null;
}

/** An element around floats or blocks may have no size itself: then what is in it counts. */
function ownBox(element: Element): Box | null {
  const own = element.getBoundingClientRect();
  if (own.width > 0 && own.height > 0) return own;
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  const inner = range.getBoundingClientRect();
  return inner.width > 0 && inner.height > 0 ? inner : null;
}

/** Where the window of a frame begins: inside borders and padding. */
function frameOrigin(frame: Element): [number, number] {
  const page = frame.ownerDocument;
  const around = page === document ? null : page.defaultView?.frameElement;
  const [x, y] = around ? frameOrigin(around) : [0, 0];
  const box = frame.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(frame);
  return [
    x + box.x + frame.clientLeft + (Number.parseFloat(paddingLeft) || 0),
    y + box.y + frame.clientTop + (Number.parseFloat(paddingTop) || 0),
  ];
}

/** Boxes of the browser's own have no properties that could be spread. */
export function movedBox({ x, y, width, height }: Box, right: number, down: number): Box {
  return { x: x + right, y: y + down, width, height };
}

function commonBox(one: Box, other: Box): Box | null {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
