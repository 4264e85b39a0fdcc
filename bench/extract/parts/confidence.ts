import { namedResults } from '../naming/run.ts';
import { sum } from '../naming/score.ts';
import { type ExtractPart, percent, share } from './part.ts';

const thresholds = [0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95];

/** What a threshold of confidence keeps, and how much of it is right. */
export const confidence: ExtractPart = {
  name: 'confidence',
  title: 'Precision of published values by confidence (SWDE, no labels)',
  needs: ['groundtruth'],
  async run({ report, data, quick }) {
    const results = namedResults(data, quick, (text) => report.progress(text));
    const at = (least: number) => {
      const tallies = results.map((one) => ({ one, tally: sum(one.pages.map(({ tally }) => tally)) }));
      const all = tallies.reduce((count, { tally }) => count + tally.right + tally.wrong, 0);
      const kept = sum(tallies.filter(({ one }) => one.confidence >= least).map(({ tally }) => tally));
      const published = kept.right + kept.wrong;
      return { precision: share(kept.right, published), coverage: share(published, all) };
    };
    const steps = [...new Set([...thresholds, ...results.map((one) => one.confidence)])].sort(
      (a, b) => a - b,
    );
    report.note('Coverage: values published, of all that were found.\n');
    report.table(
      ['confidence from', 'precision', 'coverage'],
      thresholds.map((least) => [
        least.toFixed(2),
        percent(at(least).precision),
        percent(at(least).coverage),
      ]),
    );
    const best = steps.find((least) => at(least).precision >= 0.99);
    const kept = best === undefined ? null : at(best);
    report.verdict(
      kept !== null && kept.coverage >= 0.8,
      'precision >= .99 at >= 80 % coverage',
      kept === null ? 'never' : `${percent(kept.coverage)} from ${best?.toFixed(3)} on`,
    );
  },
};
