export { type Article, articleOf } from './article/article.ts';
export { FilterList } from './noise/filters.ts';
export { Checkpoints } from './records/checkpoints.ts';
export { joinDetails, type LinkedRecord } from './records/join.ts';
export * from './records/record.ts';
export { parseSchema, type RecordSchema, type ValueType } from './records/schema.ts';
export { momentIn, numberIn } from './records/values.ts';
