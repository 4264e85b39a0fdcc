export type { Permit } from './client.ts';
export { type HttpDriver, type HttpSeams, httpDriver, type Revisit } from './driver.ts';
export { type HttpLimits, httpLimits } from './limits.ts';
export type { Probed } from './probe.ts';
export { defaultUserAgent } from './user-agent.ts';
export type { Validators } from './validators.ts';
