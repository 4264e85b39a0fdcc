import type { Report } from '../../report.ts';
import type { App } from '../app.ts';
import type { AppCrawl } from './crawl-app.ts';

/** What a part of the app benchmark works with. */
export interface AppsContext {
  readonly report: Report;
  /** Its own folder for outputs; need not exist yet. */
  readonly folder: string;
  /** Samples instead of everything: a look, not a measurement. */
  readonly quick: boolean;
  /** Names of the chosen apps, in the order of the catalogue. */
  readonly apps: readonly App[];
  /** Crawls of the chosen apps; empty for parts that look at none. Their apps are still being served. */
  readonly crawls: readonly AppCrawl[];
}

/** A piece of the app benchmark that can be run alone. */
export interface AppsPart {
  readonly name: string;
  readonly title: string;
  /** Which apps must have been crawled before. */
  readonly crawls: 'all' | 'none' | readonly string[];
  run(context: AppsContext): Promise<void>;
}
