import {
  learnLocators,
  type PreparedPage,
  pathOf,
  type Spot,
  type TemplateRules,
} from '../../extract/index.ts';
import { profileOf } from '../../values/index.ts';

/** What somebody pointed at: for each page, by the name of the field, the numbers of the texts that are its values. */
export type FieldLabels = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

/** How sure a value is that a person pointed at. */
export const pointed = 0.98;

/** Rules learned from values that somebody pointed at on a few pages; a page without a value says that it may be absent. */
export function rulesFromLabels(
  pages: readonly PreparedPage[],
  labels: FieldLabels,
  about: Pick<TemplateRules, 'domain' | 'template' | 'learnedAt'>,
): TemplateRules {
  const shown = pages.filter(({ name }) => Object.keys(labels[name] ?? {}).length > 0);
  const names = [...new Set(shown.flatMap(({ name }) => Object.keys(labels[name] ?? {})))];
  const fields = names.flatMap((name) => {
    const samples = shown.map((page) => ({ page, spots: spotsOf(page, labels[page.name]?.[name] ?? []) }));
    const locators = learnLocators(samples);
    if (locators.length === 0) return [];
    const values = samples.map(({ spots }) => spots.map(({ text }) => text));
    return {
      name,
      confidence: pointed,
      because: ['pointed at'],
      list: null,
      attribute: null,
      locators,
      profile: profileOf(values),
    };
  });
  return { ...about, version: 1, pages: shown.map(({ name }) => name), fields, lists: [] };
}

function spotsOf(page: PreparedPage, numbers: readonly number[]): readonly Spot[] {
  return numbers.flatMap((number) => {
    const text = page.nodes[number]?.text ?? '';
    return text === '' ? [] : { path: pathOf(page, number), node: number, text };
  });
}
