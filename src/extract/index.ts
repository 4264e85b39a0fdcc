export * from './lists/index.ts';
export * from './page/index.ts';
export * from './template/index.ts';
export type * from './types.ts';
export * from './wrapper/index.ts';
