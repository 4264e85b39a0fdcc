import { percent, shareOf } from '../../statistics.ts';
import { namedResults } from '../naming/run.ts';
import type { ExtractPart } from './part.ts';

const thresholds = [0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95];

/** What a threshold of confidence keeps, and how much of it is right. */
export const confidence: ExtractPart = {
  name: 'confidence',
  title: 'Precision of published values by confidence (SWDE, no labels)',
  needs: ['groundtruth'],
  async run({ report, data, quick }) {
    const results = namedResults(data, quick, (text) => report.progress(text));
    const pages = results.flatMap((one) => one.pages).filter(({ tally }) => tally.right + tally.wrong > 0);
    const at = (least: number) => {
      const kept = pages.filter((page) => page.confidence >= least);
      const right = kept.filter(({ tally }) => tally.right > 0).length;
      return { precision: shareOf(right, kept.length), coverage: shareOf(kept.length, pages.length) };
    };
    const steps = [...new Set([...thresholds, ...pages.map((page) => page.confidence)])].sort(
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
