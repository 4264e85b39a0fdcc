export { type BoundQuery, bindRequest } from './bind.ts';
export { type RankedSource, rankSources, type SourceSummary } from './choose.ts';
export { rowsOfData } from './data-rows.ts';
export { joinRecords, recordName } from './join.ts';
export { meaningsOf } from './meanings.ts';
export { conditionText, parseRequest } from './request.ts';
export { type AnswerSample, answerRows, answerSample, sampleSizes } from './rows.ts';
export type {
  AnswerRow,
  FieldMeaning,
  JoinedRecord,
  QueryCondition,
  QueryRequest,
  SourceMap,
  UnifiedRecord,
} from './types.ts';
export { answerNames, unifiedRecords } from './unify.ts';
