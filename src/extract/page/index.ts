export { markCommon } from './common.ts';
export { collapse } from './flatten.ts';
export { nodeAt, pathOf } from './path.ts';
export type { PageSource } from './prepare.ts';
export { type AdvertisementFinder, nodeOf, preparePage, textOfNode } from './prepare.ts';
