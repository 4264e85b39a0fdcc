import { applyRules, fieldNamer, ownLearner } from '../../../src/extract/index.ts';
import type { Finding } from '../../../src/extract/rules/apply.ts';
import { isNeutral, publishedConfidence } from '../../../src/extract/session/records.ts';
import type { PreparedPage } from '../../../src/extract/types.ts';
import type { Cell } from '../../table.ts';
import { listPages } from '../vints.ts';
import { type ExtractPart, percent, share } from './part.ts';
import { scored } from './records.ts';

/** Confidence from which a field is written by default. */
const minConfidence = 0.5;

/** Result pages of search engines, each alone: items of which the command line writes records with default settings. */
export const results: ExtractPart = {
  name: 'results',
  title: 'Records of result pages (VINTS) that are written with default settings',
  needs: ['zhao1'],
  async run({ report, data, quick }) {
    const rows: Cell[][] = [];
    let [right, found, told, pages] = [0, 0, 0, 0];
    for (const list of listPages(data)) {
      if (quick && pages >= 20) break;
      pages++;
      const score = scored(list, await writtenItems(list.page));
      right += score.right;
      found += score.found;
      told += list.told;
      if (score.right < Math.max(score.found, list.told))
        rows.push([list.name, list.told, score.found, score.right]);
    }
    const [precision, recall] = [share(right, found), share(right, told)];
    report.table(['page', 'records', 'found', 'right'], rows);
    report.verdict(precision >= 0.95, 'precision of written records >= .95', percent(precision));
    report.verdict(recall >= 0.95, 'recall of written records >= .95', percent(recall));
  },
};

/** Nodes of the items of a page that have a field which is written. */
async function writtenItems(page: PreparedPage): Promise<readonly (readonly number[])[]> {
  const learner = ownLearner(fieldNamer({ known: new Map(), least: minConfidence }));
  const about = { domain: 'results', template: 'page', learnedAt: '', mostNeutral: 60 };
  const { rules } = await learner.learn([page], about);
  const isWritten = (finding: Finding) =>
    finding.spots.length > 0 &&
    !isNeutral(finding.rule.name) &&
    publishedConfidence(finding) >= minConfidence;
  return applyRules(rules, page)
    .items.filter(({ findings }) => findings.some(isWritten))
    .map(({ nodes }) => nodes);
}
