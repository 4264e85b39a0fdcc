import { induce, match, preparePage } from '../../../src/extract/index.ts';
import { type PreparedSite, preparedSites } from '../sites.ts';
import type { ExtractPart } from './part.ts';

/** Times of induction and of matching, in processor time of this process. */
export const time: ExtractPart = {
  name: 'time',
  title: 'Times of induction and matching (SWDE)',
  needs: ['groundtruth'],
  async run({ report, data, quick }) {
    const parsing: number[] = [];
    const inducing: number[] = [];
    const matching: number[] = [];
    for (const prepared of preparedSites(data, quick)) {
      report.progress(`${prepared.site.vertical}-${prepared.site.name}`);
      const { parse, make, apply } = measured(prepared);
      parsing.push(...parse);
      inducing.push(make);
      matching.push(...apply);
    }
    report.table(
      ['ms of processor time', 'median', '95th percentile', 'most'],
      [
        ['parsing a page', ...spread(parsing)],
        ['inducing from 10 pages', ...spread(inducing)],
        ['matching a page', ...spread(matching)],
      ],
    );
    const [, often = 0, most = 0] = spread(inducing);
    report.verdict(
      often <= 1000,
      'induction from 10 pages <= 1 s at the 95th percentile',
      `${often.toFixed(0)} ms`,
    );
    report.verdict(most <= 10_000, 'induction never takes more than 10 s', `${most.toFixed(0)} ms`);
    const [, usual = 0] = spread(matching);
    report.verdict(
      usual <= 10,
      'matching <= 10 ms per page beyond parsing (95th percentile)',
      `${usual.toFixed(1)} ms`,
    );
  },
};

function measured({ site, sample, scored }: PreparedSite) {
  const parse = site.pages.slice(0, 5).map(({ id, url, html }) => {
    const [, spent] = timed(() => preparePage({ name: id, url, html }));
    return spent;
  });
  const [wrapper, make] = timed(() => induce(sample));
  const apply = scored.map(({ page }) => {
    const [, spent] = timed(() => match(wrapper, page));
    return spent;
  });
  return { parse, make, apply };
}

function timed<T>(run: () => T): readonly [T, number] {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1000];
}

function spread(values: readonly number[]): readonly [number, number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return [at(0.5), at(0.95), sorted.at(-1) ?? 0];
}
