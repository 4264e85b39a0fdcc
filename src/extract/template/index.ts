export { clusterPages, type Template } from './cluster.ts';
