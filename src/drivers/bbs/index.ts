export { type BbsSeams, bbsDriver } from './driver.ts';
export { type BbsLimits, bbsLimits } from './limits.ts';
