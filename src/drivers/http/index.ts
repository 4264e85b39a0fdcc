export type { Permit } from './client.ts';
export { type HttpDriver, type HttpSeams, httpDriver, type Revisit } from './driver.ts';
export { type HttpLimits, httpLimits } from './limits.ts';
export { candidatesOf } from './page/links.ts';
export type { RawPage } from './page/raw.ts';
export { contentOfScan, type PageScan, scanPage } from './page/scan/page.ts';
export { defaultUserAgent } from './user-agent.ts';
export type { Validators } from './validators.ts';
