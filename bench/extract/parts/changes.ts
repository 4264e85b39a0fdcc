import { percent, shareOf } from '../../statistics.ts';
import { changeKinds } from '../changes/kinds.ts';
import { blankOutcome, type Outcome, trySite } from '../changes/trial.ts';
import { readSite, swdeSites } from '../swde.ts';
import type { ExtractPart } from './part.ts';

/** Templates put through kinds of changes: whether broken rules are noticed and repaired. */
export const changes: ExtractPart = {
  name: 'changes',
  title: 'Changes of templates (SWDE)',
  needs: ['groundtruth'],
  async run({ report, data, quick }) {
    const sites = swdeSites(data).filter((_, at) => !quick || at % 5 === 0);
    const outcomes = new Map(changeKinds.map(({ name }) => [name, blankOutcome()]));
    const control = { rules: 0, alarms: 0 };
    const times: number[] = [];
    for (const [nth, { vertical, folder }] of sites.entries()) {
      report.progress(`changes: ${folder}`);
      trySite(readSite(data, vertical, folder), nth, { outcomes, control, times });
    }
    report.note(
      `${sites.length} sites. Rules are learned from 10 labelled pages; 20 pages are known from before and come back
changed; 20 others, changed too, say whether a rule is broken and whether its repair holds. "blind" is what is
noticed without records from before; "unharmed" are rules that still hold and are told to have changed.`,
    );
    const all = [...outcomes.values()].reduce(sum, blankOutcome());
    report.table(
      ['change', 'rules', 'broken', 'noticed', 'blind', 'repaired', 'unharmed'],
      [...outcomes, ['all', all] as const].map(([name, each]) => [
        ...[name, each.rules, each.broken, each.noticed, each.blind, each.repaired, each.unharmed],
      ]),
    );
    const { broken, noticed, blind, repaired } = all;
    const kinds = `${changeKinds.length} kinds of change`;
    report.verdict(
      noticed >= 0.95 * broken,
      `broken rules noticed >= 95 % (${kinds})`,
      percent(shareOf(noticed, broken)),
    );
    report.note(`Noticed without records from before: ${percent(shareOf(blind, broken))}.`);
    const { alarms, rules } = control;
    report.verdict(
      alarms <= 0.02 * rules,
      'false alarms on unchanged pages <= 2 %',
      percent(shareOf(alarms, rules)),
    );
    report.verdict(
      repaired >= 0.7 * broken,
      'broken rules repaired >= 70 %',
      percent(shareOf(repaired, broken)),
    );
    const often = times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
    report.verdict(
      often <= 10,
      'applying rules <= 10 ms per page (95th percentile, processor time)',
      `${often.toFixed(1)} ms`,
    );
  },
};

function sum(one: Outcome, other: Outcome): Outcome {
  const keys = Object.keys(one) as (keyof Outcome)[];
  return Object.fromEntries(keys.map((key) => [key, one[key] + other[key]])) as unknown as Outcome;
}
