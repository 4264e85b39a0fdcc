export { clusterFile, clusterStamp, type SiteClusters, siteClusters, writeClusters } from './cluster-file.ts';
export { type ClusterLink, clusterLinks } from './cluster-links.ts';
export {
  type Cluster,
  type ClusterKind,
  type ClusterTree,
  clusterTree,
  type GraphedPage,
} from './clusters.ts';
export { pageLinks, shortestWay } from './page-links.ts';
export { type GraphFormat, type GraphReport, writeGraph } from './write.ts';
