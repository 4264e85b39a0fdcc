export { type MirrorOptions, type MirrorReport, writeMirror } from './write.ts';
