export { contentOf } from './commit/content.ts';
export { countFailure, failureEvent, failureOf } from './commit/failures.ts';
export { addressClass } from './discover/targets.ts';
export { AssetKeeper } from './loop/assets.ts';
export {
  type CrawlParts,
  type DriverSeams,
  type Explored,
  explore,
  type Files,
} from './loop/crawl.ts';
export { FileHosts } from './loop/file-hosts.ts';
export { type CrawlPace, Limits, type Stopped } from './loop/limits.ts';
export { reportChains } from './loop/report.ts';
export { countKept } from './loop/resume.ts';
export { seedFromSitemaps } from './loop/sitemap-seeds.ts';
export type { Counting } from './loop/totals.ts';
export { droppedBy } from './loop/wire-count.ts';
export { reach } from './navigate/reach.ts';
export { aboutPage } from './navigate/ways.ts';
export { Chains } from './order/chains.ts';
export type { Revisited } from './revisit/findings.ts';
export type { Probe } from './revisit/probes.ts';
export type { RevisitOrder } from './revisit/revisit.ts';
export { isEmptyDocument } from './sameness/emptiness.ts';
export type { ExploringShare } from './share/documents.ts';
