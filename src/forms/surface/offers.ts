import { inputName } from '../find.ts';
import { ownValues } from '../request.ts';
import type { PageForm } from '../types.ts';
import type { AskedValues } from './choice-node.ts';
import { listValues } from './inputs.ts';

/** What can be chosen of a list where something else was chosen before. */
export interface ListOffer {
  readonly values: readonly string[];
  /** One of them is always chosen. */
  readonly required: boolean;
  /** It holds something that the form itself does not offer: it depends on what was asked. */
  readonly isNew: boolean;
}

/** What lists offer, by field. */
export type ListOffers = Readonly<Record<string, ListOffer>>;

/**
 * The lists of a copy of a form that a question has brought. Of a field that was asked for itself, only a list that does
 * not have what was asked: it belongs to the rest of the question.
 */
export function offersIn(form: PageForm, now: PageForm, values: AskedValues): ListOffers {
  const offers: Record<string, ListOffer> = {};
  for (const field of now.fields) {
    if (field.control !== 'select' && field.control !== 'radio') continue;
    const name = inputName(field, now);
    const list = listValues(field);
    const asked = values[name];
    if (list.values.length === 0 || (asked !== undefined && list.values.includes(asked))) continue;
    const own = form.fields.find((one) => inputName(one, form) === name);
    const known = new Set(own === undefined ? [] : listValues(own).values);
    offers[name] = { ...list, isNew: list.values.some((value) => !known.has(value)) };
  }
  return offers;
}

/** The same where the server made the copy: only what stands beside choices that it has kept as they were asked. */
export function offersKept(form: PageForm, now: PageForm, values: AskedValues): ListOffers {
  const lost = lostChoices(now, values);
  const offers = Object.entries(offersIn(form, now, values));
  return Object.fromEntries(offers.filter(([name]) => lost.every((other) => other === name)));
}

/** Choices that were asked for and that a copy of the form has otherwise. */
export function lostChoices(now: PageForm, values: AskedValues): readonly string[] {
  return now.fields.flatMap((field) => {
    const name = inputName(field, now);
    const asked = field.control === 'select' || field.control === 'radio' ? values[name] : undefined;
    return asked === undefined || ownValues(field).includes(asked) ? [] : [name];
  });
}
