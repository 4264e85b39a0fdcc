import { isBesideWindow } from './beside.ts';
import { isCutOff } from './slides.ts';
import {
  closestOf,
  elementAround,
  elementName,
  elementsInside,
  hasAttribute,
  isRendered,
} from './unhidden.ts';

/** The word on whether an element has the place and the colour to be seen. */
const visibly = { visibilityProperty: true, opacityProperty: true };

/**
 * Whether nobody sees anything of an element: it is not laid out, is invisible, is a transparent layer over or under
 * something else, is folded to nothing, is a slide that its box cuts off, or waits beside the window. What is transparent where it stands waits
 * to be scrolled to, and is read.
 * `checkVisibility` is cheap but also says no to `display: contents`, which is shown, and to options, which are
 * shown by whoever opens their list.
 */
export function isHidden(element: Element): boolean {
  const tag = elementName(element);
  if (tag === 'option' || tag === 'optgroup') return hasAttribute(element, 'hidden');
  if (isRendered(element, visibly))
    return isFolded(element as HTMLElement) || isCutOff(element) || isBesideWindow(element);
  const { display, visibility, opacity, position } = getComputedStyle(element);
  if (display === 'contents') return false;
  if (visibility === 'visible' && isRendered(element))
    return (
      opacity === '0' &&
      /^(?:absolute|fixed)$/.test(position) &&
      tag !== 'select' &&
      element.firstChild !== null
    );
  if (!isRendered(element)) return display === 'none' || visibility !== 'visible' || !isUnfolded(element);
  // A page that never uncovers itself, as one whose script has failed, is read all the same.
  return tag !== 'body' && tag !== 'html' && ![...elementsInside(element, '*')].some(isSeen);
}

/** Whether only folds hide it that the browser itself opens: whoever reads the page can, and whoever reads its mirror. */
function isUnfolded(element: Element): boolean {
  const fold = closestOf(element, 'details:not([open])');
  const around = fold && elementAround(fold);
  return fold !== null && (isRendered(fold) || (around !== null && isUnfolded(around)));
}

function isSeen(element: Element): boolean {
  return isRendered(element, { visibilityProperty: true });
}

/**
 * Whether an element without height or width cuts off what is inside. Lists of options that a script shows in its own
 * way are made one pixel wide, not removed: they are to be sent.
 */
function isFolded(element: HTMLElement): boolean {
  // Each of these has the browser see to its layout, and of most elements the first two say all.
  const { offsetHeight, offsetWidth } = element;
  if (elementName(element) === 'select') return offsetHeight <= 1 || offsetWidth <= 1;
  if (offsetHeight !== 0 && offsetWidth !== 0) return false;
  if (element.scrollHeight === 0 || element.scrollWidth === 0) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  return (offsetHeight === 0 && overflowY !== 'visible') || (offsetWidth === 0 && overflowX !== 'visible');
}
