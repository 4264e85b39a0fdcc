import { type AttributeResult, namedResults } from '../naming/run.ts';
import { f1, mean, sum } from '../naming/score.ts';
import type { ExtractPart } from './part.ts';

/** Named fields without labels from the site: the schema of a vertical is all that is given. */
export const named: ExtractPart = {
  name: 'named',
  title: 'Fields named by a schema, without labels from the site (SWDE)',
  needs: ['groundtruth'],
  async run({ report, data, quick }) {
    const results = namedResults(data, quick, (text) => report.progress(text));
    report.note(
      `F1 over pages, mean of the sites: a page is right where something was found and all of it is true. Learned from
at most 10 pages per site, scored on the others. Every second site was looked at while building ("built on").\n`,
    );
    const keys = [...new Set(results.map(({ vertical, attribute }) => `${vertical} ${attribute}`))];
    const rows = keys.map((key) => {
      const own = results.filter(({ vertical, attribute }) => `${vertical} ${attribute}` === key);
      return [key, score(own, 'built on'), score(own, 'unseen'), score(own)];
    });
    const verticals = [...new Set(results.map(({ vertical }) => vertical))];
    const macro = (half?: AttributeResult['half']) =>
      mean(
        verticals.map((vertical) =>
          overAttributes(
            results.filter((one) => one.vertical === vertical),
            half,
          ),
        ),
      );
    rows.push(['all verticals', macro('built on'), macro('unseen'), macro()]);
    report.table(['attribute', 'built on', 'unseen', 'all sites'], rows);
    report.verdict(macro() >= 0.85, 'macro F1 of named fields without labels >= .85', macro().toFixed(3));
  },
};

function overAttributes(results: readonly AttributeResult[], half?: AttributeResult['half']): number {
  const attributes = [...new Set(results.map(({ attribute }) => attribute))];
  return mean(
    attributes.map((name) =>
      score(
        results.filter(({ attribute }) => attribute === name),
        half,
      ),
    ),
  );
}

function score(results: readonly AttributeResult[], half?: AttributeResult['half']): number {
  const own = results.filter((one) => half === undefined || one.half === half);
  return mean(own.map(({ pages }) => f1(sum(pages.map(({ tally }) => tally)))));
}
