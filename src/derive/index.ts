export { EntryPaths, type EntryStep, entryText } from './entry-path.ts';
export { comparedLines, diffLines, hunksOf } from './history/index.ts';
export { type GraphFormat, type GraphReport, writeGraph } from './graph/index.ts';
export { type PagesReport, writePages } from './listing.ts';
export { type MarkdownReport, writeMarkdown } from './markdown/index.ts';
export { type MirrorReport, writeMirror } from './mirror/index.ts';
export { keptPages, wantNote } from './numbering.ts';
export { type SitemapReport, writeSitemap } from './sitemap/index.ts';
export { type WarcReport, writeWarc } from './warc/index.ts';
