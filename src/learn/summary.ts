import type { Totals } from '../model/store.ts';
import type { TrainedPattern } from './model.ts';
import type { FiredCount } from './report.ts';
import type { Trained } from './train.ts';

/** What training came to: the JSON object of `train --json`, fields in this order. */
export interface TrainSummary {
  readonly command: 'train';
  /** Path of the model. */
  readonly model: string;
  readonly site: string;
  readonly want: readonly string[];
  readonly types: readonly TypeSummary[];
  readonly warnings: readonly string[];
  readonly events: { readonly fired: number; readonly replayed: number };
  readonly requests: number;
  readonly seconds: number;
  /** Whether everything was fired; what was not is fired when the same command is run again. */
  readonly finished: boolean;
  /** Path of the report, where one was asked for. */
  readonly report: string | null;
  readonly stopped: 'done' | 'limit' | 'interrupted';
}

/** One type in the summary. */
export interface TypeSummary {
  readonly name: string;
  readonly wanted: boolean;
  /** Pages that its patterns were learned from, and pages of it that were seen. */
  readonly samples: number;
  readonly pages: number;
  readonly threshold: number;
  readonly change: number;
  /** What was fired on the samples, and what it came to. */
  readonly fired: number;
  readonly useful: number;
  readonly elsewhere: number;
  readonly unchanged: number;
  readonly patterns: readonly TrainedPattern[];
}

/** Puts a summary together. */
export function trainSummary(
  trained: Trained,
  run: { readonly totals: Totals; readonly stopped: TrainSummary['stopped'] },
  files: { readonly model: string; readonly report: string | null },
): TrainSummary {
  const { model, figures, groups, seen, advice, warnings } = trained;
  const { totals, stopped } = run;
  return {
    command: 'train',
    model: files.model,
    site: model.site,
    want: model.want,
    types: model.types.map(({ name, threshold, change, patterns }) => ({
      name,
      wanted: model.want.includes(name),
      samples: groups.find(({ type }) => type.name === name)?.pages.length ?? 0,
      pages: seen.get(name) ?? 0,
      threshold,
      change,
      ...summed(figures.get(name) ?? []),
      patterns,
    })),
    warnings: [...advice.flatMap(({ warning }) => warning ?? []), ...warnings],
    events: { fired: totals.eventsFired, replayed: totals.eventsReplayed },
    requests: totals.requests,
    seconds: Math.round(totals.seconds * 1000) / 1000,
    finished: stopped === 'done',
    report: files.report,
    stopped,
  };
}

function summed(
  counts: readonly FiredCount[],
): Pick<TypeSummary, 'fired' | 'useful' | 'elsewhere' | 'unchanged'> {
  const sum = (of: (count: FiredCount) => number) => counts.reduce((all, count) => all + of(count), 0);
  return {
    fired: sum(({ fired }) => fired),
    useful: sum(({ wanted }) => wanted),
    elsewhere: sum(({ unwanted }) => unwanted),
    unchanged: sum(({ nowhere }) => nowhere),
  };
}
