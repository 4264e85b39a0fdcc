import { closestOf, elementAround, isInDocument, rootElement } from './unhidden.ts';

/**
 * Slides: what stands beside each other in a box that shows some of it and cuts off the rest. Nobody sees that until a
 * script moves it. Columns of tables are none, since tables move by being scrolled.
 */

/** Elements from what holds slides to the box that cuts them off, both counted. */
const depthOfSlides = 3;

/** Boxes by what holds their slides, for one capture. */
let slideBoxes = new Map<Element, Element | null>();
/** Where elements around slides are, for one capture. */
let spans = new Map<Element, DOMRect>();

/** What has shown slides. */
const slideHolders = new WeakSet<Element>();

/** Boxes that were seen to cut off slides. */
const cuttingBoxes = new Set<Element>();

/** Calls for each box that cuts off slides and is still in a document. */
export function eachSlideBox(look: (box: Element) => void): void {
  for (const box of cuttingBoxes) {
    if (isInDocument(box)) look(box);
    else cuttingBoxes.delete(box);
  }
}

/** A capture begins: everything may be somewhere else. */
export function beginSlides(): void {
  slideBoxes = new Map();
  spans = new Map();
}

/** Whether an element is a slide that is cut off. */
export function isCutOff(element: Element): boolean {
  const holder = elementAround(element);
  if (!holder) return false;
  let box = slideBoxes.get(holder);
  if (box === undefined) {
    box = slideBoxOf(holder);
    slideBoxes.set(holder, box);
  }
  return box !== null && isBeside(element, box) && isPlacedIn(element, box);
}

/** The box that cuts off some of what an element holds, and shows some of it or did; `null` where there is none. */
function slideBoxOf(holder: Element): Element | null {
  const { firstElementChild: first, lastElementChild: last } = holder;
  if (!first || !last || first === last || !(isOutside(first, holder) || isOutside(last, holder)))
    return null;
  const box = clippingBox(holder, first, last);
  if (!box || closestOf(holder, 'table,[role=table],[role=grid],[role=treegrid],[role=row]')) return null;
  // Where nothing was ever in view, as when a script has failed, everything is read.
  if ([...holder.children].some((kid) => !isBeside(kid, box))) slideHolders.add(holder);
  cuttingBoxes.add(box);
  return slideHolders.has(holder) ? box : null;
}

/** Whether an element stands beside one of those that may cut it off: cheap, and no of most. */
function isOutside(element: Element, holder: Element): boolean {
  const { left, right } = element.getBoundingClientRect();
  let at: Element | null = holder;
  for (let steps = 0; at && steps < depthOfSlides; steps++) {
    const span = spanOf(at);
    if (right <= span.left + 1 || left >= span.right - 1) return true;
    at = elementAround(at);
  }
  return false;
}

/** The nearest box around a holder that cuts off what it begins or ends with. */
function clippingBox(holder: Element, first: Element, last: Element): Element | null {
  let at: Element | null = holder;
  for (let steps = 0; at && steps < depthOfSlides; steps++) {
    // What the window cuts off is for the window to scroll.
    if (at === at.ownerDocument.body || at === rootElement(at.ownerDocument)) return null;
    if (isMoving(at)) return null;
    const { overflowX } = getComputedStyle(at);
    const cuts = overflowX === 'hidden' || overflowX === 'clip';
    if (cuts && (isBeside(first, at) || isBeside(last, at))) return at;
    if (!cuts && overflowX !== 'visible') return null;
    at = elementAround(at);
  }
  return null;
}

/** What moves without end comes into view by itself. */
function isMoving(element: Element): boolean {
  return element
    .getAnimations()
    .some(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY);
}

/** Whether an element stands wholly to the left or right of a box. */
function isBeside(element: Element, box: Element): boolean {
  const { left, right } = element.getBoundingClientRect();
  const { left: from, right: to } = spanOf(box);
  return right > left && to > from && (right <= from + 1 || left >= to - 1);
}

function spanOf(element: Element): DOMRect {
  let span = spans.get(element);
  if (!span) {
    span = element.getBoundingClientRect();
    spans.set(element, span);
  }
  return span;
}

/** Whether a box holds what places an element: what is placed by something around the box lies over it. */
function isPlacedIn(element: Element, box: Element): boolean {
  const { position } = getComputedStyle(element);
  if (position === 'fixed') return false;
  const placing = (element as HTMLElement).offsetParent;
  return position !== 'absolute' || (placing !== null && box.contains(placing));
}
