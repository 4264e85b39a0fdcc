export { type CrawlParts, type DriverSeams, type Explored, explore, type Files } from './crawl.ts';
export { isEmptyDocument } from './emptiness.ts';
export type { Stopped } from './limits.ts';
export { reach } from './reach.ts';
