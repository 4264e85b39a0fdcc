import { type KnownPage, repairField } from '../rules/repair.ts';
import { type MendedList, repairList } from '../rules/repair-list.ts';
import type { Notice } from '../rules/watch.ts';
import type { FieldRule, TemplateRules } from '../types.ts';
import { isNeutral } from './records.ts';
import { replacedField, replacedList } from './replace.ts';
import type { TemplateStep } from './template.ts';

/** What became of rules whose template has changed. */
export interface Mended {
  readonly rules: TemplateRules;
  readonly steps: readonly TemplateStep[];
}

/**
 * Mends rules after a change: fields and lists whose known values the pages still show are found again; for the
 * others the pages are compared anew (`relearn`), and the field or list of the new wrapper that has the same name
 * and looks the same, or shows the same values, takes the place. What is found nowhere is told as lost.
 */
export async function mend(
  rules: TemplateRules,
  notices: readonly Notice[],
  pages: readonly KnownPage[],
  relearn: () => Promise<TemplateRules>,
): Promise<Mended> {
  const mending = new Mending(rules, notices, pages, relearn);
  for (const rule of rules.fields) if (rule.list === null) await mending.field(rule);
  for (const { id } of rules.lists) await mending.list(id);
  return { rules: mending.rules, steps: mending.steps };
}

class Mending {
  rules: TemplateRules;
  readonly steps: TemplateStep[] = [];
  readonly #notices: ReadonlyMap<string, Notice>;
  readonly #pages: readonly KnownPage[];
  readonly #relearn: () => Promise<TemplateRules>;
  #fresh: Promise<TemplateRules> | null = null;

  constructor(
    rules: TemplateRules,
    notices: readonly Notice[],
    pages: readonly KnownPage[],
    relearn: () => Promise<TemplateRules>,
  ) {
    this.rules = rules;
    this.#notices = new Map(notices.map((notice) => [key(notice.list, notice.field), notice]));
    this.#pages = pages;
    this.#relearn = relearn;
  }

  async field(rule: FieldRule): Promise<void> {
    if (!this.#isNoticed(rule)) return;
    this.#tellChange(rule);
    const repaired = repairField(rule, this.#pages);
    if (repaired !== null) return this.#settle(rule, repaired, 'repaired');
    if (isNeutral(rule.name)) return this.#put(withoutNormal(rule));
    const pages = this.#pages.map(({ page }) => page);
    this.#settle(rule, replacedField(rule, await this.#learned(), pages), 'reinduced');
  }

  /** A list and its fields: values that are known of the items first, then what the new wrapper has. */
  async list(id: string): Promise<void> {
    const own = this.rules.fields.filter(({ list }) => list === id);
    let broken = own.filter((rule) => this.#isNoticed(rule));
    if (broken.length === 0) return;
    for (const rule of broken) this.#tellChange(rule);
    const repaired = repairList(this.rules, id, this.#pages);
    if (repaired !== null) broken = this.#take(repaired, broken, 'repaired');
    const lost = broken.filter(({ name }) => !isNeutral(name));
    if (lost.length > 0) {
      const isFound = own.some((rule) => !broken.includes(rule) && !isNeutral(rule.name));
      const pages = this.#pages.map(({ page }) => page);
      const fresh = replacedList(this.rules, id, await this.#learned(), pages, isFound);
      if (fresh !== null) broken = this.#take(fresh, broken, 'reinduced');
    }
    for (const rule of broken) this.#settle(rule, null, 'reinduced');
  }

  /** Takes a mended list over; gives the fields that are still broken. */
  #take(
    { list, around, fields }: MendedList,
    broken: readonly FieldRule[],
    kind: 'repaired' | 'reinduced',
  ): FieldRule[] {
    this.rules = {
      ...this.rules,
      lists: this.rules.lists.map((each) => [list, around].find((mended) => mended?.id === each.id) ?? each),
    };
    const noticed = new Set(broken.map(({ name }) => name));
    // Fields that nobody complained of are given for the new items too.
    for (const rule of fields.values()) if (!noticed.has(rule.name)) this.#put(withoutNormal(rule));
    return broken.filter((rule) => {
      const mended = fields.get(rule.name);
      if (mended === undefined) return true;
      this.#settle(rule, mended, kind);
      return false;
    });
  }

  #isNoticed({ list, name }: FieldRule): boolean {
    return this.#notices.has(key(list, name));
  }

  #learned(): Promise<TemplateRules> {
    this.#fresh ??= this.#relearn();
    return this.#fresh;
  }

  #put(rule: FieldRule): void {
    const isSame = (each: FieldRule) => each.list === rule.list && each.name === rule.name;
    this.rules = { ...this.rules, fields: this.rules.fields.map((each) => (isSame(each) ? rule : each)) };
  }

  #settle(rule: FieldRule, mended: FieldRule | null, kind: 'repaired' | 'reinduced'): void {
    this.#put(withoutNormal(mended ?? rule));
    if (mended === null && isNeutral(rule.name)) return;
    const count = mended?.locators.length ?? 0;
    if (mended === null)
      this.#say('lost', rule, 'neither known values nor values like those before are on the pages');
    else if (kind === 'repaired')
      this.#say('repaired', rule, `found again by ${count} locators on pages that show known values`);
    else this.#say('reinduced', rule, `taken over from the new wrapper (${count} locators)`);
  }

  #tellChange(rule: FieldRule): void {
    const notice = this.#notices.get(key(rule.list, rule.name));
    if (notice !== undefined && !isNeutral(rule.name)) this.#say('changed', rule, noticeText(notice));
  }

  #say(kind: TemplateStep['kind'], { list, name }: FieldRule, text: string): void {
    const field = list === null ? name : `${list}/${name}`;
    this.steps.push({ template: this.rules.template, kind, field, text });
  }
}

function key(list: string | null, field: string): string {
  return JSON.stringify([list, field]);
}

function withoutNormal({ normal: _, ...rule }: FieldRule): FieldRule {
  return rule;
}

/** What was noticed, in one line. */
function noticeText({ list, kind, count, pages, usual }: Notice): string {
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
      return `the known value stands elsewhere ${list === null ? on : `in ${count} of ${pages} items`}`;
  }
}
