import type { AskedValues } from '../../forms/index.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../model/index.ts';

/** What marks words in a text: never a link, a block, or anything else that says what a text is. */
const marks: ReadonlySet<string> = new Set(['b', 'em', 'i', 'mark', 'span', 'strong', 'u']);

/**
 * An answer without the marks around what was asked for: `<mark>sil</mark>ent` is one word, and the same record as
 * where it was found by another one.
 */
export function unmarked(document: DocumentTree, values: AskedValues): DocumentTree {
  const asked = Object.values(values).map(folded).filter(Boolean);
  if (asked.length === 0) return document;
  const isMark = (node: TreeNode): node is ElementNode => {
    if (typeof node === 'string' || !marks.has(node.tag) || node.kids?.length !== 1) return false;
    const [text] = node.kids;
    return typeof text === 'string' && asked.some((one) => isPartOf(folded(text), one));
  };
  const root = plain(document.root, isMark);
  return root === document.root ? document : { ...document, root };
}

/** Of two words that were asked together, each is marked. */
function isPartOf(text: string, asked: string): boolean {
  return text === asked || asked.split(' ').includes(text);
}

function plain(node: ElementNode, isMark: (node: TreeNode) => node is ElementNode): ElementNode {
  const kids: TreeNode[] = [];
  let isChanged = false;
  for (const kid of node.kids ?? []) {
    const now = isMark(kid) ? (kid.kids?.[0] as string) : typeof kid === 'string' ? kid : plain(kid, isMark);
    const last = kids.at(-1);
    const isJoined = typeof now === 'string' && typeof last === 'string';
    if (isJoined) kids[kids.length - 1] = last + now;
    else kids.push(now);
    isChanged ||= isJoined || now !== kid;
  }
  return isChanged ? { ...node, kids } : node;
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
