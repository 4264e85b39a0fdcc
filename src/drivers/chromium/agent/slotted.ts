import type { ElementNode, TreeNode } from '../../../model/document.ts';
import { keptOf } from './marks.ts';
import { elementName, nodeKind, nodeText, rootOf, slottedIn } from './unhidden.ts';

/** What is put in the slots of shadow roots: it stands outside, and is shown inside. */

const nothingSlotted: readonly Element[] = [];

/** Elements that stand outside a shadow root and are shown in it, below an element of it: their events pass it as well. */
export function slottedBelow(root: Document | Element): readonly Element[] {
  // The others have no slots.
  if (nodeKind(rootOf(root)) !== 11) return nothingSlotted;
  const isSlot = nodeKind(root) === 1 && elementName(root as Element) === 'slot';
  const slots = isSlot ? [root] : [...root.querySelectorAll('slot')];
  return slots.flatMap((slot) => slottedIn(slot as HTMLSlotElement, { flatten: true }));
}

/** The text that an element shows, that of its slots included. */
export function shownText(element: Element): string {
  const own = element.textContent ?? '';
  const slotted = slottedBelow(element);
  return slotted.length === 0 ? own : own + slotted.map((each) => each.textContent ?? '').join(' ');
}

/** What was captured of an element, with what is shown in its slots in their place: it stays when they show something else. */
export function withSlotted(element: Element): ElementNode | undefined {
  const node = keptOf(element)?.node;
  return node && slottedBelow(element).length > 0 ? filled(element, node) : node;
}

function filled(element: Element, node: ElementNode): ElementNode {
  const kids = [...element.childNodes].flatMap((kid): readonly TreeNode[] => {
    if (nodeKind(kid) === 3) return [nodeText(kid) ?? ''];
    if (nodeKind(kid) !== 1) return [];
    const known = keptOf(kid)?.node;
    if (!known) return [];
    if (elementName(kid as Element) !== 'slot') return [filled(kid as Element, known)];
    const shown = slottedIn(kid as HTMLSlotElement, { flatten: true });
    return shown.length === 0 ? [known] : shown.flatMap((each) => keptOf(each)?.node ?? []);
  });
  return { ...node, ...(kids.length > 0 && { kids }) };
}
