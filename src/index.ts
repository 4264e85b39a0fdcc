export type { EntryStep } from './derive/entry-path.ts';
export { textFingerprint } from './dom/text-print.ts';
export { type FoundBrowser, findBrowser } from './drivers/chromium/find.ts';
export {
  type Article,
  applyRules,
  articleOf,
  type Labeller,
  type NumberedText,
  parseRules,
  preparePage,
  readRules,
  type TemplateRules,
  writeRules,
} from './extract/index.ts';
export { fingerprintsOf, fingerprintText, fingerprintValue } from './fingerprint/batch.ts';
export { fingerprint, fingerprintBytes } from './fingerprint/rabin.ts';
export { urlFingerprint } from './frontier/url-print.ts';
export {
  type Again,
  type Drop,
  defineHooks,
  type HookMoment,
  type Hooks,
  type LinkResult,
  type LinkView,
  type PageChange,
  type PageView,
  type RecordChange,
  type RecordView,
  type RequestChange,
  type RequestView,
  type ResponseChange,
  type ResponseView,
} from './hooks/types.ts';
export type { TrainedModel, TrainedPattern, TrainedType, TrainSummary } from './learn/index.ts';
export type { DocumentTree, ElementNode, TreeNode } from './model/document.ts';
export { ArgiopeError, type ErrorCode, errorCodes } from './model/errors.ts';
export type { PageHistory } from './model/history.ts';
export type { Reason } from './model/page.ts';
export type { CrawlEvent, CrawlListener, Figures } from './model/progress.ts';
export type { RecrawlSummary } from './model/recrawl.ts';
export type { Facet } from './model/search.ts';
export type { CrawlSummary } from './model/summary.ts';
export type { ExtractedRecord, FieldValue, RejectedRecord } from './records/index.ts';
export type { ExtractSummary } from './run/extraction/summary.ts';
export {
  exportPages,
  extract,
  forms,
  graph,
  history,
  links,
  login,
  mirror,
  query,
  recrawl,
  search,
  sitemap,
  train,
} from './run/library/commands.ts';
export { type CrawlRun, crawl } from './run/library/crawl-run.ts';
export type { FailedPage } from './run/library/failures.ts';
export type {
  CrawlOptions,
  ExtractOptions,
  GivenHooks,
  RecrawlOptions,
  RunOptions,
  TrainOptions,
} from './run/library/options.ts';
export type { CrawledPage, FoundLink } from './run/library/page.ts';
export { csvSink, jsonlSink, type PageSink, type RowMaker, type SinkRow } from './run/library/sinks.ts';
export {
  type CrawlStore,
  openStore,
  type PageAnswer,
  type PageHit,
  type StoreOptions,
} from './run/library/store.ts';
export type { LoginReport } from './run/login/login.ts';
export type { QueryRecord, QueryReport, SourceReport } from './run/query/query.ts';
export { rules } from './run/rules.ts';
export type { FoundPage, SearchAnswer, SearchHit } from './run/search/answer.ts';
