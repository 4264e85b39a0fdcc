import type { ElementNode } from '../../model/document.ts';

/** Bars that lead to the neighbours of a page, where generators mark them by a class alone (DocBook). */
const bar = /(?:^|\s)(?:navheader|navfooter)(?:\s|$)/;
/** Signs of links that name the place they stand at, for copying. */
const sign = /^(?:[¶§#∞\u{1f517}\u{2693}\uf0c1]\ufe0f?)?$/u;

/** Whether an element is there for moving about in a page or between pages, and says nothing. */
export function isTrimming(node: ElementNode): boolean {
  const { href, class: classes } = node.attrs ?? {};
  if (node.tag === 'div') return classes !== undefined && bar.test(classes);
  return node.tag === 'a' && href !== undefined && /^#./.test(href) && isSign(node);
}

function isSign(node: ElementNode): boolean {
  const kids = node.kids ?? [];
  return kids.length < 2 && kids.every((kid) => typeof kid === 'string' && sign.test(kid.trim()));
}
