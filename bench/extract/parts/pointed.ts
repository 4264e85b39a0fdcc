import { applyRules } from '../../../src/extract/index.ts';
import { publishedConfidence } from '../../../src/extract/session/records.ts';
import { rulesFromLabels } from '../../../src/run/labelling/learn.ts';
import { f1, judge, mean, sum } from '../naming/score.ts';
import { type PreparedSite, preparedSites } from '../sites.ts';
import { normalised } from '../swde.ts';
import type { ExtractPart } from './part.ts';

/** Confidence from which a field is written by default. */
const minConfidence = 0.5;

/** What `extract --label` gives from ten pages on which the values are pointed at. */
export const pointed: ExtractPart = {
  name: 'pointed',
  title: 'Records by `extract --label` from 10 pages per site (SWDE)',
  needs: ['groundtruth'],
  async run({ report, data, quick }) {
    const scores = new Map<string, (number | null)[]>();
    for (const site of preparedSites(data, quick)) {
      report.progress(`${site.site.vertical}-${site.site.name}`);
      for (const [attribute, score] of scoresOf(site)) {
        const key = `${site.site.vertical} ${attribute}`;
        scores.set(key, [...(scores.get(key) ?? []), score]);
      }
    }
    const rows = [...scores].map(([key, values]) => [key, mean(values)]);
    const verticals = [...new Set([...scores.keys()].map((key) => key.split(' ')[0] as string))];
    const macro = mean(
      verticals.map((vertical) =>
        mean([...scores].filter(([key]) => key.startsWith(`${vertical} `)).map(([, one]) => mean(one))),
      ),
    );
    report.table(['attribute', 'F1'], rows);
    report.verdict(macro >= 0.98, 'macro F1 from 10 pages that somebody pointed on >= .98', macro.toFixed(4));
  },
};

function scoresOf({ site, sample, scored }: PreparedSite): ReadonlyMap<string, number | null> {
  const truths = new Map(site.pages.map(({ id, truth }) => [id, truth]));
  const labels = Object.fromEntries(
    sample.map((page) => [
      page.name,
      Object.fromEntries(
        site.attributes
          .map((attribute): [string, number[]] => {
            const values = truths.get(page.name)?.get(attribute) ?? [];
            const shown = page.nodes.filter(
              ({ index, text }) =>
                text !== '' && page.noise.get(index) !== 'script' && values.includes(normalised(text)),
            );
            return [attribute, shown.map(({ index }) => index)];
          })
          .filter(([, numbers]) => numbers.length > 0),
      ),
    ]),
  );
  const rules = rulesFromLabels(sample, labels, { domain: site.name, template: 'page', learnedAt: '' });
  const found = scored.map(({ page, truth }) => ({ applied: applyRules(rules, page), truth }));
  return new Map(
    site.attributes.map((attribute) => [
      attribute,
      f1(
        sum(
          found.map(({ applied, truth }) => {
            const own = applied.findings.find(({ rule }) => rule.name === attribute);
            const isSure = own !== undefined && publishedConfidence(own) >= minConfidence;
            return judge(isSure ? own.spots.map(({ text }) => text) : [], truth.get(attribute) ?? []);
          }),
        ),
      ),
    ]),
  );
}
