import { Seen, unnamed } from '../../src/crawl/sameness/seen.ts';
import { documentPrints } from '../../src/dom/canonical.ts';
import { type Content, contentUnits } from '../../src/dom/units.ts';
import type { VolatileMask } from '../../src/dom/volatile.ts';
import { startDriver } from '../../src/drivers/chromium/fixture.ts';
import type { Report } from '../report.ts';
import { figure } from '../table.ts';
import type { App } from './app.ts';
import { startApp } from './serve.ts';
import { type LabelledCapture, learnedMask, walk } from './walks.ts';

/** Pairs of captures of one app, and how often content identity was wrong about them. */
export interface PairCounts {
  readonly captures: number;
  readonly contents: number;
  readonly pairs: number;
  /** Pairs that the truth says show the same. */
  readonly same: number;
  readonly falseMerges: number;
  readonly falseSplits: number;
  /** Some of the wrong ones, by the labels and what differs. */
  readonly examples: readonly string[];
}

/** Times that an app is walked in the same way, at another hour each. */
const rounds = 3;

/** Content identity on labelled pairs of captures of every app. */
export async function identityPairs(report: Report, quick: boolean, chosen: readonly App[]): Promise<void> {
  const rows: { app: string; counts: PairCounts }[] = [];
  for (const app of chosen) {
    report.progress(`pairs: ${app.name}`);
    rows.push({ app: app.name, counts: await measure(app, quick ? 30 : 120) });
  }
  report.table(
    ['app', 'captures', 'contents', 'pairs', 'same', 'false merges', 'false splits'],
    rows.map(({ app, counts: c }) => [
      app,
      c.captures,
      c.contents,
      c.pairs,
      c.same,
      c.falseMerges,
      c.falseSplits,
    ]),
  );
  for (const { app, counts } of rows)
    for (const example of counts.examples) report.note(`${app}: ${example}`);
  judge(
    report,
    rows.map(({ counts }) => counts),
    quick,
  );
}

function judge(report: Report, all: readonly PairCounts[], quick: boolean): void {
  const sum = (of: (counts: PairCounts) => number) => all.reduce((total, counts) => total + of(counts), 0);
  const pairs = sum(({ pairs }) => pairs);
  const same = sum(({ same }) => same);
  const merges = sum(({ falseMerges }) => falseMerges);
  const splits = sum(({ falseSplits }) => falseSplits);
  if (!quick) report.verdict(pairs >= 100_000, 'at least 100,000 labelled pairs', String(pairs));
  report.verdict(merges === 0, 'no false merge', `${merges} of ${pairs - same} different pairs`);
  report.verdict(
    splits <= 0.001 * same,
    'at most 0.1 % false splits',
    `${splits} of ${same} same pairs (${figure((100 * splits) / Math.max(1, same))} %)`,
  );
}

async function measure(app: App, captures: number): Promise<PairCounts> {
  const site = await startApp(app);
  try {
    const driver = await startDriver(site.url);
    try {
      const tab = await driver.tab();
      const mask = await learnedMask(tab, site.url);
      const found: LabelledCapture[] = [];
      for (let round = 0; round < rounds; round++) {
        const plan = { captures: captures / rounds, length: 12, seed: 1, ahead: round * 7_654_321 };
        found.push(...(await walk(app, tab, site.url, plan)));
      }
      return countPairs(found, mask);
    } finally {
      await driver.close();
    }
  } finally {
    await site.close();
  }
}

/** Captures of one content by label and fingerprint; all of them are decided alike. */
interface Group {
  readonly label: string;
  readonly print: string;
  readonly document: LabelledCapture['document'];
  count: number;
}

/** Whether neither of two documents shows anything that the other does not. */
function showsSame(one: Group['document'], other: Group['document'], mask: VolatileMask | null): boolean {
  const [mine, yours] = [contentUnits(one, mask), contentUnits(other, mask)];
  return addsNothing(mine, yours) && addsNothing(yours, mine);
}

function addsNothing(to: Content, content: Content): boolean {
  const seen = new Seen();
  seen.add(0, to, []);
  return seen.news(content, [], unnamed).length === 0;
}

/** Judges all pairs of captures; those that share label and fingerprint are judged once. */
export function countPairs(captures: readonly LabelledCapture[], mask: VolatileMask | null): PairCounts {
  const groups = grouped(captures, mask);
  const counts = { same: 0, falseMerges: 0, falseSplits: 0 };
  const examples: string[] = [];
  for (const [at, one] of groups.entries()) {
    counts.same += (one.count * (one.count - 1)) / 2;
    for (const other of groups.slice(at + 1)) {
      const pairs = one.count * other.count;
      const same = one.label === other.label;
      const merged = one.print === other.print || showsSame(one.document, other.document, mask);
      if (same) counts.same += pairs;
      if (same === merged) continue;
      counts[same ? 'falseSplits' : 'falseMerges'] += pairs;
      if (examples.length < 3)
        examples.push(`${same ? 'split' : 'merged'} (${pairs}): "${one.label}", "${other.label}"`);
    }
  }
  return {
    ...counts,
    captures: captures.length,
    contents: new Set(captures.map(({ label }) => label)).size,
    pairs: (captures.length * (captures.length - 1)) / 2,
    examples,
  };
}

function grouped(captures: readonly LabelledCapture[], mask: VolatileMask | null): Group[] {
  const groups = new Map<string, Group>();
  for (const { document, label } of captures) {
    const print = documentPrints(document, mask).exact;
    const key = `${print} ${label}`;
    const group = groups.get(key) ?? { label, print, document, count: 0 };
    group.count++;
    groups.set(key, group);
  }
  return [...groups.values()];
}
