export { pageInlinks, pageMatches, recordMatches } from './find.ts';
export {
  type CatchUpOptions,
  catchUp,
  filedPage,
  type IndexProgress,
  type OwnPage,
  OwnText,
  readingLines,
} from './indexer.ts';
export { type FilesRead, indexFiles } from './pdf.ts';
export { parseQuery } from './query.ts';
export { type RankedHit, ranked } from './rank.ts';
export { indexedRecord, recordBatches } from './records.ts';
export { SegmentMaker } from './segment.ts';
export { type Snippet, snippetOf, soughtOf } from './snippets.ts';
export { suggestion } from './suggest.ts';
export { findTokens } from './tokens.ts';
