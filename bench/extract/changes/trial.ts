import { learnLocators } from '../../../src/extract/locate/index.ts';
import { pathOf, preparePage } from '../../../src/extract/page/index.ts';
import { applyRules, find } from '../../../src/extract/rules/apply.ts';
import type { Known } from '../../../src/extract/rules/known.ts';
import { repairField } from '../../../src/extract/rules/repair.ts';
import { Watch } from '../../../src/extract/rules/watch.ts';
import type { FieldRule, PreparedPage, TemplateRules } from '../../../src/extract/types.ts';
import type { DocumentTree } from '../../../src/model/document.ts';
import { plainText } from '../../../src/records/index.ts';
import { profileOf } from '../../../src/values/index.ts';
import type { SwdeSite } from '../swde.ts';
import { type ChangeKind, changeKinds, type SiteFacts } from './kinds.ts';
import { draftOf } from './tree.ts';

/** What became of the rules under one kind of change. */
export interface Outcome {
  rules: number;
  broken: number;
  noticed: number;
  /** Noticed without the records from before. */
  blind: number;
  repaired: number;
  /** Rules that still hold, and were told to have changed. */
  unharmed: number;
}

/** Where the outcomes are written down. */
export interface Books {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Unchanged pages: every notice is a false alarm. */
  readonly control: { rules: number; alarms: number };
  /** Processor time of applying rules to a page, in milliseconds. */
  readonly times: number[];
  /** Told of each rule that was not noticed or not repaired. */
  readonly miss?: (kind: string, what: string) => void;
}

/** No outcome yet. */
export function blankOutcome(): Outcome {
  return { rules: 0, broken: 0, noticed: 0, blind: 0, repaired: 0, unharmed: 0 };
}

interface TruePage {
  readonly page: PreparedPage;
  readonly truth: ReadonlyMap<string, readonly string[]>;
}

/** Pages whose older version is known; rules are learned from every second of them. */
const knownPages = 20;
/** A rule is broken, or mended, by its share of right pages compared with what it was. */
const nearly = 0.9;

/** Puts the template of one site through all kinds of changes. */
export function trySite(site: SwdeSite, nth: number, books: Books): void {
  const pages = site.pages.map(({ id, url, html, truth }) => ({
    page: preparePage({ name: id, url, html }),
    truth,
  }));
  // Alternating, so that both halves are alike.
  const before = pages.filter((_, at) => at % 2 === 0).slice(0, knownPages);
  const others = pages.filter((each) => !before.includes(each));
  const rules = learned(
    site,
    before.filter((_, at) => at % 2 === 0),
    before,
  );
  tryUnchanged(site, rules, others, books);
  const facts = factsOf(site, before, nth);
  const known = new Map(before.map(({ page }) => [page.name, recordOf(rules, page)]));
  const usual = new Map(rules.fields.map((rule) => [rule, rightShare(rule, others)]));
  for (const kind of changeKinds) {
    const changed = before.map((each, at) => changedPage(each, kind, facts, at));
    const fresh = others.map((each, at) => changedPage(each, kind, facts, at + 100));
    tryChange({ site, kind, rules, changed, fresh, known, usual }, books);
  }
}

function tryUnchanged(site: SwdeSite, rules: TemplateRules, pages: readonly TruePage[], books: Books): void {
  const watch = new Watch(rules);
  for (const { page } of pages) {
    const start = process.cpuUsage();
    const applied = applyRules(rules, page);
    const { user, system } = process.cpuUsage(start);
    books.times.push((user + system) / 1000);
    watch.add(page, applied);
  }
  books.control.rules += rules.fields.length;
  books.control.alarms += watch.notices().length;
  for (const notice of watch.notices()) books.miss?.('unchanged', `${site.name} ${JSON.stringify(notice)}`);
}

interface Trial {
  readonly site: SwdeSite;
  readonly kind: ChangeKind;
  readonly rules: TemplateRules;
  readonly changed: readonly TruePage[];
  readonly fresh: readonly TruePage[];
  readonly known: ReadonlyMap<string, Known>;
  readonly usual: ReadonlyMap<FieldRule, number>;
}

