import type { CrawlSettings, ExtractSettings, RecrawlSettings, TrainSettings } from '../config/index.ts';
import type { FoundBrowser } from '../drivers/chromium/find.ts';
import type { TrainSummary } from '../learn/index.ts';
import type { FormReport } from '../model/form-report.ts';
import type { HistoryOptions, PageHistory } from '../model/history.ts';
import type { LinkReport } from '../model/link-problem.ts';
import type { CrawlListener } from '../model/progress.ts';
import type { RecrawlSummary } from '../model/recrawl.ts';
import type { CrawlSummary } from '../model/summary.ts';
import type { CrawlControls, StorePlace } from '../run/controls.ts';
import type { ExtractSummary } from '../run/extraction/summary.ts';
import type { LabelOptions } from '../run/labelling/label.ts';
import type { LoginOptions, LoginReport } from '../run/login/login.ts';
import type { OpenOptions } from '../run/open/open.ts';
import type { QueryReport, QuerySettings } from '../run/query/query.ts';
import type { RulesTools } from '../run/rules.ts';
import type { SearchAnswer } from '../run/search/answer.ts';
import type { Indexed } from '../run/search/index-pages.ts';
import type { SearchOptions } from '../run/search/search.ts';
import type { DetachSummary } from '../run/sharing/detach.ts';
import type { CrawlStatus } from '../run/sharing/status.ts';
import type { SweepSummary } from '../run/sharing/sweep.ts';
import type { WorkerSettings, WorkerSummary } from '../run/sharing/worker.ts';
import type { ServeOptions, Serving } from '../serve/index.ts';
import type { McpOptions } from '../serve/mcp/serve-crawl.ts';

/** What commands use of `run`; a test can stand in for it. */
export interface Engine {
  crawl(
    settings: CrawlSettings,
    hooks?: { readonly listen?: CrawlListener; readonly signal?: AbortSignal },
  ): Promise<CrawlSummary>;
  detach(settings: CrawlSettings): Promise<DetachSummary>;
  worker(
    settings: WorkerSettings,
    hooks?: { readonly listen?: CrawlListener; readonly signal?: AbortSignal },
  ): Promise<WorkerSummary>;
  status(options: { readonly store: string }): Promise<CrawlStatus>;
  sweep(options: { readonly store: string }): Promise<SweepSummary>;
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
  history(options: StorePlace & HistoryOptions): Promise<PageHistory>;
  extract(
    settings: ExtractSettings,
    hooks?: { readonly listen?: CrawlListener; readonly signal?: AbortSignal },
  ): Promise<ExtractSummary>;
  label(settings: ExtractSettings, options: LabelOptions): Promise<object | null>;
  readonly rules: RulesTools;
  mirror(options: StorePlace & Naming): Promise<object>;
  sitemap(options: StorePlace & Naming & { readonly baseUrl?: string | null }): Promise<object>;
  graph(
    options: StorePlace & { readonly format: 'json' | 'graphml' | 'dot'; readonly full?: boolean },
  ): Promise<object>;
  exportPages(
    options: StorePlace & Naming & { readonly format: 'jsonl' | 'csv' | 'warc' | 'wacz' | 'markdown' },
  ): Promise<object>;
  links(options: StorePlace): Promise<LinkReport>;
  forms(options: StorePlace): Promise<FormReport>;
  lookForForms(settings: CrawlSettings, controls: CrawlControls): Promise<FormReport>;
  query(settings: QuerySettings, controls?: { readonly signal?: AbortSignal }): Promise<QueryReport>;
  search(options: StorePlace & SearchOptions): Promise<SearchAnswer>;
  reindex(options: StorePlace & Pick<SearchOptions, 'progress' | 'unread'>): Promise<Indexed>;
  mcp(options: McpOptions): Promise<void>;
  login(settings: CrawlSettings, options: LoginOptions): Promise<LoginReport>;
  openLive(options: StorePlace & OpenOptions): Promise<{ readonly number: number; readonly label: string }>;
  writePlaywright(
    options: StorePlace & { readonly number: number },
  ): Promise<{ readonly number: number; readonly path: string }>;
  serve(options: ServeOptions): Promise<Serving>;
  findBrowser(options: { readonly path: string | null }): Promise<FoundBrowser>;
}

/** What files of pages are named by; `null`: as the crawl has it. */
interface Naming {
  readonly names?: 'path' | 'number' | null;
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
  const searching = () => part(import('../run/search/search.ts'));
  return {
    crawl: async (...given) => (await part(import('../run/crawl.ts'))).runCrawl(...given),
    detach: async (...given) => (await part(import('../run/sharing/detach.ts'))).runDetach(...given),
    worker: async (...given) => (await part(import('../run/sharing/worker.ts'))).runWorker(...given),
    status: async (...given) => (await part(import('../run/sharing/status.ts'))).runStatus(...given),
    sweep: async (...given) => (await part(import('../run/sharing/sweep.ts'))).runSweep(...given),
    recrawl: async (...given) => (await part(import('../run/recrawl.ts'))).runRecrawl(...given),
    train: async (...given) => (await part(import('../run/train.ts'))).runTraining(...given),
    history: async (...given) => (await part(import('../run/history.ts'))).runHistory(...given),
    extract: async (...given) => (await part(import('../run/extract.ts'))).runExtraction(...given),
    label: async (...given) => (await part(import('../run/labelling/label.ts'))).label(...given),
    rules: {
      list: async (...given) => (await rules()).rules.list(...given),
      versions: async (...given) => (await rules()).rules.versions(...given),
      save: async (...given) => (await rules()).rules.save(...given),
      test: async (...given) => (await rules()).rules.test(...given),
    },
    mirror: async (...given) => (await derived()).runMirror(...given),
    sitemap: async (...given) => (await derived()).runSitemap(...given),
    graph: async (...given) => (await derived()).runGraph(...given),
    exportPages: async (...given) => (await derived()).runExport(...given),
    links: async (...given) => (await part(import('../run/links.ts'))).runLinks(...given),
    forms: async (...given) => (await part(import('../run/forms.ts'))).runForms(...given),
    lookForForms: async (...given) => (await part(import('../run/forms.ts'))).lookForForms(...given),
    query: async (...given) => (await part(import('../run/query/query.ts'))).runQuery(...given),
    search: async (...given) => (await searching()).runSearch(...given),
    reindex: async (...given) => (await searching()).runReindex(...given),
    mcp: async (...given) => (await part(import('../serve/mcp/serve-crawl.ts'))).runMcp(...given),
    login: async (...given) => (await part(import('../run/login/login.ts'))).runLogin(...given),
    openLive: async (...given) => (await part(import('../run/open/open.ts'))).openLive(...given),
    writePlaywright: async (...given) =>
      (await part(import('../run/open/open.ts'))).writePlaywright(...given),
    serve: async (...given) => (await part(import('../serve/index.ts'))).startServing(...given),
    findBrowser: async (...given) =>
      (await part(import('../drivers/chromium/find.ts'))).findBrowser(...given),
  };
}
