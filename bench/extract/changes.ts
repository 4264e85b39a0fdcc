import { learnLocators } from '../../src/extract/locate/index.ts';
import { pathOf, preparePage } from '../../src/extract/page/index.ts';
import { profileOf } from '../../src/extract/recognise/index.ts';
import { applyRules, find } from '../../src/extract/rules/apply.ts';
import { plainText } from '../../src/extract/rules/known.ts';
import { repairField } from '../../src/extract/rules/repair.ts';
import { Watch } from '../../src/extract/rules/watch.ts';
import type { FieldRule, PreparedPage, TemplateRules } from '../../src/extract/types.ts';
import type { DocumentTree } from '../../src/model/document.ts';
import type { Report } from '../report.ts';
import { type ChangeKind, changeKinds, type SiteFacts } from './changes/kinds.ts';
import { draftOf } from './changes/tree.ts';
import { readSite, type SwdeSite, swdeSites } from './swde.ts';

/** A page with its true values. */
interface TruePage {
  readonly page: PreparedPage;
  readonly truth: ReadonlyMap<string, readonly string[]>;
}

/** What became of the rules under one kind of change. */
interface Outcome {
  rules: number;
  broken: number;
  /** Noticed with the help of older records of the pages, and without. */
  noticed: number;
  noticedBlind: number;
  repaired: number;
  /** Rules that still hold, and were told to have changed. */
  needless: number;
  unbroken: number;
}

/** Pages whose older version is known; rules are learned from every second of them. */
const knownPages = 20;

/**
 * Puts templates through changes: rules are learned from ten pages, twenty are known from an earlier crawl, all
 * are changed by a program; the other twenty say whether a rule is broken, and whether its repair holds.
 */
export async function changes(
  report: Report,
  options: { data: string; quick: boolean; debug?: boolean },
): Promise<void> {
  const sites = swdeSites(options.data).filter((_, at) => !options.quick || at % 5 === 0);
  const outcomes = new Map(changeKinds.map(({ name }) => [name, blank()]));
  const control = { rules: 0, alarms: 0 };
  const times: number[] = [];
  for (const [nth, { vertical, folder }] of sites.entries()) {
    const site = readSite(options.data, vertical, folder);
    report.progress(`changes: ${vertical} ${site.name}`);
    putThrough(site, nth, { outcomes, control, times, debug: options.debug ?? false });
  }
  report.section('Changes of templates');
  report.note(
    `${sites.length} sites; rules learned from 10 pages, 20 known from before, 20 others to judge by. Blind: without older records.`,
  );
  const all = [...outcomes.values()].reduce(add, blank());
  const rows = [...outcomes, ['all', all] as const].map(([name, each]) => [
    ...[name, each.rules, each.broken, each.noticed, each.noticedBlind, each.repaired, each.needless],
  ]);
  report.table(['change', 'rules', 'broken', 'noticed', 'blind', 'repaired', 'needless'], rows);
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  report.verdict(
    all.noticed >= 0.95 * all.broken,
    'broken rules noticed >= 95 %',
    share(all.noticed, all.broken),
  );
  report.verdict(
    control.alarms <= 0.02 * control.rules,
    'false alarms on unchanged pages <= 2 %',
    share(control.alarms, control.rules),
  );
  report.verdict(
    all.repaired >= 0.7 * all.broken,
    'broken rules repaired >= 70 %',
    share(all.repaired, all.broken),
  );
  times.sort((one, other) => one - other);
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
  report.verdict(
    p95 <= 10,
    'applying rules <= 10 ms per page beyond parsing (95th percentile)',
    `${p95.toFixed(2)} ms`,
  );
}

interface Books {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly control: { rules: number; alarms: number };
  readonly times: number[];
  readonly debug: boolean;
}

function putThrough(site: SwdeSite, nth: number, books: Books): void {
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
  const facts = factsOf(site, before, nth);
  const known = new Map(before.map(({ page }) => [page.name, recordOf(rules, page)]));

  const calm = new Watch(rules);
  for (const { page } of others) {
    const start = performance.now();
    const applied = applyRules(rules, page);
    books.times.push(performance.now() - start);
    calm.add(page, applied);
  }
  books.control.rules += rules.fields.length;
  books.control.alarms += calm.notices().length;
  if (books.debug)
    for (const notice of calm.notices()) console.log('FALSE', site.name, JSON.stringify(notice));

  const usual = new Map(rules.fields.map((rule) => [rule.name, rightShare(rule, others)]));
  for (const kind of changeKinds) {
    const changed = before.map((each, at) => changedPage(each, kind, facts, at));
    const fresh = others.map((each, at) => changedPage(each, kind, facts, at + 100));
    const watch = new Watch(rules);
    const blind = new Watch(rules);
    for (const { page } of changed) {
      const applied = applyRules(rules, page);
      watch.add(page, applied, known.get(page.name));
      blind.add(page, applied);
    }
    const [noticed, noticedBlind] = [watch, blind].map(
      (each) => new Set(each.notices().map(({ field }) => field)),
    );
    const outcome = books.outcomes.get(kind.name) as Outcome;
    for (const rule of rules.fields) {
      const was = usual.get(rule.name) ?? 0;
      if (was < 0.5) continue;
      outcome.rules++;
      const isBroken = rightShare(rule, fresh) < 0.9 * was;
      if (!isBroken) {
        outcome.unbroken++;
        if (noticed?.has(rule.name)) outcome.needless++;
        continue;
      }
      outcome.broken++;
      if (noticedBlind?.has(rule.name)) outcome.noticedBlind++;
      if (!noticed?.has(rule.name)) {
        if (books.debug)
          console.log(
            'UNNOTICED',
            kind.name,
            site.name,
            rule.name,
            rightShare(rule, fresh).toFixed(2),
            was.toFixed(2),
          );
        continue;
      }
      outcome.noticed++;
      const repaired = repairField(
        rule,
        changed.map(({ page }) => ({ page, known: known.get(page.name) ?? {} })),
      );
      const now = repaired === null ? 0 : rightShare(repaired, fresh);
      if (now >= 0.9 * was) outcome.repaired++;
      else if (books.debug)
        console.log(
          'UNREPAIRED',
          kind.name,
          site.name,
          rule.name,
          repaired === null ? 'none' : now.toFixed(2),
          was.toFixed(2),
        );
    }
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
  const about = { domain: site.name, template: site.name, version: 1, learnedAt: '', pages: [], lists: [] };
  const watch = new Watch({ ...about, fields });
  for (const { page } of before) watch.add(page, applyRules({ ...about, fields }, page));
  const normal = watch.oddities();
  return {
    ...about,
    fields: fields.map((field, at) => ({ ...field, normal: normal[at] as NonNullable<FieldRule['normal']> })),
  };
}

function recordOf(rules: TemplateRules, page: PreparedPage): Record<string, readonly string[]> {
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
  const attribute = site.attributes[nth % site.attributes.length] ?? '';
  return { constants: new Set(constants), attribute };
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

function blank(): Outcome {
  return { rules: 0, broken: 0, noticed: 0, noticedBlind: 0, repaired: 0, needless: 0, unbroken: 0 };
}

function add(one: Outcome, other: Outcome): Outcome {
  const keys = Object.keys(one) as (keyof Outcome)[];
  return Object.fromEntries(keys.map((key) => [key, one[key] + other[key]])) as unknown as Outcome;
}
