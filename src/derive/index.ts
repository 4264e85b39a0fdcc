export { storedDocument } from '../html/stored.ts';
export { AskedData } from './asked-data.ts';
export { onDisk, writeText } from './disk.ts';
export { EntryPaths, type EntryStep, entryText } from './entry-path.ts';
export { type FileRow, fileKinds, writeFiles } from './files.ts';
export { type AskedForms, keepAsked } from './forms/asked.ts';
export {
  type FormSource,
  formCounts,
  formFacts,
  formKey,
  shownForms,
  surveyForms,
  surveySources,
} from './forms/survey.ts';
export {
  clusterFile,
  clusterStamp,
  type SiteClusters,
  siteClusters,
  writeClusters,
} from './graph/cluster-file.ts';
export { pageLinks, shortestWay } from './graph/page-links.ts';
export { type GraphFormat, type GraphReport, writeGraph } from './graph/write.ts';
export { diffLines, hunksOf } from './history/diff.ts';
export { comparedLines } from './history/lines.ts';
export { pageLabel } from './label.ts';
export { FileLayout } from './layout.ts';
export { linkProblems } from './links/problems.ts';
export { writeFailures } from './links/write.ts';
export { type ListedPage, type PagesReport, rowOf, writePages } from './listing.ts';
export { markdownOf } from './markdown/tree-writer.ts';
export { type MarkdownReport, writeMarkdown } from './markdown/write.ts';
export { writePageAlone } from './mirror/alone.ts';
export { type MirrorReport, writeMirror } from './mirror/write.ts';
export { type NameStyle, nameStyleNote } from './names/file-names.ts';
export { isWanted, keptPages, Numbering, wantedPages, wantNote } from './numbering.ts';
export { writeOriginals } from './originals/write.ts';
export { type SitemapReport, writeSitemap } from './sitemap/write.ts';
export { Staging } from './staging.ts';
export { recordingFolder, WarcRecording } from './warc/recording.ts';
export { type WaczReport, writeWacz } from './warc/wacz.ts';
export { type WarcReport, writeWarc } from './warc/write.ts';
