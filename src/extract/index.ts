export * from './lists/index.ts';
export * from './page/index.ts';
export type * from './types.ts';
export * from './wrapper/index.ts';
