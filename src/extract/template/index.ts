export { clusterByTemplate, type Template } from './cluster.ts';
