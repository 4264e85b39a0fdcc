export { type AskedForms, keepAsked } from './asked.ts';
export {
  type FormSource,
  formCounts,
  formFacts,
  formKey,
  shownForms,
  surveyForms,
  surveySources,
} from './survey.ts';
