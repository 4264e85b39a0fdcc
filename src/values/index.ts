export { momentWithin, readMoment, type WrittenMoment } from './moment.ts';
export { formOf, isOfType, profileOf } from './profile.ts';
export { readAs, recognise, recognisers } from './recognise.ts';
export { type CommonType, typeOf, typeShares } from './type-of.ts';
export type { Profile, Recognised, Recogniser, ValueType } from './types.ts';
