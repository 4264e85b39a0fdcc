export { type Allocation, allocate, type Revisitable } from './allocate.ts';
export { addressDate, FreshOrder, freshest, priorityOf } from './freshness.ts';
export { freshness, gainOf, staleness } from './gain.ts';
export { type DuePage, dueOrder } from './order.ts';
export { addressShape, kindOf } from './page-kind.ts';
export { estimateRate, pooledRate, possibleRate, type RatePrior } from './rate.ts';
export { ChangeRates, type Followed, unknownPrior } from './rates.ts';
export { RevisitSchedule } from './schedule.ts';
export { day, firstVisit, foundGone, seenAgain, type VisitSighting } from './visits.ts';
