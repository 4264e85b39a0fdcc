import { type KindGuess, type KindModel, likeliestKind } from '../../src/forms/model.ts';
import { fieldSigns, formSigns } from '../../src/forms/signs.ts';
import type { AnnotatedForm } from './annotated.ts';
import { type Example, fit, fittings } from './fit.ts';

/** What was said of a form or field, and what the model says that never saw its site. */
export interface Guess {
  readonly where: string;
  readonly truth: string;
  readonly judged: KindGuess;
}

export interface FormModels {
  readonly forms: KindModel;
  readonly fields: KindModel;
}

/** Models of forms and of fields out of annotated forms. */
export function fitForms(annotated: readonly AnnotatedForm[]): FormModels {
  return {
    forms: fit(
      annotated.map(({ form, kind }) => ({ signs: [...formSigns(form)], kind })),
      fittings.forms,
    ),
    fields: fit(annotated.flatMap(fieldExamples), fittings.fields),
  };
}

function fieldExamples({ form, kind, fields }: AnnotatedForm): readonly Example[] {
  if (fields === null) return [];
  let previous = 'start';
  return form.fields.flatMap((field, at) => {
    const truth = fields[field.name];
    if (truth === undefined) return [];
    const example = { signs: [...fieldSigns(form, at, kind, previous)], kind: truth };
    previous = truth;
    return [example];
  });
}

/** Every form and field judged by models of the other sites, in so many folds. */
export function inFolds(
  annotated: readonly AnnotatedForm[],
  folds: number,
): { readonly forms: readonly Guess[]; readonly fields: readonly Guess[] } {
  const foldOf = foldsOf(annotated, folds);
  const forms: Guess[] = [];
  const fields: Guess[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const models = fitForms(annotated.filter(({ site }) => foldOf.get(site) !== fold));
    for (const one of annotated.filter(({ site }) => foldOf.get(site) === fold)) {
      const judged = likeliestKind(models.forms, formSigns(one.form));
      forms.push({ where: one.where, truth: one.kind, judged });
      fields.push(...fieldGuesses(one, judged.kind, models.fields));
    }
  }
  return { forms, fields };
}

function fieldGuesses(
  { form, fields, where }: AnnotatedForm,
  kind: string,
  model: KindModel,
): readonly Guess[] {
  if (fields === null) return [];
  let previous = 'start';
  return form.fields.flatMap((field, at) => {
    const truth = fields[field.name];
    if (truth === undefined) return [];
    const judged = likeliestKind(model, fieldSigns(form, at, kind, previous));
    previous = judged.kind;
    return [{ where: `${where} ${field.name}`, truth, judged }];
  });
}

/** The fold of each site. */
export function foldsOf(annotated: readonly AnnotatedForm[], folds: number): ReadonlyMap<string, number> {
  const sites = [...new Set(annotated.map(({ site }) => site))].sort();
  return new Map(sites.map((site, at) => [site, at % folds]));
}

/** Share of guesses that are right. */
export function accuracy(guesses: readonly Guess[]): number {
  return guesses.filter(({ truth, judged }) => truth === judged.kind).length / guesses.length;
}

/** Harmonic mean of precision and recall for one kind. */
export function f1(guesses: readonly Guess[], kind: string): number {
  const right = guesses.filter(({ truth, judged }) => truth === kind && judged.kind === kind).length;
  const said = guesses.filter(({ judged }) => judged.kind === kind).length;
  const true_ = guesses.filter(({ truth }) => truth === kind).length;
  return said + true_ === 0 ? 1 : (2 * right) / (said + true_);
}
