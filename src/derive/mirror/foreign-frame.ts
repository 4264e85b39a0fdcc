import { documentToHtml } from '../../dom/html.ts';
import type { ElementNode } from '../../model/document.ts';
import { policyElement } from '../policy.ts';

/** A page that stands in a frame whose content belongs to another site. */
export function foreignFrameHtml(address: string): string {
  const link: ElementNode = { tag: 'a', attrs: { href: address, target: '_top' }, kids: [address] };
  const head: ElementNode = {
    tag: 'head',
    kids: [{ tag: 'meta', attrs: { charset: 'utf-8' } }, policyElement, { tag: 'title', kids: [address] }],
  };
  return documentToHtml({
    doctype: 'html',
    root: { tag: 'html', kids: [head, { tag: 'body', kids: [link] }] },
  });
}
