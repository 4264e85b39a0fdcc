import { isButton } from './find.ts';
import type { FormField, PageForm } from './types.ts';
import { plainWords, topicsOf } from './words.ts';

/** Signs of a form or of a field that its kind is told by. */
export type Signs = ReadonlySet<string>;

/** Signs of a whole form: how it is made, and what is spoken of where. */
export function formSigns(form: PageForm): Signs {
  const signs = new Set<string>();
  const seen = form.fields.filter((field) => !field.unseen && !isButton(field.control));
  const buttons = form.fields.filter((field) => isButton(field.control));
  signs.add(`method ${form.method}`);
  if (form.searches) signs.add('aria search');
  signs.add(`fields ${step(seen.length)}`);
  signs.add(`buttons ${step(buttons.length)}`);
  for (const control of [
    'password',
    'text',
    'area',
    'select',
    'check',
    'radio',
    'email',
    'file',
    'hidden',
  ] as const)
    signs.add(`${control} ${step(form.fields.filter((field) => field.control === control).length)}`);
  if (seen.some((field) => field.control === 'select' && field.options.length > 15)) signs.add('long select');
  speak(
    signs,
    'button',
    buttons.map((field) => `${field.label} ${field.name} ${field.id}`),
  );
  speak(
    signs,
    'label',
    seen.map((field) => `${field.label} ${field.placeholder}`),
  );
  speak(
    signs,
    'name',
    seen.map((field) => `${field.name} ${field.id} ${field.autocomplete}`),
  );
  speak(
    signs,
    'hidden',
    form.fields.filter((field) => field.unseen).map((field) => field.name),
  );
  speak(signs, 'called', [form.called]);
  speak(signs, 'action', [pathOf(form.action)]);
  speak(signs, 'heading', [form.heading]);
  speak(signs, 'words', [form.words]);
  speak(
    signs,
    'options',
    seen.flatMap((field) => field.options.slice(0, 8).map((option) => option.text)),
  );
  return signs;
}

/** Signs of one field: its own, its neighbours', and the kinds of its form and of the field before. */
export function fieldSigns(form: PageForm, at: number, kind: string, previous: string): Signs {
  const signs = new Set<string>([`form ${kind}`, `previous ${previous}`]);
  const field = form.fields[at];
  if (field === undefined) return signs;
  signs.add(`${kind} ${field.control}`);
  own(signs, '', field);
  const fields = form.fields.filter((one) => !one.unseen);
  const here = fields.indexOf(field);
  signs.add(`place ${here === 0 ? 'first' : here === fields.length - 1 ? 'last' : 'between'}`);
  const alike = fields.filter((one) => one.control === field.control);
  signs.add(`nth ${field.control} ${step(alike.indexOf(field))} of ${step(alike.length)}`);
  for (const topic of ownTopics(field)) {
    const earlier = fields.slice(0, Math.max(here, 0)).some((one) => ownTopics(one).includes(topic));
    if (earlier) signs.add(`again ${topic}`);
  }
  const [before, after] = [fields[here - 1], fields[here + 1]];
  if (here >= 0 && before !== undefined) own(signs, 'before ', before);
  if (here >= 0 && after !== undefined) own(signs, 'after ', after);
  return signs;
}

/** What a field's own words speak of. */
function ownTopics({ label, placeholder, name, id }: FormField): readonly string[] {
  return topicsOf(plainWords(`${label} ${placeholder} ${name} ${id}`));
}

function own(signs: Set<string>, where: string, field: FormField): void {
  signs.add(`${where}control ${field.control}`);
  if (where !== '') {
    about(signs, where, [field.label, field.placeholder, field.name, field.id]);
    return;
  }
  speak(signs, 'label', [field.label, field.placeholder]);
  speak(signs, 'name', [field.name, field.id]);
  speak(signs, 'beside', [field.beside.before, field.beside.after]);
  for (const text of [field.label, field.placeholder, field.name, field.id]) pairs(signs, text);
  if (field.autocomplete !== '') speak(signs, 'complete', [field.autocomplete]);
  if (field.unseen) signs.add('unseen');
  if (field.required) signs.add('required');
  if (field.readOnly) signs.add('read only');
  if (field.maxLength !== null && field.maxLength <= 5) signs.add('short').add(`short ${field.maxLength}`);
  together(signs, field);
  if (field.value !== '') speak(signs, 'value', [field.value.slice(0, 60)]);
  if (field.options.length === 0) return;
  signs.add(`options ${step(field.options.length)}`);
  const texts = field.options.slice(0, 40).map((option) => option.text.trim());
  signs.add(`options ${range(texts, field.options.length)}`);
  speak(signs, 'option', texts);
}

/** What a list of values runs through, by their shape and number. */
function range(texts: readonly string[], count: number): string {
  const share = (shape: RegExp) => texts.filter((text) => shape.test(text)).length / texts.length;
  if (share(/^(?:19|20)\d\d$/) > 0.8) return 'years';
  const numbers = share(/^\d{1,2}$/) > 0.8;
  if (count >= 12 && count <= 13) return numbers ? 'numbers to 12' : 'twelve';
  if (count >= 28 && count <= 32 && numbers) return 'days';
  if (numbers) return 'numbers';
  return count > 150 ? 'all countries' : count > 45 ? 'long' : 'words';
}

/** Topics that a field's words name together, as in "name or e-mail". */
function together(signs: Set<string>, { label, placeholder, name, id, control }: FormField): void {
  for (const text of [`${label} ${placeholder}`, `${name} ${id}`]) {
    const topics = topicsOf(plainWords(text));
    if (topics.length === 2) signs.add(`both ${topics.join(' ')}`);
    for (const topic of topics) signs.add(`${control} about ${topic}`);
  }
}

/** Topics of texts, each told with the place where they stand. */
function about(signs: Set<string>, place: string, texts: readonly string[]): void {
  for (const text of texts)
    for (const topic of topicsOf(plainWords(text.slice(0, 2000)))) signs.add(`${place} about ${topic}`);
}

/** Topics and words. */
function speak(signs: Set<string>, place: string, texts: readonly string[]): void {
  about(signs, place, texts);
  for (const text of texts) {
    const plain = plainWords(text.slice(0, 2000));
    for (const word of plain.split(' '))
      if (word.length > 1 && !/^\d+$/.test(word)) signs.add(`${place} = ${word}`);
  }
}

/** Words that stand together. */
function pairs(signs: Set<string>, text: string): void {
  const words = plainWords(text).split(' ');
  for (let at = 1; at < words.length; at++) signs.add(`pair ${words[at - 1]} ${words[at]}`);
}

/** Counts as people would say them. */
function step(count: number): string {
  return count < 3 ? String(count) : count < 6 ? 'some' : 'many';
}

function pathOf(action: string): string {
  const url = URL.parse(action);
  return url === null ? '' : `${url.pathname} ${url.search}`;
}
