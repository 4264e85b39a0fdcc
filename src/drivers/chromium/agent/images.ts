import { disguise, natives, replaceNative } from './natives.ts';
import { noteActivity } from './tasks.ts';

/** Images whose loading a script waits for; the others change nothing but what is painted. */
const awaitedImages = new Set<HTMLImageElement>();

/** Whether the page has given addresses to what it holds in memory: such pictures are kept with what they show. */
let holdsObjects = false;

/** Follows who waits for images; called before any of the page's scripts. */
export function installImages(): void {
  const prototype = HTMLImageElement.prototype;
  replaceNative(
    URL,
    'createObjectURL',
    (original) =>
      function (this: unknown, ...args: Parameters<typeof URL.createObjectURL>) {
        holdsObjects = true;
        return natives.apply(original, this, args);
      },
  );
  replaceNative(
    prototype,
    'addEventListener',
    (original) =>
      function (this: HTMLImageElement, ...args: Parameters<EventTarget['addEventListener']>) {
        if (args[0] === 'load' || args[0] === 'error') awaitImage(this);
        return natives.apply(original, this, args);
      },
  );
  for (const name of ['onload', 'onerror']) {
    const inherited = Object.getOwnPropertyDescriptor(HTMLElement.prototype, name);
    if (!inherited?.set) continue;
    const { set } = inherited;
    const setter = function (this: HTMLImageElement, value: unknown) {
      natives.apply(set, this, [value]);
      if (value) awaitImage(this);
    };
    disguise(setter, set);
    Object.defineProperty(prototype, name, { ...inherited, set: setter });
  }
}

function awaitImage(image: HTMLImageElement): void {
  if (awaitedImages.has(image)) return;
  awaitedImages.add(image);
  for (const type of ['load', 'error']) natives.apply(natives.addEventListener, image, [type, noteActivity]);
}

/** Whether an image that a script waits for is on its way. */
export function imagesPending(): boolean {
  if (holdsObjects)
    for (const image of document.images)
      if (!image.complete && image.src.startsWith('blob:')) awaitImage(image);
  let pending = false;
  for (const image of awaitedImages) {
    if (image.complete) {
      if (image.currentSrc !== '') awaitedImages.delete(image);
    } else if (image.loading !== 'lazy' && isListened(image)) pending = true;
  }
  return pending;
}

/** React listens to every image, whether its author asked for it or not. */
function isListened(image: HTMLImageElement): boolean {
  for (const name in image) {
    if (!Object.hasOwn(image, name) || !name.startsWith('__reactProps$')) continue;
    const props = (image as unknown as Record<string, { onLoad?: unknown; onError?: unknown }>)[name];
    return props?.onLoad !== undefined || props?.onError !== undefined;
  }
  return true;
}
