import { nextFrame } from './drawing.ts';
import { natives, whenSettled } from './natives.ts';
import { steadily } from './pristine.ts';
import { rootElement } from './unhidden.ts';

/**
 * A page poses for its picture: its window is made as high as the page, and back. Scripts are told
 * neither of the one nor of the other, because they would load more, or arrange the page anew.
 */
const pose = { held: false, scroll: [0, 0] as [number, number] };

/** Events that tell scripts of another window. */
const windowEvents = ['resize', 'scroll', 'scrollend'];
/** Milliseconds that images may take to appear. */
const imagePatience = 2_000;

/** Puts itself before listeners and observers of scripts; called before any of the page's scripts. */
export function installPose(): void {
  // A window tells its listeners in the order in which they came, whatever their phase: these are the first.
  for (const place of [window, visualViewport]) {
    for (const type of windowEvents) {
      if (place) natives.apply(natives.addEventListener, place, [type, keepFromScripts, true]);
    }
  }
  for (const name of ['IntersectionObserver', 'ResizeObserver'] as const) {
    const original = globalThis[name] as unknown as (new (...args: unknown[]) => object) | undefined;
    if (!original) continue;
    const made = new Proxy(original, {
      construct: (target, [told, ...more], asked) =>
        Reflect.construct(target, [typeof told === 'function' ? unlessPosing(told) : told, ...more], asked),
    });
    Object.defineProperty(globalThis, name, { value: made, configurable: true, writable: true });
    Object.defineProperty(original.prototype, 'constructor', {
      value: made,
      configurable: true,
      writable: true,
    });
  }
}

function unlessPosing(told: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
  return function (this: unknown, ...args: unknown[]) {
    return pose.held ? undefined : natives.apply(told, this, args);
  };
}

function keepFromScripts(event: Event): void {
  if (pose.held) event.stopImmediatePropagation();
}

/** From now on scripts are not told of changes of the window; they are still told of what they did before. */
export async function beginPose(): Promise<void> {
  await frameDrawn();
  if (pose.held) return;
  pose.held = true;
  pose.scroll = [scrollX, scrollY];
}

/** The size of the whole page. */
export function pageSize(): { readonly width: number; readonly height: number } {
  const { scrollWidth, scrollHeight } = document.scrollingElement ?? rootElement(document);
  return { width: scrollWidth, height: scrollHeight };
}

/** Waits until images are there, for a while: nobody waits for them otherwise. */
export async function imagesShown(): Promise<void> {
  await frameDrawn();
  // Lazy ones that are out of sight never come.
  const all = steadily(() => {
    const missing = [...document.images].filter(
      (image) =>
        !image.complete && (image.loading !== 'lazy' || image.getBoundingClientRect().top < innerHeight),
    );
    return natives.Promise.all(missing.map(imageEnded));
  });
  await new natives.Promise<void>((resolve) => {
    natives.setTimeout(resolve, imagePatience);
    whenSettled(all, () => resolve());
  });
}

/** Waits until an image has come, or will not come. */
function imageEnded(image: HTMLImageElement): Promise<void> {
  return new natives.Promise<void>((resolve) => {
    for (const type of ['load', 'error'])
      natives.apply(natives.addEventListener, image, [type, () => resolve(), { once: true }]);
  });
}

/** The window is as it was: scripts are told of everything again, once what is on its way has passed. */
export async function endPose(): Promise<void> {
  if (!pose.held) return;
  scrollTo({ left: pose.scroll[0], top: pose.scroll[1], behavior: 'instant' });
  for (let left = 2; left > 0; left--) await frameDrawn();
  pose.held = false;
}

/** Waits for a frame, and for the tasks in which observers are told of it. */
async function frameDrawn(): Promise<void> {
  await nextFrame();
  await new natives.Promise<void>((resolve) => void natives.setTimeout(resolve, 0));
}
