import type { ElementNode } from '../../model/document.ts';
import { contentAttributes } from '../canonical.ts';

const toggles = new Set(['checked', 'selected', 'disabled', 'open']);
const none: readonly (readonly [string, string])[] = [];

/** Attributes of an element that carry content, by name; what people set in a form is not content. */
export function shownAttributes(node: ElementNode): readonly (readonly [string, string])[] {
  let found: [string, string][] | null = null;
  for (const name in node.attrs) {
    if (!contentAttributes.has(name) || toggles.has(name) || (name === 'value' && isState(node))) continue;
    const value = (node.attrs[name] as string).trim();
    found ??= [];
    // A password that is shown is a toggle too.
    found.push([name, name === 'type' && value === 'password' ? 'text' : value]);
  }
  return found?.sort(([a], [b]) => (a < b ? -1 : 1)) ?? none;
}

const labelled = new Set(['button', 'submit', 'reset', 'image', 'hidden']);
const filled = new Set(['select', 'textarea', 'progress', 'meter']);

/** Whether an element's `value` is what was entered or reached, and not a label or a name. */
function isState({ tag, attrs }: ElementNode): boolean {
  if (tag === 'input') return !labelled.has((attrs?.type ?? 'text').toLowerCase());
  return filled.has(tag);
}
