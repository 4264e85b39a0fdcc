import { isButton } from './find.ts';
import type { KnownForm } from './kinds.ts';
import type { FormField } from './types.ts';
import { plainWords, topicsOf } from './words.ts';

/** Why a form is not asked. */
export type Unasked =
  | 'not a search'
  | 'it takes secrets' /* passwords, cards, files */
  | 'it posts' /* and does not say that it searches */
  | 'only a script sends it'
  | 'nothing to fill in';

/** Whether a form may be asked: it searches, and asking does no harm. `allowed` are forms that a person has named. */
export function isAskable(form: KnownForm, allowed: readonly RegExp[] = []): boolean {
  return whyUnasked(form, allowed) === null;
}

/** Why a form may not be asked, `null` where it may. What takes secrets is never asked, whoever allows it. */
export function whyUnasked(form: KnownForm, allowed: readonly RegExp[] = []): Unasked | null {
  if (form.fields.some(isSecret)) return 'it takes secrets';
  if (!form.fields.some(isFillable)) return 'nothing to fill in';
  if (form.method === 'dialog') return 'only a script sends it';
  if (allowed.some((pattern) => isNamed(form, pattern))) return null;
  if (form.searchable) return null;
  return form.kind === 'search' && form.method === 'post' ? 'it posts' : 'not a search';
}

/** A person names a form by where it sends to, or by what it is called. */
function isNamed({ action, called, xpath }: KnownForm, pattern: RegExp): boolean {
  return [action, called, xpath].some((text) => text !== '' && pattern.test(text));
}

/** Whether a person sees a field and can fill it in. Fields that nobody sees, or that ask to be left, are traps. */
export function isFillable(field: FormField): boolean {
  return field.disabled !== true && isMeantToFill(field);
}

/** The same of a field that may be locked until something else is chosen. */
export function isMeantToFill({ unseen, control, label }: FormField): boolean {
  if (unseen || isButton(control)) return false;
  return control !== 'hidden' && control !== 'file' && !trap.test(plainWords(label));
}

const trap =
  /\bleave (?:this|it|the)?\b.{0,20}\b(?:empty|blank)\b|do not fill|don t fill|(?:leer|frei) ?lassen|nicht ausfüllen|laisse[rz] .{0,20}\bvide|ne pas remplir|dej[ae]r? .{0,20}(?:vacío|en blanco)|no (?:rellen|complet)\w+|请勿填写|留空|不要填写/;

const card =
  /\b(?:cc (?:number|num|csc|exp|name)|card ?(?:number|num|no)|cvv|cvc|csc|iban)\b|银行卡|卡号|信用卡/;

/** Fields that nobody should send anything in: passwords, files, numbers of cards. */
function isSecret({ control, name, id, label, autocomplete }: FormField): boolean {
  if (control === 'password' || control === 'file') return true;
  if (/^(?:cc-|current-password|new-password|one-time-code)/.test(autocomplete.trim())) return true;
  if (isButton(control) || control === 'hidden') return false;
  const said = [name, id, label].map(plainWords);
  return said.some((text) => card.test(text) || (control !== 'check' && topicsOf(text).includes('password')));
}
