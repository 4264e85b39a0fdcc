/** Who may ask the server: decided from the head of a request alone. */
import { timingSafeEqual } from 'node:crypto';

/** What is looked at of a request. */
export interface GuardedHead {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`: which site the browser says the request comes from. */
  readonly fetchSite: string | undefined;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
}

/** What the server is: its only name, and its secret. */
export interface GuardRules {
  /** `127.0.0.1:4680`. */
  readonly host: string;
  readonly token: string;
}

/** Why a request is refused; the words are stable. */
export type Refusal = 'host' | 'origin' | 'token';

/**
 * A name that somebody lets point at this machine is not ours (DNS rebinding). A page of another origin is refused
 * whatever it knows. What changes something must come from our own page, or from a program that has the token: a
 * browser sends cookies along by itself, but never an `Authorization`.
 */
export function refusalOf(head: GuardedHead, rules: GuardRules): Refusal | null {
  const own = `http://${rules.host}`;
  if (head.host !== rules.host) return 'host';
  if (head.origin !== undefined && head.origin !== own) return 'origin';
  // Browsers say where a request comes from; `none` is the address bar. Other programs say nothing.
  if (!['same-origin', 'none', undefined].includes(head.fetchSite)) return 'origin';
  if (isToken(bearer(head.authorization), rules.token)) return null;
  if (!isToken(cookieOf(head.cookie, cookieName(rules)), rules.token)) return 'token';
  return isReading(head.method) || head.origin === own ? null : 'origin';
}

/** Whether a method only reads. */
export function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Cookies of one host are sent to all its ports: the name has the port, so that two servers do not disturb each other. */
function cookieName({ host }: GuardRules): string {
  return `argiope-${host.split(':').at(-1)}`;
}

/** The header that has a browser keep the token. */
export function cookieHeader(rules: GuardRules): string {
  return `${cookieName(rules)}=${rules.token}; Path=/; HttpOnly; SameSite=Strict`;
}

/** Compares in a time that says nothing about where two texts differ. */
export function isToken(given: string | null, token: string): boolean {
  if (given === null) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function bearer(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}

function cookieOf(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
