export type { Permit } from './client.ts';
export { type HttpDriver, type HttpSeams, type Probed, httpDriver, type Revisit } from './driver.ts';
export { type HttpLimits, httpLimits } from './limits.ts';
export { defaultUserAgent } from './user-agent.ts';
export type { Validators } from './validators.ts';
