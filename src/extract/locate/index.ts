export { headOf, labelKey } from './catalogue.ts';
export { columnHead, headingAbove, isLabelLike, type LabelSide, type NearText, nearTexts } from './labels.ts';
export { type LearnedLocator, type LearnOptions, type LocatorSample, learnLocators } from './learn.ts';
export { type ItemScope, locate, type NodeValue, placesOf, wholeItem } from './locate.ts';
export { formatSteps, type LocatorStep, parseSteps } from './steps.ts';
