export * from './audits.ts';
export { callClass, isExplicit, normalizeCall } from './calls.ts';
export * from './instruction.ts';
