export { Agreements, type Sighting, withoutLabel } from './agreements.ts';
export * from './audits.ts';
export { callClass, isExplicit, normalizeCall } from './calls.ts';
export { type ClassRecord, pairOf, returnNames } from './class-record.ts';
export * from './instruction.ts';
export * from './lists.ts';
export { isPlaced, isStep, namesOf, namesPlace, turnsOn, turnsPages } from './naming.ts';
export { Positions } from './positions.ts';
