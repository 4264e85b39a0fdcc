export { recordingFolder, WarcRecording } from './recording.ts';
export { type WaczReport, writeWacz } from './wacz.ts';
export { type WarcOptions, type WarcReport, writeWarc } from './write.ts';
