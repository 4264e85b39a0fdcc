import { applyRules, isNeutral, type TemplateRules } from '../extract/index.ts';
import type { StorePlace } from './controls.ts';
import { extractionPages } from './extraction/pages.ts';
import { newestRules, putRules, rulesInRow } from './extraction/rules.ts';
import { withSite } from './site.ts';

/** What rules did on the pages that are stored. */
export interface RulesTest {
  readonly template: string;
  /** Pages that are of the template by what its rules find on them. */
  readonly pages: number;
  readonly fields: readonly FieldTest[];
}

/** What one field's rule did. */
export interface FieldTest {
  readonly name: string;
  readonly list: string | null;
  /** Pages on which it found something. */
  readonly found: number;
  /** Pages on which its alternatives did not agree. */
  readonly disagree: number;
  /** Pages with values unlike those that it was learned from. */
  readonly strange: number;
  readonly examples: readonly string[];
}

/** What can be done with the rules of a store. */
export interface RulesTools {
  /** The newest rules of every template. */
  list(place: StorePlace): Promise<readonly TemplateRules[]>;
  /** Every version of one template, oldest first. */
  versions(place: StorePlace, template: string): Promise<readonly TemplateRules[]>;
  /** Keeps rules as new versions where they differ from the newest; gives those that were kept. */
  save(place: StorePlace, rules: readonly TemplateRules[]): Promise<readonly TemplateRules[]>;
  /** Applies rules to the stored pages, or to the HTML files of a folder. */
  test(
    place: StorePlace & { readonly pages?: string | null },
    rules: readonly TemplateRules[],
  ): Promise<readonly RulesTest[]>;
}

/** The rules of a store. */
export const rules: RulesTools = {
  list: (place) => withSite(place, { readOnly: true }, newestRules),
  versions: (place, template) =>
    withSite(place, { readOnly: true }, async (site) => {
      const found = (await newestRules(site)).find((each) => each.template === template);
      if (!found) return [];
      return (await site.rules({ domain: found.domain, template })).flatMap(rulesInRow);
    }),
  save: (place, given) =>
    withSite(place, { readOnly: false }, async (site) => {
      const before = await newestRules(site);
      const kept: TemplateRules[] = [];
      for (const each of given) if (!isSame(each, before)) kept.push(await putRules(site, each));
      return kept;
    }),
  test: (place, given) =>
    withSite(place, { readOnly: true }, async (site) => {
      const tallies = given.map((each) => new Tally(each));
      for await (const page of extractionPages(site, { pages: place.pages ?? null }, { filters: null })) {
        const applied = tallies.map((tally) => ({ tally, result: applyRules(tally.rules, page) }));
        const best = applied.reduce<(typeof applied)[number] | null>(
          (one, other) =>
            other.result.extraction.fit > (one?.result.extraction.fit ?? leastFit) ? other : one,
          null,
        );
        best?.tally.add(best.result);
      }
      return tallies.map((tally) => tally.result());
    }),
};

/** Share of the expected fields that a page must have to be counted. */
const leastFit = 0.3;

/** Versions and moments aside. */
function isSame(one: TemplateRules, before: readonly TemplateRules[]): boolean {
  const plain = (rules: TemplateRules) => JSON.stringify({ ...rules, version: 0, learnedAt: '' });
  return before.some((other) => plain(other) === plain(one));
}

type Counts = { found: number; disagree: number; strange: number; examples: Set<string> };

class Tally {
  readonly rules: TemplateRules;
  readonly #counts: Counts[];
  #pages = 0;

  constructor(given: TemplateRules) {
    this.rules = given;
    this.#counts = given.fields.map(() => ({ found: 0, disagree: 0, strange: 0, examples: new Set() }));
  }

  add({ findings, items }: ReturnType<typeof applyRules>): void {
    this.#pages++;
    const all = [...findings, ...items.flatMap((item) => item.findings)];
    for (const [at, rule] of this.rules.fields.entries()) {
      const counts = this.#counts[at] as Counts;
      const found = all.filter((finding) => finding.rule === rule && finding.spots.length > 0);
      if (found.length > 0) counts.found++;
      if (found.some(({ agreement }) => agreement < 1)) counts.disagree++;
      if (found.some(({ strange }) => strange.length > 0)) counts.strange++;
      for (const { spots } of found) if (counts.examples.size < 3) counts.examples.add(spots[0]?.text ?? '');
    }
  }

  result(): RulesTest {
    const fields = this.rules.fields.map(({ name, list }, at) => {
      const { examples, ...counts } = this.#counts[at] as Counts;
      return { name, list, ...counts, examples: [...examples] };
    });
    return { template: this.rules.template, pages: this.#pages, fields: fields.toSorted(byName) };
  }
}

/** Fields with names come first. */
function byName(one: FieldTest, other: FieldTest): number {
  return Number(isNeutral(one.name)) - Number(isNeutral(other.name));
}
