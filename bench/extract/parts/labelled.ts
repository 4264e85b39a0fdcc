import { learnLocators } from '../../../src/extract/locate/index.ts';
import { pathOf } from '../../../src/extract/page/index.ts';
import { textsBy } from '../../../src/extract/rules/fixture.ts';
import type { PreparedPage, Spot } from '../../../src/extract/types.ts';
import { f1, judge, mean, sum } from '../naming/score.ts';
import { type PreparedSite, preparedSites } from '../sites.ts';
import { normalised } from '../swde.ts';
import type { ExtractPart } from './part.ts';

/** Locators learned from ten pages on which the values are known. */
export const labelled: ExtractPart = {
  name: 'labelled',
  title: 'Locators from 10 labelled pages per site (SWDE)',
  needs: ['groundtruth'],
  async run({ report, data, quick }) {
    const scores = new Map<string, (number | null)[]>();
    for (const site of preparedSites(data, quick)) {
      report.progress(`${site.site.vertical}-${site.site.name}`);
      for (const attribute of site.site.attributes) {
        const key = `${site.site.vertical} ${attribute}`;
        scores.set(key, [...(scores.get(key) ?? []), scoreOf(site, attribute)]);
      }
    }
    const rows = [...scores].map(([key, values]) => [
      key,
      mean(values),
      Math.min(...values.map((value) => value ?? 1)),
    ]);
    const verticals = [...new Set([...scores.keys()].map((key) => key.split(' ')[0] as string))];
    const macro = mean(
      verticals.map((vertical) =>
        mean([...scores].filter(([key]) => key.startsWith(`${vertical} `)).map(([, one]) => mean(one))),
      ),
    );
    rows.push(['all verticals', macro, Math.min(...rows.map(([, , least]) => least as number))]);
    report.note('F1 over the pages that were not labelled, mean of the sites, and of the worst site.\n');
    report.table(['attribute', 'F1', 'worst site'], rows);
    report.verdict(macro >= 0.985, 'macro F1 with 10 labelled pages >= .985', macro.toFixed(4));
  },
};

/** F1 of one attribute of a site; `null` where the site does not have it. */
export function scoreOf(site: PreparedSite, attribute: string): number | null {
  const locators = labelledLocators(site, attribute);
  return f1(
    sum(site.scored.map(({ page, truth }) => judge(textsBy(locators, page), truth.get(attribute) ?? []))),
  );
}

/** What ten pages teach, on which every place that shows a true value is marked. */
export function labelledLocators({ site, sample }: PreparedSite, attribute: string) {
  const truths = new Map(site.pages.map(({ id, truth }) => [id, truth.get(attribute) ?? []]));
  return learnLocators(sample.map((page) => ({ page, spots: spotsOf(page, truths.get(page.name) ?? []) })));
}

function spotsOf(page: PreparedPage, values: readonly string[]): readonly Spot[] {
  return page.nodes
    .filter(
      ({ index, text }) =>
        text !== '' && page.noise.get(index) !== 'script' && values.includes(normalised(text)),
    )
    .map(({ index, text }) => ({ path: pathOf(page, index), node: index, text }));
}
