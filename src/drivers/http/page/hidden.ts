import type { DocumentTree, ElementNode, TreeNode } from '../../../model/document.ts';

/** Elements that browsers never show. */
const unseen: ReadonlySet<string> = new Set(['rp', 'datalist', 'noframes', 'noembed', 'param']);

/**
 * Marks what browsers hide by their own rules, and what they choose in menus, so that a page that was read is the same page as one that was
 * shown. What the style sheets of a site hide is not known here.
 */
export function withHidden(document: DocumentTree): DocumentTree {
  const root = marked(document.root);
  return root === document.root ? document : { ...document, root };
}

/** The element with its marks; the same object where there are none. */
function marked(node: ElementNode): ElementNode {
  const { kids, tag } = node;
  if (kids === undefined || tag === 'head' || tag === 'template' || node.ns !== undefined) return node;
  let made: TreeNode[] | null = null;
  if (tag === 'select' && isMenu(node)) return { ...node, kids: menuOf(kids) };
  for (const [at, kid] of kids.entries()) {
    if (typeof kid === 'string') continue;
    const now = isHidden(kid, node) ? { ...kid, hidden: true as const } : marked(kid);
    if (now === kid) continue;
    made ??= [...kids];
    made[at] = now;
  }
  return made ? { ...node, kids: made } : node;
}

function isHidden(node: ElementNode, parent: ElementNode): boolean {
  const { tag, attrs = {} } = node;
  if (node.ns !== undefined) return false;
  if (attrs.hidden !== undefined && attrs.hidden.toLowerCase() !== 'until-found') return true;
  if (unseen.has(tag) || attrs.popover !== undefined) return true;
  if (tag === 'dialog') return attrs.open === undefined;
  if (tag === 'input') return attrs.type?.toLowerCase() === 'hidden';
  if (parent.tag === 'details' && parent.attrs?.open === undefined) return node !== summaryOf(parent);
  return false;
}

/** Whether a selection drops down; others show their options. */
function isMenu({ attrs = {} }: ElementNode): boolean {
  return attrs.multiple === undefined && !(Number.parseInt(attrs.size ?? '', 10) > 1);
}

/** What drops down is hidden; the first option that can be chosen is, where none is named. */
function menuOf(kids: readonly TreeNode[]): readonly TreeNode[] {
  const options = optionsOf(kids);
  const isNamed = options.some(({ attrs }) => attrs?.selected !== undefined);
  const first = isNamed ? undefined : options.find(({ attrs }) => attrs?.disabled === undefined);
  const chosen = (kid: TreeNode): TreeNode => {
    if (typeof kid === 'string') return kid;
    if (kid === first) return { ...kid, selected: true };
    return kid.tag === 'optgroup' && kid.kids ? { ...kid, kids: kid.kids.map(chosen) } : kid;
  };
  return kids.map(chosen).map((kid) => (typeof kid === 'string' ? kid : { ...kid, hidden: true as const }));
}

function optionsOf(kids: readonly TreeNode[]): readonly ElementNode[] {
  return kids.flatMap((kid) => {
    if (typeof kid === 'string') return [];
    if (kid.tag === 'option') return kid;
    return kid.tag === 'optgroup' && kid.attrs?.disabled === undefined ? optionsOf(kid.kids ?? []) : [];
  });
}

function summaryOf({ kids = [] }: ElementNode): TreeNode | undefined {
  return kids.find((kid) => typeof kid !== 'string' && kid.tag === 'summary');
}
