import { ArgiopeError } from '../../model/errors.ts';
import type { PlainCookie } from './cookies.ts';

/**
 * Reads the cookies of a file: lines as Netscape's `cookies.txt` has them (curl, wget, browser add-ons), or JSON
 * as browser add-ons and the `storageState` of Playwright have it.
 */
export function parseCookies(text: string, file: string): readonly PlainCookie[] {
  const plain = text.replace(/^\ufeff/, '');
  return /^\s*[[{]/.test(plain) ? fromJson(plain, file) : fromLines(plain, file);
}

function fromLines(text: string, file: string): readonly PlainCookie[] {
  const cookies: PlainCookie[] = [];
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const httpOnly = line.startsWith('#HttpOnly_');
    if (line.trim() === '' || (line.startsWith('#') && !httpOnly)) continue;
    const [domain, below, path, secure, expires, name, value] = line.replace('#HttpOnly_', '').split('\t');
    if (domain === undefined || name === undefined || value === undefined || !/^-?\d+/.test(expires ?? ''))
      throw unusable(file, `line ${at + 1} has not the seven parts of cookies.txt, with tabs between them`);
    cookies.push({
      name,
      value,
      httpOnly,
      path: path || '/',
      secure: secure === 'TRUE',
      domain: domain.replace(/^\./, ''),
      hostOnly: below !== 'TRUE',
      expires: Number(expires) > 0 ? Number(expires) : null,
    });
  }
  return cookies;
}

function fromJson(text: string, file: string): readonly PlainCookie[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // The engine's message quotes the text, which is secret.
    throw unusable(file, 'it is not valid JSON');
  }
  const list = Array.isArray(content) ? content : (content as { cookies?: unknown }).cookies;
  if (!Array.isArray(list)) throw unusable(file, 'it holds no list of cookies');
  return list.map((each, at) => cookieOf(each, at, file));
}

function cookieOf(given: unknown, at: number, file: string): PlainCookie {
  const { name, value, domain, path, secure, httpOnly, hostOnly, expires, expirationDate } = (given ??
    {}) as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || typeof value !== 'string' || typeof domain !== 'string' || domain === '')
    throw unusable(file, `cookie ${at + 1} has no "name", "value" and "domain"`);
  const end = Number(expires ?? expirationDate ?? -1);
  return {
    name,
    value,
    path: typeof path === 'string' && path !== '' ? path : '/',
    secure: secure === true,
    httpOnly: httpOnly === true,
    domain: domain.replace(/^\./, ''),
    hostOnly: typeof hostOnly === 'boolean' ? hostOnly : !domain.startsWith('.'),
    expires: end > 0 ? end : null,
  };
}

function unusable(file: string, why: string): ArgiopeError {
  return new ArgiopeError('CONFIG', `the cookies of ${file} cannot be read: ${why}`, {
    advice:
      'Give a cookies.txt as browsers and curl write it, or a JSON list of cookies, with --cookies FILE.',
  });
}
