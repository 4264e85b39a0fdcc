export {
  type CrawlSettings,
  defaultExtraction,
  defaultSettings,
  defaultTraining,
  type ExtractSettings,
  type RecordSettings,
  type RecrawlSettings,
  type TrainSettings,
} from './config/index.ts';
export { textFingerprint } from './dom/text-print.ts';
export { findBrowser } from './drivers/chromium/index.ts';
export {
  applyRules,
  articleOf,
  type ExtractedRecord,
  type Labeller,
  type NumberedText,
  parseRules,
  preparePage,
  type RejectedRecord,
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
} from './hooks/index.ts';
export type { TrainedModel, TrainedPattern, TrainedType, TrainSummary } from './learn/index.ts';
export * from './model/index.ts';
export type { CrawlControls, Place } from './run/controls.ts';
export { crawl } from './run/crawl.ts';
export { type ExportFormat, exportPages, graph, mirror, sitemap } from './run/derived.ts';
export { extract } from './run/extract.ts';
export type { ExtractSummary } from './run/extraction/summary.ts';
export { history } from './run/history.ts';
export { links } from './run/links.ts';
export { type RecrawlHooks, recrawl } from './run/recrawl.ts';
export type { RoundClock } from './run/rounds.ts';
export { rules } from './run/rules.ts';
export { train } from './run/train.ts';
export { openStore } from './store/index.ts';
