import { mark, markNode } from './marks.ts';
import {
  attributeText,
  baseAddress,
  elementAround,
  elementName,
  everyElement,
  hasAttribute,
  loadedImage,
  loadedSheet,
} from './unhidden.ts';

/**
 * Addresses of style sheets, pictures and other files as they were loaded. Once a script has given the page another
 * address (`pushState`), a relative one in it means something else, while what was loaded stays in the page.
 */
const fileAttributes: Readonly<Record<string, string>> = {
  link: 'href',
  img: 'src',
  source: 'src',
  video: 'src',
  audio: 'src',
  track: 'src',
  embed: 'src',
};

/** What the page was relative to at the last capture. */
let relativeTo = '';
/** What elements named when they were first read, and what that meant then. */
const firstNamed = new WeakMap<Element, { readonly text: string; readonly address: string }>();

/** Marks what has files, where the page has another address than at the last capture. */
export function markLoaded(): void {
  const base = baseAddress(document).replace(/#.*/s, '');
  if (base === relativeTo) return;
  const files = Object.entries(fileAttributes).map(([tag, name]) => `${tag}[${name}]`);
  if (relativeTo !== '') for (const each of everyElement(files.join())) markNode(each, mark.own);
  relativeTo = base;
}

/** The address that an element has its file from, where it is not the one that it names by now. */
export function loadedElsewhere(element: Element, tag: string): Readonly<Record<string, string>> | null {
  const name = fileAttributes[tag];
  const text = name === undefined ? null : attributeText(element, name);
  if (!text || !URL.canParse(text, baseAddress(element))) return null;
  const now = new URL(text, baseAddress(element)).href;
  const then = loadedAddress(element, tag) ?? firstAddress(element, text, now);
  return then === now ? null : { [name as string]: then };
}

function loadedAddress(element: Element, tag: string): string | undefined {
  if (tag === 'link') return loadedSheet(element as HTMLLinkElement)?.href ?? undefined;
  // Of several sources one is chosen by the window, which is not this one's business.
  if (tag !== 'img' || hasAttribute(element, 'srcset')) return undefined;
  const around = elementAround(element);
  if (around && elementName(around) === 'picture') return undefined;
  return loadedImage(element as HTMLImageElement) || undefined;
}

function firstAddress(element: Element, text: string, now: string): string {
  const first = firstNamed.get(element);
  if (first?.text === text) return first.address;
  firstNamed.set(element, { text, address: now });
  return now;
}
