import { type RtdmTree, rtdm, rtdmWithin } from '../../src/dom/rtdm.ts';
import { elementsOf } from '../../src/dom/xpath.ts';
import type { DocumentTree } from '../../src/model/index.ts';
import { documentTree } from '../document-tree.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';
import { figure } from '../table.ts';
import { type PagePair, pagePairs, smallPairs } from './rtdm-pages.ts';
import { treeEditDistance } from './tree-edit.ts';

/** How often the fast one is run for one run of the slow one; the median counts. */
const rounds = 21;

interface Measured {
  readonly name: string;
  readonly nodes: number;
  readonly restricted: number;
  readonly general: number;
  readonly restrictedMs: number;
  readonly withinMs: number;
  readonly generalMs: number;
  readonly verdicts: readonly [restricted: string, within: string, general: string];
}

/** RTDM against a general tree edit distance on pairs of pages of about 2,000 nodes. */
export async function rtdmSpeed(report: Report, quick: boolean): Promise<void> {
  const pairs = pagePairs();
  const measured: Measured[] = [];
  for (const pair of quick ? pairs.slice(0, 5) : pairs) {
    report.progress(`rtdm: ${pair.name}`);
    measured.push(measure(pair));
  }
  report.table(
    [
      'what happened',
      'nodes',
      'RTDM',
      'general',
      'at the limit',
      'RTDM ms',
      'up to the limit ms',
      'general ms',
      'ratio',
    ],
    measured.map((one) => [
      one.name,
      one.nodes,
      one.restricted,
      one.general,
      one.verdicts[0],
      one.restrictedMs,
      one.withinMs,
      one.generalMs,
      one.generalMs / one.restrictedMs,
    ]),
  );
  judge(report, measured);
  report.progress('rtdm: small pages');
  agreement(report, quick ? 50 : 500);
}

/** Distance up to which two pages are called alike here: a twentieth of the elements, 2 to 4. */
function slightLimit(document: DocumentTree): number {
  return Math.min(4, Math.max(2, [...elementsOf(document)].length * 0.05));
}

/** The verdicts on many pairs that are small enough for the general distance. */
function agreement(report: Report, count: number): void {
  const tally = { same: 0, slight: 0, different: 0 };
  let agreed = 0;
  for (const { one, other } of smallPairs(count)) {
    const trees: [RtdmTree, RtdmTree] = [documentTree(one), documentTree(other)];
    const limit = slightLimit(one);
    const mine = verdict(rtdmWithin(...trees, limit), limit);
    tally[mine]++;
    if (mine === verdict(treeEditDistance(...trees), limit)) agreed++;
  }
  report.verdict(
    agreed === count,
    'the same on small pages with random changes',
    `${agreed} of ${count} pairs (${tally.same} same, ${tally.slight} slight, ${tally.different} different)`,
  );
}

function judge(report: Report, measured: readonly Measured[]): void {
  const sum = (of: (one: Measured) => number) => measured.reduce((total, one) => total + of(one), 0);
  const ratio = sum((one) => one.generalMs) / sum((one) => one.restrictedMs);
  const least = Math.min(...measured.map((one) => one.generalMs / one.restrictedMs));
  report.verdict(
    ratio >= 100,
    'RTDM at least 100 × faster than a general tree edit distance on 2,000-node pairs',
    `${figure(ratio)} × over all pairs, ${figure(least)} × on the hardest`,
  );
  const agreed = measured.filter(({ verdicts }) => new Set(verdicts).size === 1).length;
  report.verdict(
    agreed === measured.length,
    'RTDM and the general distance give the same verdicts',
    `${agreed} of ${measured.length} pairs`,
  );
}

function measure({ name, one, other }: PagePair): Measured {
  const trees: [RtdmTree, RtdmTree] = [documentTree(one), documentTree(other)];
  const limit = slightLimit(one);
  const restricted = rtdm(...trees);
  const within = rtdmWithin(...trees, limit);
  const restrictedMs = medianMs(() => rtdm(...trees));
  const withinMs = medianMs(() => rtdmWithin(...trees, limit));
  const start = performance.now();
  const general = treeEditDistance(...trees);
  const generalMs = performance.now() - start;
  return {
    name,
    nodes: Math.max(...trees.map(({ labels }) => labels.length)),
    restricted,
    general,
    restrictedMs,
    withinMs,
    generalMs,
    verdicts: [verdict(restricted, limit), verdict(within, limit), verdict(general, limit)],
  };
}

function verdict(distance: number, limit: number): 'same' | 'slight' | 'different' {
  if (distance === 0) return 'same';
  return distance <= limit ? 'slight' : 'different';
}

function medianMs(run: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return median(times);
}
