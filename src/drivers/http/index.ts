export type { Permit } from './client.ts';
export { type HttpDriver, type HttpSeams, httpDriver, type ReadPage } from './driver.ts';
export { type HttpLimits, httpLimits } from './limits.ts';
export { defaultUserAgent } from './user-agent.ts';
