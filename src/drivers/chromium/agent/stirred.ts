import { mark, marking, markNode, nodeAround } from './marks.ts';
import { replaceNative } from './natives.ts';
import { shadowOf } from './shadows.ts';
import { rulesReach, sheetsChanged } from './sheets.ts';
import { eachSlideBox } from './slides.ts';
import { tasks } from './tasks.ts';
import { nodeKind } from './unhidden.ts';

/** What shows and hides elements without a mutation. */

let lastFocus: Element | null = null;
let lastHash = '';
let lastAnimated = 0;
let statesSet = 0;
let lastStates = 0;

/** Follows the states that elements give themselves (`:state(open)`), which nothing else tells. */
export function installStirred(): void {
  const sets = (globalThis as { CustomStateSet?: { prototype: object } }).CustomStateSet?.prototype as
    | Record<string, (...args: unknown[]) => unknown>
    | undefined;
  if (!sets) return;
  for (const name of ['add', 'delete', 'clear'])
    replaceNative(
      sets,
      name,
      (original) =>
        function (this: unknown, ...args) {
          statesSet++;
          return Reflect.apply(original as () => unknown, this, args);
        },
    );
}

/**
 * Whether anything may be shown or hidden by what no mutation tells: rules, targets, animations, states, the browser's
 * own pointer. What the focus has left and gone to is marked, and so are slides: a box that is scrolled moves them.
 */
export function stirred(): boolean {
  const rules = sheetsChanged();
  const focus = focusMoved();
  eachSlideBox((box) => markNode(box, mark.deep));
  const { hash } = location;
  const changed =
    rules ||
    (focus && rulesReach('focus')) ||
    hash !== lastHash ||
    tasks.animated !== lastAnimated ||
    statesSet !== lastStates ||
    marking.pointed ||
    rulesReach('far');
  lastHash = hash;
  lastAnimated = tasks.animated;
  lastStates = statesSet;
  if (changed || focus) marking.laidOut = true;
  return changed;
}

function focusMoved(): boolean {
  const focus = document.activeElement;
  if (focus === lastFocus) return false;
  for (const element of [lastFocus, focus]) if (element && element !== document.body) markFocus(element);
  lastFocus = focus;
  return true;
}

/** Rules of a shadow tree may ask whether the focus is in what its host holds. */
function markFocus(element: Element): void {
  markNode(element, mark.deep | mark.spread);
  for (let at: Node | null = element; at; at = nodeAround(at))
    if (nodeKind(at) === 1 && shadowOf(at as Element)) markNode(at, mark.deep);
}
