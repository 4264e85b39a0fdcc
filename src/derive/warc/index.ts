export { type WarcOptions, type WarcReport, writeWarc } from './write.ts';
