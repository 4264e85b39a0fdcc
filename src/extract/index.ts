export { type Article, articleOf } from './article/article.ts';
export * from './lists/index.ts';
export { learnLocators } from './locate/index.ts';
export type { KnownRow, KnownValues, Labeller, NamingInput, NumberedText } from './naming/index.ts';
export { FilterList } from './noise/filters.ts';
export * from './page/index.ts';
export { profileOf } from './recognise/index.ts';
export { Checkpoints } from './records/checkpoints.ts';
export type { LinkedRecord } from './records/linked.ts';
export * from './records/record.ts';
export { parseSchema, type RecordSchema, type ValueType } from './records/schema.ts';
export {
  calledOf,
  isAbout,
  isSameThing,
  isUnmistakable,
  keyOf,
  placeOf,
  sourceOf,
  withItem,
  withPart,
  withSource,
  withState,
} from './records/things.ts';
export { momentIn, numberIn } from './records/values.ts';
export { wantedProperties } from './records/wanted.ts';
export { extractReport } from './report/page.ts';
export { locatorText } from './report/values.ts';
export { applyRules } from './rules/apply.ts';
export { parseRules, readRules, rulesText, writeRules } from './rules/file.ts';
export type { Known, KnownItems, KnownRecord } from './rules/known.ts';
export { makeRules } from './rules/make.ts';
export { Watch } from './rules/watch.ts';
export { type Learner, ownLearner } from './session/learner.ts';
export { fieldNamer, type NamingAbout } from './session/names.ts';
export { isNeutral } from './session/records.ts';
export { Session } from './session/session.ts';
export type { LiveTemplate, Step } from './session/template.ts';
export { typeName as templateName } from './session/type-name.ts';
export * from './template/index.ts';
export { ThreadedLearner } from './thread/threaded.ts';
export type * from './types.ts';
export * from './wrapper/index.ts';
