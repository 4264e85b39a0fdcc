export { storedDocument } from '../html/stored.ts';
export { AskedData } from './asked.ts';
export { onDisk, writeText } from './disk.ts';
export { EntryPaths, type EntryStep, entryText } from './entry-path.ts';
export { type FileRow, fileKinds, writeFiles } from './files.ts';
export {
  type AskedForms,
  type FormSource,
  formCounts,
  formFacts,
  formKey,
  keepAsked,
  shownForms,
  surveyForms,
  surveySources,
} from './forms/index.ts';
export {
  clusterFile,
  clusterStamp,
  type GraphFormat,
  type GraphReport,
  pageLinks,
  type SiteClusters,
  shortestWay,
  siteClusters,
  writeClusters,
  writeGraph,
} from './graph/index.ts';
export { comparedLines, diffLines, hunksOf } from './history/index.ts';
export { pageLabel } from './label.ts';
export { FileLayout } from './layout.ts';
export { linkProblems, writeFailures } from './links/index.ts';
export { type ListedPage, type PagesReport, rowOf, writePages } from './listing.ts';
export { type MarkdownReport, markdownOf, writeMarkdown } from './markdown/index.ts';
export { type MirrorReport, writeMirror, writePageAlone } from './mirror/index.ts';
export { type NameStyle, nameStyleNote } from './names/index.ts';
export { isWanted, keptPages, Numbering, wantedPages, wantNote } from './numbering.ts';
export { writeOriginals } from './originals/index.ts';
export { type SitemapReport, writeSitemap } from './sitemap/index.ts';
export { Staging } from './staging.ts';
export {
  recordingFolder,
  type WaczReport,
  WarcRecording,
  type WarcReport,
  writeWacz,
  writeWarc,
} from './warc/index.ts';
