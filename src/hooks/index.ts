export { failuresAllowed } from './calls.ts';
export { HookChain, type ResponseVerdict } from './chain.ts';
export { loadHooks } from './load.ts';
export * from './types.ts';
export { type HookedLinks, hookLinks, pageView } from './views.ts';
