export { fileAddresses } from './filing.ts';
export { type GatherBounds, type GatherParts, gather, gatherBounds } from './gather.ts';
export type { Ranking } from './record.ts';
