import { textsBy } from '../../../src/extract/rules/fixture.ts';
import { fingerprint } from '../../../src/fingerprint/rabin.ts';
import { percent, shareOf } from '../../statistics.ts';
import { type AttributeResult, namedResults } from '../naming/run.ts';
import { judge } from '../naming/score.ts';
import { type PreparedSite, preparedSites } from '../sites.ts';
import { labelledLocators } from './labelled.ts';
import type { ExtractPart } from './part.ts';

const sitesChosen = 10;
const pointsChosen = 50;

/** Means of the paper's table 2: found automatically, and by rules that people had marked. */
const paper = { automatic: 0.74, marked: 0.938 };

interface Point {
  readonly attribute: string;
  readonly page: string;
}

/**
 * The paper's table 2: ten sites, fifty points of information each. Sites and points are those with the least
 * fingerprints of `table 2: <vertical> <site>` and, within a site, of `<page> <attribute>`; points are
 * values that the page has, on pages that nothing was learned from.
 */
export const table2: ExtractPart = {
  name: 'table2',
  title: 'Points of information, as in table 2 of the paper (SWDE)',
  needs: ['groundtruth'],
  async run({ report, data, quick }) {
    const results = namedResults(data, quick, (text) => report.progress(text));
    const sites = [...new Set(results.map(({ vertical, site }) => `${vertical} ${site}`))]
      .sort(byPrint('table 2: '))
      .slice(0, sitesChosen);
    const rows: (string | number)[][] = [];
    let [automatic, marked, all] = [0, 0, 0];
    for (const prepared of preparedSites(data, quick)) {
      const key = `${prepared.site.vertical} ${prepared.site.name}`;
      if (!sites.includes(key)) continue;
      const own = results.filter(({ vertical, site }) => `${vertical} ${site}` === key);
      const points = pointsOf(own);
      const found = points.filter((point) => isFound(own, point)).length;
      const byMarks = markedRight(prepared, points);
      automatic += found;
      marked += byMarks;
      all += points.length;
      rows.push([
        key,
        points.length,
        found,
        percent(shareOf(found, points.length)),
        byMarks,
        percent(shareOf(byMarks, points.length)),
      ]);
    }
    rows.push([
      'all',
      all,
      automatic,
      percent(shareOf(automatic, all)),
      marked,
      percent(shareOf(marked, all)),
    ]);
    report.note(
      `"automatic": fields named by a schema, no labels. "marked": values marked on 10 pages, as people do for rules made
by hand. The paper has ${percent(paper.automatic)} and ${percent(paper.marked)}.\n`,
    );
    report.table(['site', 'points', 'automatic', '', 'marked', ''], rows);
    report.verdict(
      shareOf(automatic, all) >= 0.96,
      'points found automatically >= 96 %',
      percent(shareOf(automatic, all)),
    );
    report.verdict(
      shareOf(marked, all) >= 0.96,
      'points found by marked pages >= 96 %',
      percent(shareOf(marked, all)),
    );
  },
};

function byPrint(salt: string): (one: string, other: string) => number {
  const print = (text: string) => fingerprint(salt + text);
  return (one, other) => (print(one) < print(other) ? -1 : 1);
}

function pointsOf(results: readonly AttributeResult[]): readonly Point[] {
  const points = results.flatMap(({ attribute, pages }) =>
    pages.filter(({ isTrue }) => isTrue).map(({ page }) => ({ attribute, page })),
  );
  const order = byPrint('');
  return points
    .sort((one, other) => order(`${one.page} ${one.attribute}`, `${other.page} ${other.attribute}`))
    .slice(0, pointsChosen);
}

function isFound(results: readonly AttributeResult[], { attribute, page }: Point): boolean {
  const result = results.find((one) => one.attribute === attribute);
  return result?.pages.find((one) => one.page === page)?.tally.right === 1;
}

function markedRight(site: PreparedSite, points: readonly Point[]): number {
  const locators = new Map(site.site.attributes.map((name) => [name, labelledLocators(site, name)]));
  return points.filter(({ attribute, page }) => {
    const scored = site.scored.find((one) => one.page.name === page);
    if (scored === undefined) return false;
    const found = textsBy(locators.get(attribute) ?? [], scored.page);
    return judge(found, scored.truth.get(attribute) ?? []).right === 1;
  }).length;
}
