import type { ElementNode, TreeNode } from '../../model/document.ts';

/** Writes the live state of form fields into attributes and text, where a static page keeps it. */
export function withFormState(node: ElementNode, attrs: Record<string, string>): Record<string, string> {
  if (node.tag === 'input') {
    const type = (attrs.type ?? 'text').toLowerCase();
    if (node.value !== undefined && type !== 'file') attrs.value = node.value;
    flag(attrs, 'checked', node.checked);
  } else if (node.tag === 'option') flag(attrs, 'selected', node.selected);
  return attrs;
}

function flag(attrs: Record<string, string>, name: string, state: boolean | undefined): void {
  if (state === true) attrs[name] = '';
  else if (state === false) delete attrs[name];
}

/** The text of a text area as it was shown. */
export function textareaText(node: ElementNode): string {
  return node.value ?? (node.kids ?? []).filter((kid) => typeof kid === 'string').join('');
}

/** The options of a select; where only the select tells its value, the option of that value is selected. */
export function withSelection(node: ElementNode): ElementNode {
  if (node.value === undefined || hasOwnState(node)) return node;
  let done = false;
  const choose = (kids: readonly TreeNode[]): readonly TreeNode[] =>
    kids.map((kid) => {
      if (typeof kid === 'string') return kid;
      if (kid.tag !== 'option') return kid.kids ? { ...kid, kids: choose(kid.kids) } : kid;
      const selected = !done && optionValue(kid) === node.value;
      done ||= selected;
      return { ...kid, selected };
    });
  return node.kids ? { ...node, kids: choose(node.kids) } : node;
}

function hasOwnState(node: ElementNode): boolean {
  return (node.kids ?? []).some(
    (kid) =>
      typeof kid !== 'string' && (kid.tag === 'option' ? kid.selected !== undefined : hasOwnState(kid)),
  );
}

function optionValue(option: ElementNode): string {
  const text = (option.kids ?? []).filter((kid) => typeof kid === 'string').join('');
  return option.attrs?.value ?? text.replace(/\s+/g, ' ').trim();
}
