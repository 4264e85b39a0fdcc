import { absolute, fileAddress, isScriptAddress } from '../../dom/addresses.ts';
import { fileAttributes, loadedAttributes } from '../../dom/references.ts';
import { formatSrcset, parseSrcset, type SrcsetCandidate } from '../../dom/srcset.ts';
import type { ElementNode } from '../../model/document.ts';
import { isInPage, type Places, rewriteSheet } from './sheets.ts';

/** Where the references of one document lead. */
export interface DocumentPlaces extends Places {
  readonly base: string;
  /** Address of the document itself. */
  readonly page: string;
}

/** The attributes that an element of inert names has in the mirror: nothing that runs, files instead of addresses. */
export function mirrorAttributes(node: ElementNode, places: DocumentPlaces): Record<string, string> {
  if (node.attrs === undefined) return {};
  const loaded = loadedAttributes(node);
  const attrs: Record<string, string> = {};
  for (const name in loaded) {
    const value = loaded[name] as string;
    if (!isScriptAddress(value)) attrs[name] = value;
  }
  markPopover(node, attrs);
  for (const { name, form } of fileAttributes(node, attrs)) rewrite(attrs, name, form, node, places);
  return attrs;
}

/** Only a script can open a popover in a page that is read anew: one that was open is none in the mirror. */
function markPopover({ hidden }: ElementNode, attrs: Record<string, string>): void {
  const { popover } = attrs;
  if (popover === undefined || hidden) return;
  delete attrs.popover;
  attrs['data-argiope-popover'] = popover;
}

function rewrite(
  attrs: Record<string, string>,
  name: string,
  form: 'address' | 'srcset' | 'css',
  node: ElementNode,
  places: DocumentPlaces,
): void {
  const value = attrs[name] as string;
  if (form === 'css') {
    attrs[name] = rewriteSheet(value, places.base, places, node.ns === 'svg' ? places.page : undefined);
    return;
  }
  const saved = form === 'srcset' ? savedSrcset(value, places) : savedFile(value, places);
  if (saved === null) {
    delete attrs[name];
    attrs[`data-argiope-missing-${name.replace(':', '-')}`] = value;
  } else attrs[name] = saved;
}

/** The saved file for a reference; data addresses and places inside the page stay; `null` where nothing was saved. */
export function savedFile(reference: string, places: DocumentPlaces): string | null {
  if (/^\s*(?:data:|#)/i.test(reference)) return reference;
  const url = reference.includes('#') ? absolute(reference, places.base) : null;
  if (url?.hash && isInPage(url, places.page)) return url.hash;
  const address = fileAddress(reference, places.base);
  if (address === null) return null;
  const file = places.files.get(address) ?? null;
  if (file === null) {
    places.miss(address);
    return null;
  }
  return places.assets + file.name + (url?.hash ?? '');
}

function savedSrcset(value: string, places: DocumentPlaces): string | null {
  const candidates: SrcsetCandidate[] = [];
  for (const { address, descriptor } of parseSrcset(value)) {
    const saved = savedFile(address, places);
    if (saved !== null) candidates.push({ address: saved, descriptor });
  }
  return candidates.length === 0 ? null : formatSrcset(candidates);
}
