import { absolute, fileAddress, isScriptAddress } from '../../dom/addresses.ts';
import type { ElementNode } from '../../model/document.ts';
import { linkAttributes } from './anchors.ts';
import { mirrorAttributes, savedFile } from './attributes.ts';
import type { DocumentRewriter, Go, NameTree } from './document-rewriter.ts';
import { isInPage } from './sheets.ts';
import type { Target } from './targets.ts';

/**
 * The mirror's form of `a` and `area`, HTML or SVG.
 *
 * Without an address an `a` is not a link and does not look like one (`a:link`, `a:not([href])`), so one
 * that only has an event is treated as any other element.
 */
export function linkElement(
  doc: DocumentRewriter,
  node: ElementNode,
  go: Go | null,
  scope: NameTree,
): ElementNode {
  const svg = node.ns === 'svg';
  const href = node.attrs?.href ?? (svg ? node.attrs?.['xlink:href'] : undefined);
  const attrs = mirrorAttributes(node, doc.places);
  delete attrs['xlink:href'];
  if (href === undefined && !svg && node.tag === 'a')
    return doc.element(node, attrs, doc.goAt(node, go), scope);
  const target = doc.targetOf(node) ?? known(doc, href) ?? (isDead(href) ? (go?.target ?? null) : null);
  if (target !== null) {
    doc.linked(target);
    delete attrs.download;
    Object.assign(attrs, linkAttributes(target, doc.stand));
    attrs.href += fragmentOf(doc, href);
  } else if (href !== undefined) attrs.href = download(doc, node, href) ?? original(doc, href);
  return node.tag === 'area' ? { tag: 'area', attrs } : doc.element(node, attrs, null, scope);
}

/** The saved copy of a file that a link offers for download, where there is one. */
function download({ places }: DocumentRewriter, { attrs }: ElementNode, href: string): string | null {
  const address = attrs?.download === undefined ? null : fileAddress(href, places.base);
  return address !== null && places.files.get(address) ? savedFile(href, places) : null;
}

/** Whether a link leads nowhere by itself: what it does is up to a script. */
function isDead(href: string | undefined): boolean {
  return href === undefined || /^\s*#?\s*$/.test(href) || isScriptAddress(href);
}

function known(doc: DocumentRewriter, href: string | undefined): Target | null {
  const { byAddress } = doc.work.targets;
  if (byAddress.size === 0 || href === undefined || isDead(href) || href.startsWith('#')) return null;
  const url = absolute(href, doc.places.base);
  if (url === null) return null;
  const whole = byAddress.get(url.href);
  if (whole !== undefined) return whole;
  url.hash = '';
  return byAddress.get(url.href) ?? null;
}

/** The place inside the target page that a link names; routes in the fragment (`#/`, `#!`) are no such places. */
function fragmentOf(doc: DocumentRewriter, href: string | undefined): string {
  if (href === undefined || !href.includes('#') || isDead(href)) return '';
  const hash = absolute(href, doc.places.base)?.hash ?? '';
  return /^#[!/]/.test(hash) ? '' : hash;
}

/** What a link without a page in the mirror says: a place in this page, or the address on the live site. */
function original(doc: DocumentRewriter, href: string): string {
  if (isDead(href)) return '#';
  const url = absolute(href, doc.places.base);
  if (url === null) return '#';
  if (isInPage(url, doc.document.url) && (url.hash !== '' || href.includes('#'))) return url.hash || '#';
  return /^(?:https?|ftps?|telnet|mailto|tel|sms|geo|magnet|irc|news|xmpp):$/.test(url.protocol)
    ? url.href
    : '#';
}
