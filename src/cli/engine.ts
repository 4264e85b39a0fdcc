import type { CrawlSettings, ExtractSettings, RecrawlSettings, TrainSettings } from '../config/index.ts';
import type { TrainSummary } from '../learn/index.ts';
import type { HistoryOptions, PageHistory } from '../model/history.ts';
import type { CrawlListener } from '../model/progress.ts';
import type { RecrawlSummary } from '../model/recrawl.ts';
import type { CrawlSummary } from '../model/summary.ts';
import type { ExtractSummary } from '../run/extraction/summary.ts';
import type { RulesTools } from '../run/rules.ts';

/** A store and the folder that its derived outputs go to. */
export interface Place {
  readonly out: string;
  readonly store?: string;
}

/** The part of the composition root that commands use; a test can stand in for it. */
export interface Engine {
  crawl(
    settings: CrawlSettings,
    hooks?: { readonly listen?: CrawlListener; readonly signal?: AbortSignal },
  ): Promise<CrawlSummary>;
  recrawl(
    settings: RecrawlSettings,
    hooks?: {
      readonly listen?: CrawlListener;
      readonly signal?: AbortSignal;
      readonly round?: (summary: RecrawlSummary) => void;
    },
  ): Promise<RecrawlSummary>;
  train(
    settings: TrainSettings,
    hooks?: { readonly listen?: CrawlListener; readonly signal?: AbortSignal },
  ): Promise<TrainSummary>;
  history(options: Place & HistoryOptions): Promise<PageHistory>;
  extract(
    settings: ExtractSettings,
    hooks?: { readonly listen?: CrawlListener; readonly signal?: AbortSignal },
  ): Promise<ExtractSummary>;
  readonly rules: RulesTools;
  mirror(options: Place): Promise<object>;
  sitemap(options: Place & { readonly baseUrl?: string | null }): Promise<object>;
  graph(options: Place & { readonly format: 'json' | 'graphml' | 'dot' }): Promise<object>;
  exportPages(options: Place & { readonly format: 'jsonl' | 'csv' | 'warc' | 'markdown' }): Promise<object>;
  findBrowser(options: { readonly path: string | null }): Promise<FoundBrowser>;
}

/** The browser that a crawl would use. */
export interface FoundBrowser {
  readonly path: string;
  readonly version: string;
  /** Option, environment, system or bundled. */
  readonly source: string;
}

/** Loads the composition root; late, so that help and usage errors do not wait for it. */
export async function loadEngine(): Promise<Engine> {
  return await import('../index.ts');
}
