import { find } from '../rules/apply.ts';
import { type KnownPage, repairField } from '../rules/repair.ts';
import { isStrange } from '../rules/strange.ts';
import type { Notice } from '../rules/watch.ts';
import type { FieldRule, PreparedPage, TemplateRules } from '../types.ts';
import { isNeutral } from './records.ts';
import type { Step } from './template.ts';

/** What became of rules whose template has changed. */
export interface Mended {
  readonly rules: TemplateRules;
  readonly steps: readonly Step[];
}

/** Share of pages on which a field of a new wrapper must look like the old one to take its place. */
const leastAlike = 0.8;

/**
 * Mends rules after a change: fields whose known values the pages still show are found again; for the others
 * the pages are compared anew (`relearn`), and the field of the new wrapper that has the same name and looks
 * the same, or shows the same values, takes the place. What is found nowhere is told as lost.
 */
export async function mend(
  rules: TemplateRules,
  notices: readonly Notice[],
  pages: readonly KnownPage[],
  relearn: () => Promise<TemplateRules>,
): Promise<Mended> {
  const steps: Step[] = [];
  const say = (kind: Step['kind'], field: string, text: string) =>
    steps.push({ template: rules.template, kind, field, text });
  let fresh: TemplateRules | null = null;
  const noticed = new Map(notices.map((notice) => [key(notice.list, notice.field), notice]));
  const mended = async (rule: FieldRule): Promise<FieldRule> => {
    const notice = noticed.get(key(rule.list, rule.name));
    if (notice === undefined) return rule;
    if (!isNeutral(rule.name)) say('changed', rule.name, noticeText(notice));
    const repaired = rule.list === null ? repairField(rule, pages) : null;
    if (repaired !== null) {
      say(
        'repaired',
        rule.name,
        `found again by ${repaired.locators.length} locators on pages that show known values`,
      );
      return withoutNormal(repaired);
    }
    if (isNeutral(rule.name)) return withoutNormal(rule);
    fresh ??= await relearn();
    const other = replacement(
      rule,
      fresh,
      pages.map(({ page }) => page),
    );
    if (other === null)
      say('lost', rule.name, 'neither known values nor values like those before are on the pages');
    else say('reinduced', rule.name, `taken over from the new wrapper (${other.locators.length} locators)`);
    return other ?? withoutNormal(rule);
  };
  const fields: FieldRule[] = [];
  for (const rule of rules.fields) fields.push(await mended(rule));
  return { rules: { ...rules, fields }, steps };
}

function key(list: string | null, field: string): string {
  return JSON.stringify([list, field]);
}

function withoutNormal({ normal: _, ...rule }: FieldRule): FieldRule {
  return rule;
}

/** The field of new rules that has the same name, else whose values look most like those before. */
function replacement(
  rule: FieldRule,
  fresh: TemplateRules,
  pages: readonly PreparedPage[],
): FieldRule | null {
  if (rule.list !== null) return null;
  const candidates = fresh.fields
    .filter(({ list }) => list === null)
    .map((field) => ({ field, likeness: likenessOf(rule, field, pages) }))
    .filter(({ likeness }) => likeness >= leastAlike)
    .sort((one, other) => other.likeness - one.likeness);
  const best =
    candidates.find(({ field }) => field.name === rule.name) ??
    candidates.find(({ field }) => sharesSample(rule, field));
  if (best === undefined) return null;
  return {
    ...rule,
    locators: best.field.locators,
    profile: best.field.profile,
    attribute: best.field.attribute,
  };
}

/** Share of pages on which a field shows something that the old one might have shown. */
function likenessOf({ profile }: FieldRule, field: FieldRule, pages: readonly PreparedPage[]): number {
  if (profile.type !== 'text' && field.profile.type !== profile.type) return 0;
  const alike = pages.filter((page) => {
    const { spots } = find(field, page);
    return spots.length > 0 && spots.every(({ text }) => !isStrange(profile, text));
  });
  return alike.length / Math.max(1, pages.length);
}

function sharesSample({ profile }: FieldRule, field: FieldRule): boolean {
  return field.profile.samples.some((text) => profile.samples.includes(text));
}

/** What was noticed, in one line. */
export function noticeText({ kind, count, pages, usual }: Notice): string {
  const before = `before: ${Math.round(usual * 100)} %`;
  const on = `on ${count} of ${pages} pages`;
  switch (kind) {
    case 'missing':
      return `nothing found ${on} (${before})`;
    case 'strange':
      return `values unlike those before ${on} (${before})`;
    case 'split':
      return `alternatives disagree ${on} (${before})`;
    case 'displaced':
      return `the known value stands elsewhere ${on}`;
  }
}
