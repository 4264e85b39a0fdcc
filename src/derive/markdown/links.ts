import { absolute, fileAddress, isScriptAddress } from '../../dom/addresses.ts';
import { loadedAttributes } from '../../dom/references.ts';
import { parseSrcset } from '../../dom/srcset.ts';
import type { ElementNode } from '../../model/document.ts';
import type { ElementTargets } from '../mirror/targets.ts';

const pointed = /^(?:click|dblclick|mouse|pointer|touch)/;

/** Where an element leads: to the file of another page, else to an address; `null`: nowhere. */
export function leadsTo(node: ElementNode, base: string, targets: ElementTargets): string | null {
  const target = targets.byElement.get(node);
  // Keys and scrolling belong to the page as a whole, and their text is all of it.
  const own = target && pointed.test(target.event) && node.tag !== 'body' && node.tag !== 'html';
  if (own) return target.file;
  const href = node.tag === 'a' ? (node.attrs?.href ?? node.attrs?.['xlink:href']) : undefined;
  if (href === undefined || /^\s*(?:#|$)/.test(href) || isScriptAddress(href)) return null;
  const url = absolute(href, base);
  if (url === null) return null;
  return pageAt(url, targets) ?? (/^(?:https?|ftps?|mailto|tel):$/.test(url.protocol) ? url.href : null);
}

function pageAt(url: URL, { byAddress }: ElementTargets): string | null {
  const whole = byAddress.get(url.href);
  if (whole !== undefined) return whole.file;
  const bare = new URL(url);
  bare.hash = '';
  return byAddress.get(bare.href)?.file ?? null;
}

/** The address of an image, `null` where it has none that is worth writing (data, nothing). */
export function imageAddress(node: ElementNode, base: string): string | null {
  const { src, srcset } = loadedAttributes(node);
  return fileAddress(src ?? parseSrcset(srcset ?? '')[0]?.address ?? '', base);
}
