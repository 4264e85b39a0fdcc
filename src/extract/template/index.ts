export { type Assignment, assign, hasDrifted } from './assign.ts';
export { clusterPages, type Template } from './cluster.ts';
