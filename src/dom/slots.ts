import type { ElementNode, TreeNode } from '../model/document.ts';

/** Where an element stands: in the shadow root of a host, which stands somewhere itself; `null` in the document. */
export type ShadowScope = { readonly host: ElementNode; readonly outer: ShadowScope } | null;

/** What is shown inside an element, and the scope in which it stands: a shadow root, what is put in a slot, its kids. */
export function insideOf(
  node: ElementNode,
  scope: ShadowScope,
): { readonly kids: readonly TreeNode[]; readonly scope: ShadowScope } {
  if (node.shadow) return { kids: node.shadow.kids, scope: { host: node, outer: scope } };
  const slotted = node.tag === 'slot' && scope ? assigned(scope.host, node.attrs?.name ?? '') : [];
  // What is put in a slot stands where its host does: that may be in the shadow root of another one.
  return slotted.length > 0
    ? { kids: slotted, scope: scope?.outer ?? null }
    : { kids: node.kids ?? [], scope };
}

/** What a host has put in one of its slots. */
function assigned(host: ElementNode, slot: string): readonly TreeNode[] {
  return (host.kids ?? []).filter((kid) => slotOf(kid) === slot);
}

function slotOf(kid: TreeNode): string {
  return typeof kid === 'string' ? '' : (kid.attrs?.slot ?? '');
}

/**
 * Whether texts that stand in a host itself are shown: of elements it is known whether they are hidden, of a text only by
 * the slot that it is put in.
 */
export function showsOwnText({ shadow }: ElementNode): boolean {
  return !shadow || showsSlot(shadow.kids, '');
}

function showsSlot(kids: readonly TreeNode[], name: string): boolean {
  return kids.some((kid) => {
    if (typeof kid === 'string' || kid.hidden) return false;
    if (kid.tag === 'slot' && (kid.attrs?.name ?? '') === name) return true;
    const inside = kid.kids ?? [];
    if (!kid.shadow) return showsSlot(inside, name);
    // A slot that is put in the slot of another host is shown where that is.
    const shown = inside.filter((each) => typeof each !== 'string' && showsSlot([each], name));
    const { shadow } = kid;
    return shown.some((each) => showsSlot(shadow.kids, slotOf(each)));
  });
}
