import { absolute } from '../../dom/addresses.ts';
import { sheetBase } from '../../dom/assets.ts';
import { linkUse } from '../../dom/references.ts';
import type { ElementNode } from '../../model/document.ts';
import { type DocumentPlaces, mirrorAttributes } from './attributes.ts';
import { dataSheet, rewriteSheet } from './sheets.ts';

const keptHttpEquiv = new Set(['content-language', 'x-ua-compatible', 'default-style']);

/** A `meta` element in the mirror: what redirects, restricts or names another encoding is left out. */
export function mirrorMeta(node: ElementNode, places: DocumentPlaces): ElementNode | null {
  const attrs = mirrorAttributes(node, places);
  if (attrs.charset !== undefined) return null;
  const equiv = attrs['http-equiv'];
  if (equiv !== undefined && !keptHttpEquiv.has(equiv.trim().toLowerCase())) return null;
  return { tag: 'meta', attrs };
}

/* Links that only tell something; a browser loads nothing for them. */
const telling =
  /^(?:alternate|next|prev|previous|author|license|help|up|first|last|contents|index|glossary|me|bookmark)$/;

/** A `link` element in the mirror: saved sheets and icons, absolute addresses for what only tells, nothing else. */
export function mirrorLink(node: ElementNode, places: DocumentPlaces): ElementNode | null {
  const use = linkUse(node.attrs ?? {});
  if (use === 'preload') return null;
  if (use === 'stylesheet') return mirrorSheetLink(node, places);
  const attrs = mirrorAttributes(node, places);
  if (use === 'icon') return attrs.href === undefined ? null : { tag: 'link', attrs };
  const rel = (attrs.rel ?? '').toLowerCase().trim().split(/\s+/);
  if (attrs.href === undefined || !rel.every((word) => telling.test(word))) return null;
  return { tag: 'link', attrs: { ...attrs, href: absolute(attrs.href, places.base)?.href ?? '' } };
}

function mirrorSheetLink(node: ElementNode, places: DocumentPlaces): ElementNode {
  if (node.css === undefined) {
    const attrs = mirrorAttributes(node, places);
    if (attrs.href !== undefined && /^\s*data:/i.test(attrs.href))
      attrs.href = dataSheet(attrs.href, places.base, places);
    return { tag: 'link', attrs };
  }
  const {
    href: _href,
    rel: _rel,
    type: _type,
    ...attrs
  } = mirrorAttributes({ ...node, tag: 'style' }, places);
  return { tag: 'style', attrs, kids: [rewriteSheet(node.css, sheetBase(node, places.base), places)] };
}

/** A `style` element in the mirror: its live rules, with saved files. */
export function mirrorStyle(node: ElementNode, places: DocumentPlaces): ElementNode {
  const text = node.css ?? (node.kids ?? []).filter((kid) => typeof kid === 'string').join('');
  return {
    tag: 'style',
    ...(node.ns ? { ns: node.ns } : {}),
    attrs: mirrorAttributes(node, places),
    kids: [rewriteSheet(text, places.base, places)],
  };
}

/** What is told about a mirrored page in its head. */
export interface Origin {
  /** Address of the page, or of the document that a state page lives in. */
  readonly address: string;
  /** How a state page is reached; `null` for a page with an address of its own. */
  readonly entry: string | null;
  /** What a state page is called; absent for a page that its title tells from others. */
  readonly label?: string;
}

/** Elements that name the original of a page. */
export function originElements(origin: Origin): ElementNode[] {
  const original: ElementNode = { tag: 'link', attrs: { rel: 'original', href: origin.address } };
  if (origin.entry === null)
    return [{ tag: 'link', attrs: { rel: 'canonical', href: origin.address } }, original];
  return [original, { tag: 'meta', attrs: { name: 'argiope:entry', content: origin.entry } }];
}

/** What browsers say of popovers, for those that were open; in a shadow root only its own rules count. */
export const popoverRules =
  '@layer argiope{:where([data-argiope-popover]){display:block;position:fixed;inset:0;width:fit-content;' +
  'height:fit-content;margin:auto;border:solid;padding:.25em;overflow:auto;color:CanvasText;' +
  'background-color:Canvas;z-index:2147483647}}';

/**
 * Rules for elements that the mirror had to mark. They stand in the first layer, the weakest place a
 * page's style can have, so that every rule of the page itself wins; and for `!important`, where the
 * order of layers is reversed, the strongest.
 */
export const markSheet: ElementNode = {
  tag: 'style',
  kids: [
    '@layer argiope{:where([data-argiope-host]){position:relative}' +
      '.argiope-cover::after{all:unset!important;content:""!important;display:block!important;' +
      'position:absolute!important;inset:0!important;cursor:pointer!important}' +
      ':where([data-argiope-was=table]){display:table}' +
      ':where([data-argiope-was=thead],[data-argiope-was=tbody],[data-argiope-was=tfoot]){display:table-row-group}' +
      ':where([data-argiope-was=tr]){display:table-row}' +
      ':where([data-argiope-was=td],[data-argiope-was=th]){display:table-cell;padding:1px}' +
      ':where([data-argiope-was=th]){font-weight:bold;text-align:center}' +
      ':where([data-argiope-was=caption]){display:table-caption;text-align:center}' +
      ':where([data-argiope-was=col],[data-argiope-was=colgroup]){display:none}}' +
      popoverRules,
  ],
};
