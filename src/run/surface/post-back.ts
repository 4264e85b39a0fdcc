import { elementsOf } from '../../dom/xpath.ts';
import { textIn } from '../../forms/flow.ts';
import {
  type FormRequest,
  hiddenValues,
  isButton,
  type KnownForm,
  knownForm,
  pageForms,
  requestOf,
} from '../../forms/index.ts';
import { unsafeWord } from '../../frontier/index.ts';
import type { DocumentTree } from '../../model/index.ts';
import { mayBeAsked } from './may-ask.ts';

/** A further page of an answer that a post of its form leads to, as ASP.NET has them. */
export interface PostedPage {
  /** The link that leads there. */
  readonly xpath: string;
  readonly text: string;
  /** What it says of itself. */
  readonly call: string;
  readonly request: FormRequest;
}

const postBack = /^\s*javascript:\s*__doPostBack\(\s*(['"])(.*?)\1\s*,\s*(['"])(.*?)\3/;
const forward = /^(?:next(?: page)?|下一页|下页|后页|weiter|suivant|siguiente|[›»→>])\s*[›»→>]*$/iu;

/** What a grid is told that shows another page. */
const isPage = /^Page\$(?:\d+|Next)$/;

/** Whether a form has nothing to fill in, nor a button: it is there for the links of its lists. */
function onlyPages({ fields }: KnownForm): boolean {
  return fields.every(({ control, unseen }) => control === 'hidden' || unseen);
}

/**
 * The page after so many, where a link posts the form of the answer again: its hidden fields as the answer has them, and
 * what the link says beside them. No button is pressed with that, and what may not be asked is not.
 */
export function nextPost(
  document: DocumentTree,
  pages: number,
  charset: string,
  allow: readonly RegExp[] = [],
): PostedPage | null {
  const links = [...elementsOf(document)].flatMap(({ node, xpath }) => {
    const found = node.tag === 'a' ? postBack.exec(node.attrs?.href ?? '') : null;
    if (found === null) return [];
    const text = textIn(node);
    // A link of a row may do something to it.
    if (unsafeWord({ text, hints: '', call: found[0], href: '', isKey: false }) !== null) return [];
    return [{ xpath, text, call: found[0].trim(), target: found[2], argument: found[4] }];
  });
  const link =
    links.find(({ text }) => forward.test(text)) ??
    links.find(({ text, argument }) => text === String(pages + 1) || argument === `Page$${pages + 1}`);
  const form = pageForms(document)
    .map(knownForm)
    .find((one) => one.method === 'post' && one.fields.some(({ name }) => name === '__VIEWSTATE'));
  if (link === undefined || form === undefined) return null;
  if (!mayBeAsked(form, { allow }) && !(onlyPages(form) && isPage.test(link.argument ?? ''))) return null;
  const { target = '', argument = '', ...rest } = link;
  const fresh = new Map([...hiddenValues(form), ['__EVENTTARGET', target], ['__EVENTARGUMENT', argument]] as [
    string,
    string,
  ][]);
  const fields = form.fields.filter(({ control }) => !isButton(control));
  const request = requestOf({ ...form, fields }, {}, { charset, fresh });
  return request && { ...rest, request };
}
