import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ArgiopeError, whyUnread } from '../model/errors.ts';
import { parseCookies } from './http/cookie-file.ts';
import type { PlainCookie } from './http/cookies.ts';

/** What scripts of one origin have written down in a browser. */
export interface OriginStorage {
  /** `https://example.org`. */
  readonly origin: string;
  readonly localStorage: readonly StorageItem[];
  readonly sessionStorage: readonly StorageItem[];
}

/** One item of a browser's storage. */
export interface StorageItem {
  readonly name: string;
  readonly value: string;
}

/** What makes a browser one that is signed in: cookies and storage, and how a lost login is told. */
export interface LoginProfile {
  readonly cookies: readonly PlainCookie[];
  readonly origins: readonly OriginStorage[];
  /** A page that only somebody who is signed in gets to see; `null` where none is known. */
  readonly inside: string | null;
  /** The page that asks for the password; `null` where none was seen. */
  readonly signInPage: string | null;
}

/** The place of a profile that was given none: by host, in the folder of the user's settings. */
export function profilePlace(url: string): string {
  const settings =
    process.platform === 'win32'
      ? (process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'))
      : (process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'));
  const { host } = new URL(url);
  return join(settings, 'argiope', 'profiles', `${host.replace(/[^\w.-]/g, '_')}.json`);
}

/** Writes a profile, which is for its owner's eyes only; the old one stays until the new one is whole. */
export function writeProfile(file: string, profile: LoginProfile): void {
  const content = {
    cookies: profile.cookies.map(({ expires, domain, hostOnly, ...rest }) => ({
      ...rest,
      domain: hostOnly ? domain : `.${domain}`,
      expires: expires ?? -1,
    })),
    origins: profile.origins,
    argiope: { inside: profile.inside, signInPage: profile.signInPage },
  };
  const beside = `${file}.${process.pid}.part`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(beside, `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600 });
  chmodSync(beside, 0o600);
  renameSync(beside, file);
}

/** Reads a profile, also one that Playwright has written (`storageState`); messages quote nothing of it. */
export function readProfile(file: string): LoginProfile {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw unusable(file, whyUnread(cause));
  }
  if (!/^\s*\{/.test(text)) throw unusable(file, 'it is no JSON object');
  const cookies = parseCookies(text, file);
  const { origins, argiope } = JSON.parse(text) as { origins?: unknown; argiope?: Partial<LoginProfile> };
  return {
    cookies,
    origins: Array.isArray(origins) ? origins.map((each) => originOf(each, file)) : [],
    inside: webAddress(argiope?.inside),
    signInPage: webAddress(argiope?.signInPage),
  };
}

/** Whether others of this machine can read a file. */
export function isOpenToOthers(file: string): boolean {
  return process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
}

function originOf(given: unknown, file: string): OriginStorage {
  const { origin, localStorage, sessionStorage } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const parsed = typeof origin === 'string' ? URL.parse(origin) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) throw unusable(file, 'an origin of it is none');
  return {
    origin: parsed.origin,
    localStorage: itemsOf(localStorage, file),
    sessionStorage: itemsOf(sessionStorage, file),
  };
}

function itemsOf(given: unknown, file: string): readonly StorageItem[] {
  if (given === undefined) return [];
  const isItem = (each: unknown): each is StorageItem => {
    const { name, value } = (each ?? {}) as Readonly<Record<string, unknown>>;
    return typeof name === 'string' && typeof value === 'string';
  };
  if (!Array.isArray(given) || !given.every(isItem)) throw unusable(file, 'its storage is no list of items');
  return given.map(({ name, value }) => ({ name, value }));
}

function webAddress(given: unknown): string | null {
  const url = typeof given === 'string' ? URL.parse(given) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

function unusable(file: string, why: string): ArgiopeError {
  return new ArgiopeError('CONFIG', `the profile ${file} cannot be read: ${why}`, {
    advice: 'Make it with `argiope login <url> --profile FILE`, or give a storageState of Playwright.',
  });
}
