export * from './addresses.ts';
export * from './manners.ts';
export * from './normalize.ts';
export * from './robots.ts';
export * from './robots-gate.ts';
export * from './scope.ts';
export * from './unsafe.ts';
