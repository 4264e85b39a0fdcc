import type { CommandName } from '../option.ts';

/** A crawl alone; `mcp` crawls for its client. */
export const crawlOnly: readonly CommandName[] = ['crawl', 'mcp'];
/** Training is a crawl of the samples. */
export const both: readonly CommandName[] = ['crawl', 'train', 'mcp'];
/** What a recrawl may do otherwise than the crawl did. */
export const again: readonly CommandName[] = ['crawl', 'train', 'recrawl', 'mcp'];
/** Whatever asks servers for pages. */
export const asking: readonly CommandName[] = [...again, 'query', 'forms'];
/** Whatever asks a site as somebody who is signed in. */
export const signingIn: readonly CommandName[] = [...again, 'login', 'query', 'forms'];
/** What each worker on a shared crawl brings of its own, beside what crawls take. */
export const ownOfWorkers: readonly CommandName[] = [...again, 'worker'];
/** The same, of those who are signed in. */
export const ownOfSigned: readonly CommandName[] = [...signingIn, 'worker'];
/** What is made from a store. */
export const derived: readonly CommandName[] = [
  'mirror',
  'graph',
  'sitemap',
  'export',
  'links',
  'forms',
  'search',
  'open',
];
/** A crawl may extract as it goes. */
export const extracting: readonly CommandName[] = ['crawl', 'extract', 'mcp'];
