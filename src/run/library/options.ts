import type { Labeller } from '../../extract/index.ts';
import type { Hooks } from '../../hooks/index.ts';
import type { CrawlListener } from '../../model/index.ts';
import type { CrawlFlags, ExtractFlags, RecrawlFlags, TrainFlags } from './flags.ts';
import type { PageSink } from './sinks.ts';

/** What programs may give to everything that runs for a while. */
export interface RunOptions {
  /** Aborted: no further page is begun, what is in hand is finished and saved. */
  readonly signal?: AbortSignal | undefined;
  /** Told what happens as it happens. */
  readonly listen?: CrawlListener | undefined;
}

/** Code that goes along with a crawl: objects with hooks, or files that export them. */
export type GivenHooks = Hooks | string | readonly (Hooks | string)[] | null;

/** Options of `crawl`; each may be left out. */
export interface CrawlOptions extends RunOptions, Omit<CrawlFlags, 'hooks'> {
  /** Code that looks at, changes or drops what goes through the crawl; files come first. */
  readonly hooks?: GivenHooks | undefined;
  /** Places that every page goes to. */
  readonly sinks?: readonly PageSink[] | undefined;
  /** Where records are made by a schema: who points at the values of its fields. */
  readonly labeller?: Labeller | undefined;
}

/** Options of `recrawl`; each may be left out. */
export interface RecrawlOptions extends RunOptions, Omit<RecrawlFlags, 'hooks' | 'out'> {
  readonly hooks?: GivenHooks | undefined;
}

/** Options of `extract`; each may be left out. */
export interface ExtractOptions extends RunOptions, Omit<ExtractFlags, 'hooks' | 'out' | 'pages'> {
  readonly hooks?: GivenHooks | undefined;
  /** Where records are made by a schema: who points at the values of its fields. */
  readonly labeller?: Labeller | undefined;
}

/** Options of `train`. */
export interface TrainOptions extends RunOptions, Omit<TrainFlags, 'fromStore'> {
  /** Address of a site to look at first, where there are no samples. */
  readonly seeds?: string | readonly string[] | undefined;
  /** Folder of a crawl to learn from. */
  readonly from?: string | undefined;
}

/** Hooks that were given, by what they are. */
export function splitHooks(given: GivenHooks | null | undefined): {
  readonly own: readonly Hooks[];
  readonly files: readonly string[];
} {
  const all = given === null || given === undefined ? [] : [given].flat();
  return {
    own: all.filter((one): one is Hooks => typeof one !== 'string'),
    files: all.filter((one) => typeof one === 'string'),
  };
}
