import type { DocumentTree, ElementNode } from '../model/document.ts';
import { pageForms } from './find.ts';
import { knownForm } from './kinds.ts';

/** What asking for a page gave, as far as it tells whether one is still signed in. */
export interface AnsweredPage {
  /** What was asked for, and where redirects have led. */
  readonly asked: string;
  readonly address: string;
  readonly status: number;
  /** Made when it is looked at; `null` where there is none. */
  readonly document: () => DocumentTree | null;
}

/** A sign that a login is lost. */
export interface LoginSign {
  /** What was seen, in words. */
  readonly why: string;
  /** The same for the same form: where it means nothing once, it means nothing. Empty for what must be asked anew. */
  readonly key: string;
}

/** The sign of a lost login on a page, `null` where there is none. `signInPage` is where the password is asked for. */
export function signedOutSign(page: AnsweredPage, signInPage: string | null): LoginSign | null {
  const { asked, address, status } = page;
  if (status === 401 || status === 403) return { why: `answers HTTP ${status}`, key: '' };
  const isOwn = signInPage !== null && placeOf(asked) === placeOf(signInPage);
  if (isOwn) return null;
  if (signInPage !== null && placeOf(address) === placeOf(signInPage))
    return { why: 'redirects to the page that asks for the password', key: '' };
  const form = loginForm(page.document());
  return form === null ? null : { why: 'shows a form to sign in', key: form };
}

/** What a form to sign in is known by: where it sends to, and its fields; `null` where a page has none. */
function loginForm(document: DocumentTree | null): string | null {
  if (document === null || !asksPassword(document.root)) return null;
  for (const form of pageForms(document)) {
    const passwords = form.fields.filter(({ control, unseen }) => control === 'password' && !unseen);
    // Two of them: somebody registers, or changes it.
    if (passwords.length !== 1 || knownForm(form).kind !== 'login') continue;
    return `${URL.parse(form.action)?.pathname ?? ''} ${form.fields.map(({ name }) => name).join(' ')}`;
  }
  return null;
}

/** Whether a page has a field for a password. */
export function asksPassword(node: ElementNode): boolean {
  if (node.tag === 'input' && node.attrs?.type?.toLowerCase() === 'password') return true;
  const kids = [...(node.kids ?? []), ...(node.shadow?.kids ?? [])];
  if (kids.some((kid) => typeof kid !== 'string' && asksPassword(kid))) return true;
  return node.frame !== undefined && asksPassword(node.frame.root);
}

/** Origin and path: what stands behind them says where to go on afterwards. */
function placeOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : url.origin + url.pathname.replace(/\/$/, '');
}
