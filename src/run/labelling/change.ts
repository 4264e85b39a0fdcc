import { applyRules, type FieldRule, type PreparedPage, type TemplateRules } from '../../extract/index.ts';
import { ArgiopeError } from '../../model/index.ts';
import { pointed, rulesFromLabels } from './learn.ts';

/** What somebody changes about the rules of a template; `at` is the place of a field in its rules. */
export type RuleChange =
  | { readonly kind: 'rename'; readonly at: number; readonly to: string }
  | { readonly kind: 'drop'; readonly at: number }
  /** Its values are these texts, by page; `at` is `null` for a field that is new, `name` where it keeps its own. */
  | {
      readonly kind: 'point';
      readonly at: number | null;
      readonly name: string | null;
      readonly labels: Readonly<Record<string, readonly number[]>>;
    };

/** The rules of a template after some changes; `pages` are those that were pointed at. */
export function changedRules(
  rules: TemplateRules,
  changes: readonly RuleChange[],
  pages: readonly PreparedPage[],
): TemplateRules {
  // Places stay those of the rules as they were: what is dropped leaves a hole until the end.
  const fields: (FieldRule | null)[] = [...rules.fields];
  for (const change of changes) {
    if (change.at !== null && !rules.fields[change.at]) throw wrong(`there is no field ${change.at}`);
    const before = change.at === null ? null : (fields[change.at] ?? null);
    switch (change.kind) {
      case 'drop':
        fields[change.at] = null;
        break;
      case 'rename':
        if (before) fields[change.at] = renamed(before, checkedName(change.to));
        break;
      case 'point': {
        const learned = pointedField(rules, change, before, pages);
        if (change.at === null) fields.push(learned);
        else fields[change.at] = learned;
      }
    }
  }
  const left = fields.filter((field) => field !== null);
  const twice = left.find((one, at) => left.some((other, nth) => nth > at && isSameField(one, other)));
  if (twice) throw wrong(`two fields would be called "${twice.name}"`);
  return { ...rules, fields: left };
}

/** A name that somebody has given is certain, whatever was thought of the field before. */
function renamed(field: FieldRule, name: string): FieldRule {
  return { ...field, name, confidence: Math.max(field.confidence, pointed), because: ['named by hand'] };
}

function isSameField(one: FieldRule, other: FieldRule): boolean {
  return one.name === other.name && one.list === other.list && one.attribute === other.attribute;
}

function pointedField(
  rules: TemplateRules,
  { name, labels }: Extract<RuleChange, { kind: 'point' }>,
  before: FieldRule | null,
  pages: readonly PreparedPage[],
): FieldRule {
  if (before !== null && before.list !== null)
    throw wrong(`"${before.name}" is a field of the items of a list, and cannot be pointed at yet`);
  const called = checkedName(name ?? before?.name ?? '');
  const shown = pages.filter(({ name: page }) => (labels[page] ?? []).length > 0);
  const byPage = Object.fromEntries(shown.map((page) => [page.name, { [called]: labels[page.name] ?? [] }]));
  const [field] = rulesFromLabels(shown, byPage, rules).fields;
  if (field) return field;
  throw wrong(`no way was found to the values of "${called}"`);
}

function checkedName(name: string): string {
  const plain = name.trim();
  if (plain === '' || plain.length > 80) throw wrong('a field needs a name of 1 to 80 characters');
  if (/^f\d+$/.test(plain)) throw wrong(`"${plain}" is a name for fields that have none`);
  return plain;
}

function wrong(message: string): ArgiopeError {
  return new ArgiopeError('USAGE', message, { advice: 'take the change back, or choose another name' });
}

/** A field on one page: its values and the numbers of their texts. */
export interface FieldOnPage {
  /** Place of the field in its rules. */
  readonly at: number;
  readonly name: string;
  readonly list: string | null;
  readonly values: readonly string[];
  readonly numbers: readonly number[];
}

/** What rules find on a page, and how much of what they expect it has. */
export function fieldsOn(
  rules: TemplateRules,
  page: PreparedPage,
): { readonly fit: number; readonly fields: readonly FieldOnPage[] } {
  const { findings, items, extraction } = applyRules(rules, page);
  const all = [...findings, ...items.flatMap((item) => item.findings)];
  const fields = rules.fields.map((rule, at): FieldOnPage => {
    const spots = all.filter((finding) => finding.rule === rule).flatMap((finding) => finding.spots);
    return {
      at,
      name: rule.name,
      list: rule.list,
      values: spots.map(({ text }) => text),
      numbers: spots.map(({ node }) => node),
    };
  });
  return { fit: extraction.fit, fields };
}
