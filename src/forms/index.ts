export { isAskable, isFillable, type Unasked, whyUnasked } from './askable.ts';
export { comparisonsIn, type FieldComparison } from './comparisons.ts';
export { calledWords, dayMark, markedDay, rangeEnd, rangeWords } from './ends.ts';
export { inputName, isButton, pageForms } from './find.ts';
export { type FormKind, type KnownField, type KnownForm, knownForm, saysSearch } from './kinds.ts';
export {
  type AnswerData,
  answerData,
  type DataPath,
  type DataRecord,
  markupIn,
  type RecordLink,
  recordLink,
} from './repeat/data.ts';
export { onwardRequests } from './repeat/onward.ts';
export { dataOnPage, dataPage, fragmentPage, offersAttribute } from './repeat/page.ts';
export {
  filledTemplate,
  isSameRequest,
  nextRequest,
  type Pager,
  pagersOf,
  type RequestTemplate,
  type ScriptRequest,
  templateOf,
} from './repeat/template.ts';
export {
  type BoundValues,
  type FormRequest,
  hiddenValues,
  ownValues,
  requestOf,
  type Sending,
} from './request.ts';
export { type FormAnswer, type SeenRecord, toldTotal } from './surface/answers.ts';
export { type AskedValues, valuesKey } from './surface/choice-node.ts';
export type { Coverage } from './surface/coverage.ts';
export { type FormInput, formInputs } from './surface/inputs.ts';
export { type ListOffers, lostChoices, offersIn, offersKept } from './surface/offers.ts';
export { type Submission, type SurfaceEnd, SurfacePlan } from './surface/plan.ts';
export { nonsense } from './surface/vocabulary.ts';
export type { FieldControl, FieldOption, FormField, PageForm } from './types.ts';
