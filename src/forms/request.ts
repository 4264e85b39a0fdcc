import { encodeAs } from '../encoding/encode.ts';
import { isButton } from './find.ts';
import type { FormField, PageForm } from './types.ts';

/** Values of fields by their names; several where a field takes several, none to leave a field as it is. */
export type BoundValues = Readonly<Record<string, string | readonly string[]>>;

/** What sending a form asks of its server. */
export interface FormRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** What is sent along by POST. */
  readonly question: { readonly contentType: string; readonly body: string } | null;
}

/** What sending a form needs besides its values. */
export interface Sending {
  /** Encoding of the page that has the form; the form may name another. */
  readonly charset?: string | undefined;
  /** Values of hidden fields as a newer copy of the form has them: tokens that hold once. */
  readonly fresh?: ReadonlyMap<string, string> | undefined;
}

/**
 * The request that a browser would make of a form with these values: other fields as the page has them, fields that
 * nobody sees as they are, the first button with a name pressed. `null` where only a script knows.
 */
export function requestOf(form: PageForm, bound: BoundValues, sending: Sending = {}): FormRequest | null {
  const { method, action } = form;
  if (action === '' || (method !== 'get' && method !== 'post')) return null;
  const charset = form.charset || sending.charset || 'utf-8';
  const pairs = pairsOf(form, bound, sending.fresh);
  if (method === 'post') return { method: 'POST', url: action, question: questionOf(form, pairs, charset) };
  const url = new URL(action);
  url.search = encoded(pairs, charset);
  url.hash = '';
  return { method: 'GET', url: url.href, question: null };
}

type Pair = readonly [name: string, value: string];

/** What is sent, in document order. */
function pairsOf(form: PageForm, bound: BoundValues, fresh?: ReadonlyMap<string, string>): readonly Pair[] {
  const pairs: Pair[] = [];
  let isPressed = false;
  for (const field of form.fields) {
    const { name, control } = field;
    // What is asked for is unlocked by what was chosen before it.
    if (name === '' || (field.disabled === true && !Object.hasOwn(bound, name))) continue;
    if (isButton(control)) {
      if (control !== 'submit' || isPressed) continue;
      isPressed = true;
      if (field.value !== '' || field.isImage !== true) pairs.push([name, field.value]);
      if (field.isImage === true) pairs.push([`${name}.x`, '1'], [`${name}.y`, '1']);
      continue;
    }
    if (control === 'file' || control === 'reset') continue;
    const given = Object.hasOwn(bound, name) ? bound[name] : undefined;
    const values = given === undefined ? ownValues(field, fresh) : [given].flat();
    for (const value of values) pairs.push([name, value]);
  }
  return pairs;
}

/** What a field sends that nobody has touched. */
export function ownValues(field: FormField, fresh?: ReadonlyMap<string, string>): readonly string[] {
  const { control, options, name, value } = field;
  const chosen = options.filter((option) => option.chosen === true).map((option) => option.value);
  if (control === 'radio' || control === 'check') return chosen;
  if (control === 'select') {
    if (chosen.length > 0) return field.several ? chosen : chosen.slice(-1);
    return field.several || options[0] === undefined ? [] : [options[0].value];
  }
  return [(control === 'hidden' ? fresh?.get(name) : undefined) ?? value];
}

/** Values of the hidden fields of a form, for a request that is made of an older copy of it. */
export function hiddenValues({ fields }: PageForm): ReadonlyMap<string, string> {
  return new Map(
    fields.filter(({ control }) => control === 'hidden').map(({ name, value }) => [name, value]),
  );
}

function questionOf(form: PageForm, pairs: readonly Pair[], charset: string): FormRequest['question'] {
  if (form.encoding !== 'multipart')
    return { contentType: 'application/x-www-form-urlencoded', body: encoded(pairs, charset) };
  const mark = '----argiope-form-7d91f0c2';
  const parts = pairs.map(
    ([name, value]) =>
      `--${mark}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${value}\r\n`,
  );
  return { contentType: `multipart/form-data; boundary=${mark}`, body: `${parts.join('')}--${mark}--\r\n` };
}

function encoded(pairs: readonly Pair[], charset: string): string {
  return pairs.map(([name, value]) => `${escaped(name, charset)}=${escaped(value, charset)}`).join('&');
}

/** As forms are written: a blank is a plus, and all but letters, digits and `*-._` is escaped. */
function escaped(text: string, charset: string): string {
  let written = '';
  for (const byte of encodeAs(text.replace(/\r\n?|\n/g, '\r\n'), charset)) {
    const character = String.fromCharCode(byte);
    if (byte === 0x20) written += '+';
    else if (/[A-Za-z0-9*\-._]/.test(character)) written += character;
    else written += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return written;
}
