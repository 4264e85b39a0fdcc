export { markCommon } from './common.ts';
export { collapse } from './flatten.ts';
export { nodeAt, pathOf } from './path.ts';
export { type AdvertisementFinder, nodeOf, preparePage, textOfNode } from './prepare.ts';
export type { PageSource } from './source.ts';
