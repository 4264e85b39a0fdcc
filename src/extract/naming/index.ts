export { fieldsToName, namelessFields } from './fields.ts';
export type { KnownValues } from './known.ts';
export { askLabeller, type Labeller, type NumberedText } from './labeller.ts';
export { type Concept, lexicon } from './lexicon.ts';
export { defaultConfidence, type NamingInput, nameFields } from './name.ts';
export { type DeclaredValue, declaredOn } from './structured.ts';
export type { NamelessField } from './types.ts';
export type { WantedProperty } from './wanted.ts';
export type { NamedField } from './wish.ts';
