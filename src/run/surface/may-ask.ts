import { elementsOf } from '../../dom/xpath.ts';
import { isButton, type KnownForm, whyUnasked } from '../../forms/index.ts';
import { unsafeWord } from '../../frontier/index.ts';
import type { DocumentTree } from '../../model/index.ts';

/** Whether a form may be asked: it searches, and neither it nor its buttons speak of a change of the site. */
export function mayBeAsked(
  form: KnownForm,
  { allow = [], unsafe = false }: { readonly allow?: readonly RegExp[]; readonly unsafe?: boolean } = {},
): boolean {
  if (whyUnasked(form, allow) !== null) return false;
  const texts = form.fields.filter(({ control }) => isButton(control)).map(({ label }) => label);
  const signs = { hints: form.called, call: '', href: form.action, isKey: false };
  return unsafe || [texts.join(' '), ...texts].every((text) => unsafeWord({ ...signs, text }) === null);
}

/** Types of scripts that run; the others hold data. */
const program = /^\s*(?:$|module\b|(?:text|application)\/(?:x-)?(?:java|ecma)script\b|text\/babel\b)/i;

/** Whether scripts run on a page. */
export function hasScript(document: DocumentTree): boolean {
  for (const { node } of elementsOf(document)) {
    if (node.tag === 'script' && program.test(node.attrs?.type ?? '')) return true;
    if (Object.keys(node.attrs ?? {}).some((name) => /^(?:on[a-z]+|hx-|data-hx-|x-on:|v-on:|@)/.test(name)))
      return true;
  }
  return false;
}
