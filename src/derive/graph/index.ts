export { type GraphFormat, type GraphReport, writeGraph } from './write.ts';
