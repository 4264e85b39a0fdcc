export type { Permit } from './client.ts';
export { parseCookies } from './cookie-file.ts';
export { CookieJar, type PlainCookie } from './cookies.ts';
export { type HttpDriver, type HttpSeams, httpDriver, type Revisit } from './driver.ts';
export { type HttpLimits, httpLimits } from './limits.ts';
export { defaultUserAgent } from './user-agent.ts';
export type { Validators } from './validators.ts';
