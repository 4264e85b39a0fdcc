import { traceless } from '../../dom/spelling-tables.ts';
import type { ElementNode, TreeNode } from '../../model/document.ts';
import type { Target } from './targets.ts';
import type { Stand } from './work.ts';

/**
 * How elements that are not links lead on without scripts and without looking different.
 *
 * The element itself is never replaced or wrapped: rules like `ul > li`, `tr:nth-child(2)` or
 * `button + p` must go on matching. Instead
 * - each text inside it goes into a link of its own that makes no box (`display: contents`, all other
 *   properties unset). Elements keep their parents and, but for text that stands beside elements, their
 *   siblings. Inner links are left out, so links of different targets never fight, and where the
 *   element stands inside a link, the speller (dom/spelling.ts) keeps the two apart;
 * - an image gets a one-area image map, which works from anywhere in the document;
 * - a button gets its own target through a form elsewhere (`form`, `formaction`), since not all
 *   browsers follow a link inside a button; its text is made a link too, for readers that only know links;
 * - SVG has links of its own: they go around shapes, and around the content of containers;
 * - an element with nothing in it (an icon made by CSS) gets a link laid over it. That needs a
 *   positioned element; the rule for that stands in the weakest cascade layer, so that the page's own
 *   `position` wins.
 * What remains (check boxes, options) is named in the head (`rel="related"`), so that nothing is lost.
 */

/** Attributes of a link to a page: address and, inside frames, the window. */
export function linkAttributes(target: Target, stand: Stand): Record<string, string> {
  const attrs: Record<string, string> = { href: stand.root + target.file };
  if (target.whole && stand.inFrame) attrs.target = '_top';
  return attrs;
}

const quiet = `${traceless};cursor:pointer!important`;

/** A link around text that leaves no trace in the layout. */
export function textLink(target: Target, stand: Stand, kids: readonly TreeNode[]): ElementNode {
  return { tag: 'a', attrs: { class: 'argiope-go', ...linkAttributes(target, stand), style: quiet }, kids };
}

/**
 * An element with a link laid over it. The link itself makes no box, so that it is no line of its own
 * to those who read the page's text; what covers the element is its `::after` (see `markSheet`).
 */
export function covered(node: ElementNode, target: Target, stand: Stand): ElementNode {
  const link: ElementNode = {
    tag: 'a',
    attrs: {
      class: 'argiope-cover',
      ...linkAttributes(target, stand),
      'aria-label': target.label,
      style: traceless,
    },
  };
  return { ...node, attrs: { ...node.attrs, 'data-argiope-host': '' }, kids: [...(node.kids ?? []), link] };
}

const svgQuiet = 'all:unset!important;cursor:pointer!important';
const svgContainers = new Set(['svg', 'g', 'text', 'tspan', 'switch']);
const svgUnseen = new Set(
  'defs style title desc metadata symbol linearGradient radialGradient pattern filter clipPath mask marker script'.split(
    ' ',
  ),
);

/** Makes an SVG element lead somewhere: around a shape, around the content of a container. */
export function svgLink(node: ElementNode, target: Target, stand: Stand): ElementNode {
  const around = (kids: readonly TreeNode[]): ElementNode => ({
    tag: 'a',
    ns: 'svg',
    attrs: { class: 'argiope-go', ...linkAttributes(target, stand), style: svgQuiet },
    kids,
  });
  if (!svgContainers.has(node.tag)) return around([node]);
  const kids = node.kids ?? [];
  const unseen = kids.filter((kid) => typeof kid !== 'string' && svgUnseen.has(kid.tag));
  const seen = kids.filter((kid) => typeof kid === 'string' || !svgUnseen.has(kid.tag));
  return { ...node, kids: [...unseen, around(seen)] };
}

/** Name of the form through which buttons lead on. */
const goForm = 'argiope-form';

/**
 * Attributes that make a button lead to a page. Only submit buttons do; where that changes the type,
 * `data-argiope-type` keeps the old one for the page's rules (see `rewriteSheet`).
 */
export function buttonAttributes(
  target: Target,
  stand: Stand,
  type: string | undefined,
): Record<string, string> {
  const attrs: Record<string, string> = {
    form: goForm,
    formaction: stand.root + target.file,
    formmethod: 'get',
  };
  if (target.whole && stand.inFrame) attrs.formtarget = '_top';
  const old = type?.toLowerCase();
  if (old === 'button' || old === 'reset') Object.assign(attrs, { type: 'submit', 'data-argiope-type': old });
  return attrs;
}

const unshown = 'display:none!important';

/** The form that buttons with targets belong to. */
export function formElement(): ElementNode {
  return { tag: 'form', attrs: { id: goForm, style: unshown } };
}

/** A map whose one area is the whole image. */
export function imageMap(name: string, target: Target, stand: Stand): ElementNode {
  const attrs = { shape: 'default', ...linkAttributes(target, stand), alt: target.label };
  return { tag: 'map', attrs: { name, style: unshown }, kids: [{ tag: 'area', attrs }] };
}

const unlinked = new Set(
  'script style noscript template title textarea select option optgroup datalist iframe object video audio'.split(
    ' ',
  ),
);

/** Whether text inside an element may be made a link. */
export function takesTextLinks(tag: string): boolean {
  return !unlinked.has(tag);
}

/** Whether an element has something inside that can be clicked: text, an image, a drawing, a button. */
export function hasLeaf(node: ElementNode): boolean {
  if (node.ns === 'svg' || node.tag === 'img' || node.tag === 'canvas' || node.tag === 'button') return true;
  if (node.tag === 'input') return isButtonInput(node);
  if (unlinked.has(node.tag)) return false;
  const inside = (kid: TreeNode) => (typeof kid === 'string' ? kid.trim() !== '' : hasLeaf(kid));
  return (node.kids ?? []).some(inside) || (node.shadow?.kids ?? []).some(inside);
}

/** Whether an input is a button. */
export function isButtonInput(node: ElementNode): boolean {
  return /^(?:button|submit|image|reset)$/i.test(node.attrs?.type ?? '');
}
