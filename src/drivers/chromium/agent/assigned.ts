import { mark, markNode } from './marks.ts';
import { replaceNative } from './natives.ts';
import { elementName, rootOf } from './unhidden.ts';

/**
 * Slots that a script fills by hand (`slotAssignment: 'manual'`). Markup can say what is in a slot by names alone, so
 * such slots and what is in them are captured with names that nobody gave them.
 */
const names = new WeakMap<Element, string>();
const fillings = new WeakMap<Element, readonly Element[]>();
let slots = 0;

/** Follows what scripts put into slots, of which no mutation tells. */
export function installAssigned(): void {
  const prototype = globalThis.HTMLSlotElement?.prototype;
  if (typeof prototype?.assign !== 'function') return;
  replaceNative(
    prototype as unknown as Record<'assign', (...args: unknown[]) => unknown>,
    'assign',
    (original) =>
      function (this: HTMLSlotElement, ...nodes) {
        const result = Reflect.apply(original, this, nodes);
        fill(this, nodes as readonly Node[]);
        return result;
      },
  );
}

function fill(slot: Element, nodes: readonly Node[]): void {
  const name = names.get(slot) ?? `by-hand-${++slots}`;
  for (const element of fillings.get(slot) ?? []) {
    if (names.get(element) === name) names.delete(element);
    markNode(element, mark.own);
  }
  const elements = nodes.filter((node): node is Element => node.nodeType === 1);
  names.set(slot, name);
  fillings.set(slot, elements);
  for (const element of elements) {
    names.set(element, name);
    markNode(element, mark.own);
  }
  markNode(slot, mark.own);
}

/** The attribute that says by its name what a script has put where, if any. */
export function assignedAttribute(element: Element): readonly [string, string] | null {
  if (slots === 0) return null;
  if (elementName(element) === 'slot' && (rootOf(element) as ShadowRoot).slotAssignment === 'manual')
    return ['name', names.get(element) ?? 'by-hand'];
  const name = names.get(element);
  return name === undefined || elementName(element) === 'slot' ? null : ['slot', name];
}
