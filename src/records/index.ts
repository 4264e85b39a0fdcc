export { Checkpoints } from './checkpoints.ts';
export type { LinkedRecord } from './linked.ts';
export * from './record.ts';
export { type DeclaredType, parseSchema, type RecordSchema } from './schema.ts';
export { plainText, quotedText } from './text.ts';
export {
  calledOf,
  isAbout,
  isSameThing,
  isUnmistakable,
  recordKey,
  sourceOf,
  thingAddress,
  withItem,
  withPart,
  withSource,
  withState,
} from './things.ts';
export { momentIn, numberIn } from './values.ts';
