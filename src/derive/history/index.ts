export { diffLines, hunksOf } from './diff.ts';
export { comparedLines } from './lines.ts';
