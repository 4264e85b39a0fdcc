export * from './audits.ts';
export { callClass, isExplicit, normalizeCall } from './calls.ts';
export * from './instruction.ts';
export { isStep, namesPlace, turnsPages } from './naming.ts';