function tryChange({ site, kind, rules, changed, fresh, known, usual }: Trial, books: Books): void {
  const [watch, blind] = [new Watch(rules), new Watch(rules)];
  for (const { page } of changed) {
    const applied = applyRules(rules, page);
    watch.add(page, applied, known.get(page.name));
    blind.add(page, applied);
  }
  const [told, toldBlind] = [watch, blind].map((each) => new Set(each.notices().map(({ field }) => field)));
  const pages = changed.map(({ page }) => ({ page, known: known.get(page.name) ?? {} }));
  const outcome = books.outcomes.get(kind.name) as Outcome;
  for (const rule of rules.fields) {
    const was = usual.get(rule) ?? 0;
    // What was never right cannot break.
    if (was < 0.5) continue;
    outcome.rules++;
    const is = rightShare(rule, fresh);
    const isTold = told?.has(rule.name) ?? false;
    if (is >= nearly * was) {
      if (isTold) outcome.unharmed++;
      continue;
    }
    outcome.broken++;
    if (toldBlind?.has(rule.name)) outcome.blind++;
    const repaired = isTold ? repairField(rule, pages) : null;
    const now = repaired === null ? 0 : rightShare(repaired, fresh);
    if (isTold) outcome.noticed++;
    if (now >= nearly * was) outcome.repaired++;
    else
      books.miss?.(
        kind.name,
        `${site.name} ${rule.name} ${was} -> ${is}, ${isTold ? `repaired to ${now}` : 'not noticed'}`,
      );
  }
}

/** Rules from pages whose true values are known, with what is normal for them. */
function learned(site: SwdeSite, sample: readonly TruePage[], before: readonly TruePage[]): TemplateRules {
  const fields = site.attributes.flatMap((attribute): FieldRule | [] => {
    const samples = sample.map(({ page, truth }) => {
      const wanted = truth.get(attribute) ?? [];
      const nodes = page.nodes.filter(({ text }) => text !== '' && wanted.includes(text));
      return {
        page,
        spots: nodes.map(({ index, text }) => ({ path: pathOf(page, index), node: index, text })),
      };
    });
    const locators = learnLocators(samples);
    if (locators.length === 0) return [];
    const rule = { name: attribute, confidence: 1, list: null, attribute: null, locators };
    const blank = { ...rule, profile: profileOf([]) };
    const values = before.map(({ page }) => find(blank, page).spots.map(({ text }) => text));
    return { ...rule, profile: profileOf(values) };
  });
  const rules = {
    domain: site.name,
    template: site.name,
    version: 1,
    learnedAt: '',
    pages: [],
    lists: [],
    fields,
  };
  const watch = new Watch(rules);
  for (const { page } of before) watch.add(page, applyRules(rules, page));
  const normal = watch.oddities();
  return {
    ...rules,
    fields: fields.map((field, at) => ({ ...field, ...(normal[at] && { normal: normal[at] }) })),
  };
}

function recordOf(rules: TemplateRules, page: PreparedPage): Known {
  const { findings } = applyRules(rules, page);
  return Object.fromEntries(findings.map(({ rule, spots }) => [rule.name, spots.map(({ text }) => text)]));
}

/** Short texts that at least 70 % of the pages have, and an attribute that changes from site to site. */
function factsOf(site: SwdeSite, pages: readonly TruePage[], nth: number): SiteFacts {
  const counts = new Map<string, number>();
  for (const { page } of pages)
    for (const text of new Set(page.nodes.map((node) => node.text)))
      if (text !== '' && text.length <= 40) counts.set(text, (counts.get(text) ?? 0) + 1);
  const constants = [...counts].filter(([, count]) => count >= 0.7 * pages.length).map(([text]) => text);
  return { constants: new Set(constants), attribute: site.attributes[nth % site.attributes.length] ?? '' };
}

function changedPage({ page, truth }: TruePage, kind: ChangeKind, facts: SiteFacts, at: number): TruePage {
  const draft = draftOf(page.document, truth);
  const altered = kind.change(draft, facts, at);
  const document = { ...page.document, root: draft.root } as unknown as DocumentTree;
  return {
    page: preparePage({ name: page.name, url: page.url, document }),
    truth: new Map([...truth].map(([attribute, values]) => [attribute, altered[attribute] ?? values])),
  };
}

/** Share of pages on which a rule gives nothing but true values, or rightly nothing. */
function rightShare(rule: FieldRule, pages: readonly TruePage[]): number {
  const right = pages.filter(({ page, truth }) => {
    const wanted = (truth.get(rule.name) ?? []).map(plainText);
    const { spots } = find(rule, page);
    return spots.length === 0
      ? wanted.length === 0
      : spots.every(({ text }) => wanted.includes(plainText(text)));
  });
  return right.length / Math.max(1, pages.length);
}
