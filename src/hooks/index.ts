export { failuresAllowed } from './calls.ts';
export { HookChain, type ResponseVerdict } from './chain.ts';
export { loadHooks } from './load.ts';
export * from './types.ts';
export { type HookedLinks, hookLinks, hookPage, pageView } from './views.ts';
