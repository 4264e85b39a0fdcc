import type { ElementNode } from '../../model/document.ts';

/** How generators of documentation name the language of code in the classes of what stands around it. */
const spellings = [
  /(?:^|\s)lang(?:uage)?-([\w+#.-]+)/,
  /(?:^|\s)mw-highlight-lang-([\w+#-]+)/,
  /(?:^|\s)(?:highlight-)?source-([\w+#]+)/,
  /(?:^|\s)highlight-([\w+#]+)/,
  /(?:^|\s)brush:\s*([\w+#]+)/,
];

/** What is written where no language is known. */
const none = /^(?:default|none|text|plain|plaintext|output|guess|auto)$/i;

/** The language of code that the classes of an element tell; `null` where they tell none. */
export function languageIn(classes: string | undefined): string | null {
  if (!classes) return null;
  for (const spelling of spellings) {
    const name = spelling.exec(classes)?.[1];
    if (name !== undefined) return none.test(name) ? '' : name;
  }
  return null;
}

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
