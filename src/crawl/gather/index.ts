export type { AskedPage } from './asker.ts';
export { fileAddresses } from './filing.ts';
export { type GatherBounds, type GatherParts, gather, gatherBounds } from './gather.ts';
export type { FormQuestion, MakeBrowser, QuestionHands } from './questions.ts';
export type { Ranking } from './record.ts';
export { SharedManners } from './share/manners.ts';
export type { Share } from './share/share.ts';
export type { Sieve, SievedPage } from './sieve.ts';
