export { failures, linkProblems } from './problems.ts';
export { writeFailures } from './write.ts';
