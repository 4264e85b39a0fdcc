export { failures, type LinkProblem, type LinkSource, linkProblems } from './problems.ts';
export { writeFailures } from './write.ts';
