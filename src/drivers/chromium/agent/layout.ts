import { natives, replaceNative } from './natives.ts';
import { elementAround, isInDocument, rootElement } from './unhidden.ts';

/**
 * Observers that see the layout only when a frame is drawn. Frames take real time, so one is waited for
 * only where an observer would have something to tell: where what it looks at is not as it was in the
 * frame before.
 */

type LayoutObserver = IntersectionObserver | ResizeObserver;

/** What each observer looks at, and how that was when a frame was drawn last; empty before the first. */
const layoutWatches = new Map<LayoutObserver, Map<Element, string>>();
/** Targets above which any move counts, because looking closer would cost more than a frame. */
const closelyWatched = 100;

/** Follows what observers look at; called before any of the page's scripts. */
export function installLayout(): void {
  for (const name of ['IntersectionObserver', 'ResizeObserver'] as const) {
    const prototype = globalThis[name]?.prototype as unknown as
      | Record<string, (this: LayoutObserver, ...args: never[]) => unknown>
      | undefined;
    if (!prototype) continue;
    followObserver(prototype, 'observe', (observer, target) => {
      const targets = layoutWatches.get(observer) ?? new Map<Element, string>();
      layoutWatches.set(observer, targets.set(target, ''));
    });
    followObserver(prototype, 'unobserve', (observer, target) => {
      const targets = layoutWatches.get(observer);
      targets?.delete(target);
      if (targets?.size === 0) layoutWatches.delete(observer);
    });
    followObserver(prototype, 'disconnect', (observer) => void layoutWatches.delete(observer));
  }
}

function followObserver(
  prototype: Record<string, (this: LayoutObserver, ...args: never[]) => unknown>,
  method: string,
  then: (observer: LayoutObserver, target: Element) => void,
): void {
  replaceNative(
    prototype,
    method,
    (original) =>
      function (this: LayoutObserver, ...args: never[]) {
        const result = natives.apply(original, this, args);
        then(this, args[0] as unknown as Element);
        return result;
      },
  );
}

/** Whether the next frame would bring observers something to tell. */
export function layoutPending(): boolean {
  for (const [observer, targets] of layoutWatches) {
    for (const [target, seen] of targets) {
      if (isInDocument(target) && seen !== aspectOf(observer, target, targets.size)) return true;
    }
  }
  return false;
}

/** A frame was drawn: observers have been told of everything as it is now. */
export function layoutDrawn(): void {
  for (const [observer, targets] of layoutWatches) {
    for (const target of targets.keys()) targets.set(target, aspectOf(observer, target, targets.size));
  }
}

/** What an observer would tell of an element. */
function aspectOf(observer: LayoutObserver, target: Element, among: number): string {
  const box = target.getBoundingClientRect();
  if (!('thresholds' in observer))
    return `${box.width} ${box.height} ${target.clientWidth} ${target.clientHeight}`;
  if (among > closelyWatched) return `${box.x} ${box.y} ${box.width} ${box.height}`;
  const view = viewOf(observer, target, box);
  const seen = overlap(box, view);
  if (!seen) return 'out';
  const area = box.width * box.height;
  const ratio = area === 0 ? 1 : (seen.width * seen.height) / area;
  return `in ${observer.thresholds.filter((threshold) => threshold <= ratio).length}`;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What of the page an observer sees: its root with margins, as far as boxes that scroll let through. */
function viewOf({ root, rootMargin }: IntersectionObserver, target: Element, box: Box): Box {
  const rooted = root && root.nodeType === 1 ? (root as Element).getBoundingClientRect() : null;
  const page = target.ownerDocument.defaultView;
  const whole = rooted ?? { left: 0, top: 0, right: page?.innerWidth ?? 0, bottom: page?.innerHeight ?? 0 };
  const [width, height] = [whole.right - whole.left, whole.bottom - whole.top];
  const sides = rootMargin.split(' ');
  const margin = (at: number, of: number) => {
    const side = sides[at] ?? '0px';
    return Number.parseFloat(side) * (side.endsWith('%') ? of / 100 : 1) || 0;
  };
  let view: Box = {
    left: whole.left - margin(3, width),
    top: whole.top - margin(0, height),
    right: whole.right + margin(1, width),
    bottom: whole.bottom + margin(2, height),
  };
  for (let at = elementAround(target); at && at !== root; at = elementAround(at)) {
    if (at === rootElement(at.ownerDocument) || at === at.ownerDocument.body) continue;
    if (getComputedStyle(at).overflow === 'visible') continue;
    view = overlap(view, at.getBoundingClientRect()) ?? { ...box, right: box.left - 1, bottom: box.top - 1 };
  }
  return view;
}

function overlap(one: Box, other: Box): (Box & { width: number; height: number }) | null {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.right, other.right);
  const bottom = Math.min(one.bottom, other.bottom);
  if (right < left || bottom < top) return null;
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}
