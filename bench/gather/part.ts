import type { Report } from '../report.ts';

/** What a part of the gathering benchmark works with. */
export interface GatherContext {
  readonly report: Report;
  /** Its own folder for outputs; exists. */
  readonly folder: string;
  /** Small sites: a look, not a measurement. */
  readonly quick: boolean;
  /** Folder of the peers, as for the benchmark `peers`; `null` where none was named. */
  readonly peers: string | null;
  /** Another checkout of Argiope to compare with; `null` where none was named. */
  readonly before: string | null;
}

/** A piece of the benchmark that can be run alone. */
export interface GatherPart {
  readonly name: string;
  readonly title: string;
  run(context: GatherContext): Promise<void>;
}
