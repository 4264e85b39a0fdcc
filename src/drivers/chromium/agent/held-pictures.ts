import { natives } from './natives.ts';
import { elementName } from './unhidden.ts';

/** Pixels of a picture that is kept, at the most. */
const pixelsAtMost = 4_194_304;
/** How faithfully it is kept. */
const quality = 0.9;

const held = 'blob:';
const pictures = new WeakMap<Element, { readonly address: string; readonly image: string }>();

/** Whether an address names what a script holds in memory. */
export function isHeldInMemory(address: string): boolean {
  return natives.apply(String.prototype.startsWith, address, [held]);
}

/**
 * What stands for such an address: it is made up at each visit, and leads nowhere afterwards. Of a picture that has come it
 * is what the picture shows.
 */
export function heldPicture(element: Element, address: string): string {
  const known = pictures.get(element);
  if (known?.address === address) return known.image;
  const image = elementName(element) === 'img' ? imageOf(element as HTMLImageElement) : null;
  if (image === null) return held;
  pictures.set(element, { address, image });
  return image;
}

function imageOf(picture: HTMLImageElement): string | null {
  const { naturalWidth: width, naturalHeight: height } = picture;
  if (!picture.complete || width === 0 || width * height > pixelsAtMost) return null;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  try {
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', quality);
  } catch {
    return null; // What it shows came from another origin.
  }
}
