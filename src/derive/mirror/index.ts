export { writePageAlone } from './alone.ts';
export { type MirrorOptions, type MirrorReport, writeMirror } from './write.ts';
