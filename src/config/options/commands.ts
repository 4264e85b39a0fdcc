import type { CommandName } from '../option.ts';

/** A crawl alone. */
export const crawl: readonly CommandName[] = ['crawl'];
/** Training is a crawl of the samples. */
export const both: readonly CommandName[] = ['crawl', 'train'];
/** What a recrawl may do otherwise than the crawl did. */
export const again: readonly CommandName[] = ['crawl', 'train', 'recrawl'];
/** What is made from a store. */
export const derived: readonly CommandName[] = ['mirror', 'graph', 'sitemap', 'export', 'links'];
/** A crawl may extract as it goes. */
export const extracting: readonly CommandName[] = ['crawl', 'extract'];
