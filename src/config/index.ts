export * from './defaults.ts';
export * from './names.ts';
export { nearest } from './nearest.ts';
export * from './option.ts';
export * from './options.ts';
export * from './read.ts';
export * from './seeds.ts';
export * from './settings.ts';
export { withoutCredentials } from './values.ts';
