import type { CrawlSettings, ExtractSettings, RecrawlSettings, TrainSettings } from '../config/index.ts';
import type { TrainSummary } from '../learn/index.ts';
import type { HistoryOptions, PageHistory } from '../model/history.ts';
import type { LinkReport } from '../model/link-problem.ts';
import type { CrawlListener } from '../model/progress.ts';
import type { RecrawlSummary } from '../model/recrawl.ts';
import type { CrawlSummary } from '../model/summary.ts';
import type { ExtractSummary } from '../run/extraction/summary.ts';
import type { LabelOptions } from '../run/labelling/label.ts';
import type { RulesTools } from '../run/rules.ts';

/** A store and the folder that its derived outputs go to. */
export interface Place {
  readonly out: string;
  readonly store?: string;
}

/** What commands use of `run`; a test can stand in for it. */
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
  label(settings: ExtractSettings, options: LabelOptions): Promise<object | null>;
  readonly rules: RulesTools;
  mirror(options: Place & Naming): Promise<object>;
  sitemap(options: Place & Naming & { readonly baseUrl?: string | null }): Promise<object>;
  graph(
    options: Place & { readonly format: 'json' | 'graphml' | 'dot'; readonly full?: boolean },
  ): Promise<object>;
  exportPages(
    options: Place & Naming & { readonly format: 'jsonl' | 'csv' | 'warc' | 'markdown' },
  ): Promise<object>;
  links(options: Place): Promise<LinkReport>;
  findBrowser(options: { readonly path: string | null }): Promise<FoundBrowser>;
}

/** What files of pages are named by; `null`: as the crawl has it. */
interface Naming {
  readonly names?: 'path' | 'number' | null;
}

/** The browser that a crawl would use. */
export interface FoundBrowser {
  readonly path: string;
  readonly version: string;
  /** Option, environment, system or bundled. */
  readonly source: string;
}

/**
 * The parts of `run`, each loaded when it is first called: help and usage errors wait for none of
 * them, and a crawl does not carry what makes records. `loaded` is told each time one is there.
 */
export async function loadEngine(loaded: () => void = () => {}): Promise<Engine> {
  const part = async <T>(load: Promise<T>): Promise<T> => {
    const there = await load;
    loaded();
    return there;
  };
  const derived = () => part(import('../run/derived.ts'));
  const rules = () => part(import('../run/rules.ts'));
  return {
    crawl: async (...given) => (await part(import('../run/crawl.ts'))).crawl(...given),
    recrawl: async (...given) => (await part(import('../run/recrawl.ts'))).recrawl(...given),
    train: async (...given) => (await part(import('../run/train.ts'))).train(...given),
    history: async (...given) => (await part(import('../run/history.ts'))).history(...given),
    extract: async (...given) => (await part(import('../run/extract.ts'))).extract(...given),
    label: async (...given) => (await part(import('../run/labelling/label.ts'))).label(...given),
    rules: {
      list: async (...given) => (await rules()).rules.list(...given),
      versions: async (...given) => (await rules()).rules.versions(...given),
      save: async (...given) => (await rules()).rules.save(...given),
      test: async (...given) => (await rules()).rules.test(...given),
    },
    mirror: async (...given) => (await derived()).mirror(...given),
    sitemap: async (...given) => (await derived()).sitemap(...given),
    graph: async (...given) => (await derived()).graph(...given),
    exportPages: async (...given) => (await derived()).exportPages(...given),
    links: async (...given) => (await part(import('../run/links.ts'))).links(...given),
    findBrowser: async (...given) =>
      (await part(import('../drivers/chromium/find.ts'))).findBrowser(...given),
  };
}
