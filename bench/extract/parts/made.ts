import { type NamingAbout, preparePage } from '../../../src/extract/index.ts';
import type { ExtractedRecord } from '../../../src/records/index.ts';
import { valuesOf } from '../../../src/records/record.ts';
import { percent, shareOf } from '../../statistics.ts';
import { type MadeSite, madeSites } from '../naming/made-sites.ts';
import { f1, mean, sum, type Tally } from '../naming/score.ts';
import { Sessions } from '../naming/sessions.ts';
import type { ExtractPart } from './part.ts';

const defaultThreshold = 0.5;
/** Pages whose records are given where some are. */
const given = 5;

/** Names on made sites of verticals that nothing was learned from, in many layouts. */
export const made: ExtractPart = {
  name: 'made',
  title: 'Names on made sites of seven other verticals in eight layouts',
  needs: [],
  async run({ report, quick }) {
    const sites = madeSites().filter((_, at) => !quick || at % 5 === 0);
    const results: Result[] = [];
    for (const site of sites) {
      report.progress(site.name);
      results.push(...(await resultsOn(site)));
    }
    report.note(
      'Records as the command line writes them, by names alone, and with the records of five pages (the others are scored).\n',
    );
    for (const way of ['names', 'records'] as const) {
      const own = results.filter((one) => one.way === way);
      for (const key of ['vertical', 'layout'] as const) {
        const groups = Map.groupBy(own, (one) => one[key]);
        report.table(
          [`${way} by ${key}`, 'F1', 'precision', 'coverage'],
          [...groups].map(([name, some]) => [name, ...figures(some)]),
        );
      }
      const [score = 0, precision = 0, coverage = 0] = figures(own);
      report.verdict(score >= 0.85, `${way}: mean F1 on made sites >= .85`, score.toFixed(3));
      report.verdict(
        precision >= 0.97,
        `${way}: precision >= .97`,
        `${percent(precision)} at a coverage of ${percent(coverage)}`,
      );
    }
    report.note(results.flatMap(({ miss }) => miss ?? []).join('\n'));
  },
};

interface Result {
  readonly way: 'names' | 'records';
  readonly vertical: string;
  readonly layout: string;
  readonly tally: Tally;
  readonly miss: string | null;
}

async function resultsOn(site: MadeSite): Promise<readonly Result[]> {
  const sessions = new Sessions(site.pages.map(({ name, html }) => preparePage({ name, url: null, html })));
  const wanted = site.attributes.map((name) => ({ name }));
  const prior = site.pages.slice(0, given).map(({ truth }) => truth);
  const known = new Map(site.attributes.map((name) => [name, prior.flatMap((row) => row[name] ?? [])]));
  const ways: readonly (readonly [Result['way'], NamingAbout])[] = [
    ['names', { wanted }],
    ['records', { wanted, known, prior }],
  ];
  const results: Result[] = [];
  for (const [way, naming] of ways) {
    const records = await sessions.run(naming, defaultThreshold);
    for (const attribute of site.attributes) results.push(resultOf(site, way, attribute, records));
  }
  return results;
}

function resultOf(
  site: MadeSite,
  way: Result['way'],
  attribute: string,
  records: readonly ExtractedRecord[],
): Result {
  const misses: string[] = [];
  const tallies = site.pages.slice(way === 'records' ? given : 0).map(({ name, truth }): Tally => {
    const values = truth[attribute] ?? [];
    const record = records.find(
      ({ page, path, fields }) => page === name && path === null && attribute in fields,
    );
    const found = record === undefined ? [] : valuesOf(record.fields[attribute]);
    // Where all values of a list stand in one text, they are shown as they stand there.
    const isRight =
      found.length === values.length
        ? found.every((text) => values.includes(text))
        : found[0] === values.join(', ');
    if (!isRight && misses.length < 2) misses.push(`${JSON.stringify(found)} for ${JSON.stringify(values)}`);
    return { right: isRight ? 1 : 0, wrong: isRight || found.length === 0 ? 0 : 1, missed: isRight ? 0 : 1 };
  });
  const tally = sum(tallies);
  const [vertical = '', layout = ''] = site.name.split(' ');
  const miss = (f1(tally) ?? 0) < 0.8 ? `${way} ${site.name} ${attribute}: ${misses.join(' | ')}` : null;
  return { way, vertical, layout, tally, miss };
}

function figures(results: readonly Result[]): readonly number[] {
  const { right, wrong, missed } = sum(results.map(({ tally }) => tally));
  return [
    mean(results.map(({ tally }) => f1(tally))),
    shareOf(right, right + wrong),
    shareOf(right + wrong, right + missed),
  ];
}
