export { overviewText } from './write.ts';
