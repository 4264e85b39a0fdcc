import type { Report } from '../../report.ts';

/** What a part of the training benchmark works with. */
export interface TrainingContext {
  readonly report: Report;
  /** Its own folder for outputs; need not exist yet. */
  readonly folder: string;
  /** Small sites and few events: a look, not a measurement. */
  readonly quick: boolean;
  /** How tables are written. */
  readonly style: 'text' | 'markdown';
  /** File that the plot is written to. */
  readonly plot: string;
}

/** A piece of the benchmark that can be run alone. */
export interface TrainingPart {
  readonly name: string;
  readonly title: string;
  run(context: TrainingContext): Promise<void>;
}
