import {
  type FormField,
  inputName,
  isButton,
  isFillable,
  type KnownForm,
  knownForm,
  pageForms,
} from '../../forms/index.ts';
import { readDocument } from '../../html/stored.ts';
import { type FireOrder, formEvent, type Page, type SiteStore } from '../../model/index.ts';
import type { FormPlace, StepField } from './driving.ts';

/** Events that a document may need to show a page: more are not fired each time that a form is driven. */
const mostSteps = 8;

/**
 * The address of the document that a page lives in, the events that lead to it, and what can be filled in on the way:
 * a form of several steps is one form. `null` where nobody can go there.
 */
export async function formPlaceOf(
  site: SiteStore,
  page: Page,
): Promise<Pick<FormPlace, 'address' | 'path' | 'steps'> | null> {
  const way: { readonly order: FireOrder; readonly from: Page }[] = [];
  let at = page;
  while (at.entry.kind === 'action' && way.length < mostSteps) {
    const { source, ord } = at.entry;
    const step = (await site.transitions(source)).find((one) => one.ord === ord);
    const from = await site.page(source);
    if (step === undefined || from === null || step.action.event === formEvent) return null;
    const { id, xpath, event, value } = step.action;
    way.unshift({ order: { id, xpath, event, ...(value !== undefined && { value }) }, from });
    at = from;
  }
  if (at.entry.kind !== 'url') return null;
  const steps = new Map<string, StepField>();
  for (const [index, { order, from }] of way.entries())
    for (const one of await fieldsBefore(site, from, order, index)) steps.set(one.name, one);
  return { address: at.entry.url, path: way.map(({ order }) => order), steps: [...steps.values()] };
}

/** What can be filled in on a page in the form that an event belongs to. */
async function fieldsBefore(
  site: SiteStore,
  from: Page,
  { xpath }: FireOrder,
  at: number,
): Promise<readonly StepField[]> {
  // A page on the way may have turned out to be another one, and has no document of its own then.
  const document = await readDocument(site, (await shownPage(site, from.number))?.content ?? null);
  const forms = document === null ? [] : pageForms(document);
  const form = forms.find(({ fields }) =>
    fields.some((field) => field.xpath === xpath || isOptionOf(field, xpath)),
  );
  if (form === undefined) return [];
  return form.fields
    .filter((field) => isFillable(field) && !isButton(field.control))
    .map((field) => ({ name: inputName(field, form), field, at }));
}

/** The page behind a number: a merged one is that which it was merged into. */
export async function shownPage(site: SiteStore, number: number): Promise<Page | null> {
  let page = await site.page(number);
  for (let left = 10; page?.status === 'merged' && page.mergedInto !== null && left > 0; left--)
    page = await site.page(page.mergedInto);
  return page?.status === 'kept' ? page : null;
}

/** Radio buttons of a name are one field, and any of them may have been chosen. */
function isOptionOf({ control, xpath }: FormField, other: string): boolean {
  return control === 'radio' && xpath.replace(/\[\d+\]/g, '') === other.replace(/\[\d+\]/g, '');
}

/** A form with what was filled in on the way to it: what is still shown is its own. */
export function withSteps(form: KnownForm, steps: readonly StepField[]): KnownForm {
  const own = new Map(form.fields.map((field) => [inputName(field, form), field]));
  const earlier = steps.filter(({ name }) => own.get(name)?.unseen !== false);
  if (earlier.length === 0) return form;
  const names = new Set(earlier.map(({ name }) => name));
  const fields = earlier.map(({ field, name }) => ({ ...field, name: field.name || name }));
  const rest = form.fields.filter((field) => !names.has(inputName(field, form)));
  return {
    ...knownForm({ ...form, fields: [...fields, ...rest] }),
    kind: form.kind,
    searchable: form.searchable,
  };
}

/**
 * Fields of the forms that led to a page, as far as the form there carries them along unseen: what was chosen in the
 * first step is a choice of the second too.
 */
export function stepsBefore(
  form: KnownForm,
  address: string,
  forms: readonly KnownForm[],
): readonly StepField[] {
  const place = placeOf(address);
  const carried = new Set(form.fields.filter(({ control }) => control === 'hidden').map(({ name }) => name));
  return forms
    .filter(({ action }) => action !== '' && placeOf(action) === place)
    .flatMap((one) => one.fields)
    .filter((field) => isFillable(field) && field.name !== '' && carried.has(field.name))
    .map((field) => ({ name: field.name, field, at: 0 }));
}

function placeOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : url.origin + url.pathname;
}

/** Whether a form sends what was filled in before it: else only its script knows how both go together. */
export function sendsSteps(form: KnownForm, steps: readonly StepField[]): boolean {
  const own = new Set(form.fields.map((field) => inputName(field, form)));
  return steps.every(({ name }) => own.has(name));
}
