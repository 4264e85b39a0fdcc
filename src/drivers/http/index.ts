export { parseCookies } from './cookie-file.ts';
export { CookieJar, type PlainCookie } from './cookies.ts';
export {
  type DataRequest,
  type HttpDriver,
  type HttpSeams,
  httpDriver,
  type ReadPage,
  type Revisit,
  type SentPage,
} from './driver.ts';
export { type HttpLimits, httpLimits } from './limits.ts';
export type { Probed } from './probe.ts';
export { defaultUserAgent } from './user-agent.ts';
export type { Validators } from './validators.ts';
