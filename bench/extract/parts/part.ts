import type { Report } from '../../report.ts';

/** What a part of the extraction benchmark works with. */
export interface ExtractContext {
  readonly report: Report;
  /** Folder with the unpacked data sets. */
  readonly data: string;
  /** Few sites: a look, not a measurement. */
  readonly quick: boolean;
}

/** A piece of the benchmark that can be run alone. */
export interface ExtractPart {
  readonly name: string;
  readonly title: string;
  /** Files or folders below the data folder that it reads. */
  readonly needs: readonly string[];
  run(context: ExtractContext): Promise<void>;
}
