import { applyRules, fieldNamer, findRecords, ownLearner, textOfNode } from '../../../src/extract/index.ts';
import type { Finding } from '../../../src/extract/rules/apply.ts';
import { isNeutral, publishedConfidence } from '../../../src/extract/session/records.ts';
import type { PageNode, PreparedPage } from '../../../src/extract/types.ts';
import { percent, shareOf } from '../../statistics.ts';
import type { Cell } from '../../table.ts';
import { type ListPage, listPages } from '../vints.ts';
import type { ExtractPart } from './part.ts';

/** Share of a true record's text that a found one must hold. */
const leastText = 0.8;
/** Confidence from which a field is written by default. */
const minConfidence = 0.5;

type Items = readonly (readonly number[])[];
const ways: Readonly<Record<string, (page: PreparedPage) => Items | Promise<Items>>> = {
  'main list': (page) => findRecords(page)[0]?.items ?? [],
  'written with default settings': writtenItems,
};

/** The list of one page alone: the main one by its structure, and the items of which the command line writes records. */
export const records: ExtractPart = {
  name: 'records',
  title: 'Records of list pages (VINTS)',
  needs: ['zhao1'],
  async run({ report, data, quick }) {
    const pages = [...listPages(data)].slice(0, quick ? 20 : undefined);
    report.note(
      `Pages on which not all is right, of ${pages.length}; "located": true records that are in the tree.\n`,
    );
    for (const [way, itemsOf] of Object.entries(ways)) {
      const rows: Cell[][] = [];
      let [right, found, told] = [0, 0, 0];
      for (const list of pages) {
        const score = scored(list, await itemsOf(list.page));
        right += score.right;
        found += score.found;
        told += list.told;
        if (score.right < Math.max(score.found, list.told))
          rows.push([list.name, list.told, list.records.length, score.found, score.right]);
      }
      const [precision, recall] = [shareOf(right, found), shareOf(right, told)];
      report.table([way, 'records', 'located', 'found', 'right'], rows);
      report.verdict(precision >= 0.95, `${way}: precision of records >= .95`, percent(precision));
      report.verdict(recall >= 0.95, `${way}: recall of records >= .95`, percent(recall));
    }
  },
};

/** Nodes of the items of a page that have a field which is written. */
async function writtenItems(page: PreparedPage): Promise<Items> {
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

/** A record is right if it holds one true record, that nothing else holds, with most of its text. */
function scored({ page, records: truth }: ListPage, items: Items) {
  const ranges = items.map((item): [number, number] => [
    item[0] as number,
    endOf(page, item.at(-1) as number),
  ]);
  const holders = new Map<number, number[]>();
  for (const record of truth) {
    const to = endOf(page, record);
    const meeting = ranges.flatMap((range, at) => (range[0] < to && record < range[1] ? [at] : []));
    for (const at of meeting) holders.set(at, [...(holders.get(at) ?? []), record]);
  }
  const taken = new Map<number, number>();
  for (const records of holders.values())
    for (const record of records) taken.set(record, (taken.get(record) ?? 0) + 1);
  let right = 0;
  for (const [at, held] of holders) {
    const [record] = held;
    if (held.length !== 1 || record === undefined || taken.get(record) !== 1) continue;
    if (textShare(page, ranges[at] as [number, number], record) >= leastText) right++;
  }
  return { right, found: items.length };
}

function textShare(page: PreparedPage, [from, to]: readonly [number, number], record: number): number {
  const whole = textOfNode(page, record).length;
  let held = 0;
  for (let at = Math.max(from, record); at < Math.min(to, endOf(page, record)); at++) {
    const { text } = page.nodes[at] as PageNode;
    if (page.noise.get(at) !== 'script') held += text === '' ? 0 : text.length + 1;
  }
  return whole === 0 ? 1 : held / whole;
}

function endOf(page: PreparedPage, index: number): number {
  return page.nodes[index]?.end ?? index;
}
