import type { ElementNode } from '../../model/document.ts';
import { contentAttributes } from '../exact.ts';

const toggles = new Set(['checked', 'selected', 'disabled', 'open']);
const none: readonly (readonly [string, string])[] = [];

/** Attributes of an element that carry content, by name; what people set in a form is not content. */
export function shownAttributes(node: ElementNode): readonly (readonly [string, string])[] {
  let found: [string, string][] | null = null;
  for (const name in node.attrs) {
    if (!contentAttributes.has(name) || toggles.has(name) || (name === 'value' && isState(node))) continue;
    found ??= [];
    found.push([name, lasting(name, (node.attrs[name] as string).trim())]);
  }
  return found?.sort(([a], [b]) => (a < b ? -1 : 1)) ?? none;
}

const token = /(?<=[?&;][\w.[\]-]+=)(?=[^&#]*\d)(?=[^&#]*[a-z])[\w~-]{16,}(?=[&#]|$)/gi;

/**
 * What of a value stays from visit to visit: links are signed with tokens that are new each time. Pictures
 * are named by such tokens too, but there they say which picture it is.
 */
function lasting(name: string, value: string): string {
  if (name === 'href') return value.replace(token, '*');
  // A password that is shown is a toggle too.
  return name === 'type' && value === 'password' ? 'text' : value;
}

const labelled = new Set(['button', 'submit', 'reset', 'image', 'hidden']);
const filled = new Set(['select', 'textarea', 'progress', 'meter']);

/** Whether an element's `value` is what was entered or reached, and not a label or a name. */
function isState({ tag, attrs }: ElementNode): boolean {
  if (tag === 'input') return !labelled.has((attrs?.type ?? 'text').toLowerCase());
  return filled.has(tag);
}
