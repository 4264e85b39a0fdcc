import type { ElementNode } from '../model/document.ts';
import { type ControlItem, type Flow, type FlowItem, textIn } from './flow.ts';
import type { FormField } from './types.ts';

/** Longer texts are notes, not labels. */
const mostLetters = 120;

/**
 * What a person reads beside a field: what the page says to machines first, then the words that stand nearest,
 * before a box and after a tick.
 */
export function labelOf(item: ControlItem, flow: Flow): string {
  const { node } = item;
  const said = buttonText(node) ?? declared(node, flow) ?? wrapped(item) ?? nearest(item, flow);
  return said.replace(/\s+/g, ' ').trim().slice(0, mostLetters);
}

/** What a button shows. */
function buttonText(node: ElementNode): string | null {
  const { type = '', value, alt, title } = node.attrs ?? {};
  if (node.tag === 'button' || node.attrs?.role === 'button')
    return textIn(node) || (node.attrs?.['aria-label'] ?? title ?? value ?? '');
  if (node.tag !== 'input' || !/^(?:submit|button|reset|image)$/i.test(type)) return null;
  return value ?? alt ?? title ?? '';
}

function declared(node: ElementNode, { ids, labels }: Flow): string | null {
  const { id, 'aria-label': aria, 'aria-labelledby': by } = node.attrs ?? {};
  if (by !== undefined) {
    const texts = by.split(/\s+/).map((one) => ids.get(one));
    const text = texts
      .map((one) => (one ? textIn(one) : ''))
      .join(' ')
      .trim();
    if (text !== '') return text;
  }
  if (id !== undefined && id !== '') {
    const found = (labels.get(id) ?? []).map(textIn).join(' ').trim();
    if (found !== '') return found;
  }
  return aria?.trim() || null;
}

function wrapped({ within }: ControlItem): string | null {
  return within.label === null ? null : textIn(within.label) || null;
}

function nearest(item: ControlItem, flow: Flow): string {
  const isTick = /^(?:radio|checkbox)$/i.test(item.node.attrs?.type ?? '');
  const { before, after } = besideOf(item, flow);
  if (isTick) return after || before;
  const { title = '', placeholder = '' } = item.node.attrs ?? {};
  // Without a form around it, what stands before a box may belong to anything: results, or cells of a table.
  return (item.within.form === null && placeholder) || before || title;
}

/** The texts next to a field: those between two fields may belong to either. */
export function besideOf({ at }: ControlItem, { items }: Flow): FormField['beside'] {
  return { before: textBeside(items, at, -1), after: textBeside(items, at, 1) };
}

function textBeside(items: readonly FlowItem[], at: number, step: 1 | -1): string {
  const here = items[at]?.within.form;
  for (let index = at + step; ; index += step) {
    const item = items[index];
    if (item === undefined || item.within.form !== here) return '';
    if (item.kind === 'control') {
      if (item.node.attrs?.type !== 'hidden') return '';
    } else if (/[\p{L}\p{N}]/u.test(item.text)) return item.text.length > mostLetters ? '' : item.text;
  }
}
