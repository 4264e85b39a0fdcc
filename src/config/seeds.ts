import { ArgiopeError } from '../model/errors.ts';
import { originOf, protocolOf } from '../model/protocol.ts';
import { quoted } from './values.ts';

/** Checked start addresses, with notes on what was made of them. */
export interface Seeds {
  readonly seeds: readonly string[];
  readonly notes: readonly string[];
  /** `user:password` that stood in addresses, by scheme, host and port (`originOf`). */
  readonly logins?: Readonly<Record<string, string>>;
}

const valid =
  'a seed is an http or https address such as https://example.org/news/, or an ftp, ftps, telnet or bbs address';

/** Notes of one kind that are told one by one; a long list may have thousands. */
const told = 20;

/**
 * Checks start addresses; one without a scheme gets `http://`, which a note says. A wrong one is an error;
 * on a line of a list it is skipped with a note, as long as another is left.
 */
export function readSeeds(given: readonly (string | SeedLine)[]): Seeds {
  if (given.length === 0) {
    throw new ArgiopeError('USAGE', 'crawl needs at least one address to start from; got none', {
      advice: 'for example: argiope crawl https://example.org/',
    });
  }
  const seeds = new Set<string>();
  const bare: string[] = [];
  const skipped: string[] = [];
  const logins: Record<string, string> = {};
  for (const one of given) {
    const text = (typeof one === 'string' ? one : one.text).trim();
    const found = seedOf(one, text);
    if ('wrong' in found) {
      skipped.push(found.wrong);
      continue;
    }
    if (schemeOf(text) === null) bare.push(`"${text}" has no scheme; taken as ${found.url}`);
    seeds.add(found.url);
    if (found.login !== null) logins[originOf(new URL(found.url))] ??= found.login;
  }
  if (seeds.size === 0) throw noneLeft(skipped);
  const notes = [...bounded(bare, 'addresses have no scheme'), ...bounded(skipped, 'lines were skipped')];
  return { seeds: [...seeds], notes, ...(Object.keys(logins).length > 0 && { logins }) };
}

function seedOf(one: string | SeedLine, text: string): ReturnType<typeof withoutLogin> | { wrong: string } {
  try {
    return withoutLogin(completeSeed(text));
  } catch (error) {
    if (typeof one === 'string' || !(error instanceof ArgiopeError)) throw error;
    return { wrong: `${one.list}, line ${one.line} is skipped: ${error.message}` };
  }
}

function bounded(notes: readonly string[], what: string): readonly string[] {
  if (notes.length <= told) return notes;
  return [...notes.slice(0, told), `${notes.length - told} more ${what}`];
}

function noneLeft(skipped: readonly string[]): ArgiopeError {
  const message = `no line of the list is an address to start from: ${skipped[0]}`;
  return new ArgiopeError('USAGE', message, { advice: `${valid}, one on each line` });
}

function withoutLogin(url: URL): { url: string; login: string | null } {
  const { username, password } = url;
  const login = username === '' ? null : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  url.username = '';
  url.password = '';
  return { url: url.href, login };
}

function completeSeed(text: string): URL {
  const scheme = schemeOf(text);
  const spelled = text.replace(/^bbs:/i, 'telnet:');
  if (scheme !== null && protocolOf(spelled) === null) {
    throw refused(text, `${scheme}: addresses cannot be crawled`);
  }
  const whole = scheme === null ? `http://${text}` : spelled;
  if (/\s/.test(text) || !/^[a-z]+:\/\/[^/]/i.test(whole) || !URL.canParse(whole)) throw refused(text);
  const url = new URL(whole);
  if (url.hostname === '') throw refused(text);
  if (url.pathname === '') url.pathname = '/';
  if (scheme === null && !looksLikeHost(text, url)) throw refused(text);
  return url;
}

/** `localhost:8080` has no scheme, `mailto:x` has: what follows the colon tells. */
function schemeOf(text: string): string | null {
  const found = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(text);
  if (found === null || /^\d+(?:[/?#]|$)/.test(found[2] ?? '')) return null;
  return found[1] ?? null;
}

/** A bare word is more often a mistyped command than a host of the local network. */
function looksLikeHost(text: string, url: URL): boolean {
  const host = url.hostname;
  const named = /^[^.]+(\.[^.]+)+\.?$/.test(host) && !host.startsWith('.');
  return named || host === 'localhost' || host.startsWith('[') || /^[^/]+:\d/.test(text);
}

function refused(text: string, why = 'this is not an address'): ArgiopeError {
  const shown = text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i, '$1…@');
  return new ArgiopeError('USAGE', `cannot start from ${quoted(shown)}: ${why}`, { advice: valid });
}

/** Folder name for a seed's host: `example.org`, `127.0.0.1_8080`; safe on every file system. */
export function folderOf(seed: string): string {
  const url = new URL(seed);
  const name = url.port === '' ? url.hostname : `${url.hostname}_${url.port}`;
  const safe = name.replace(/[^a-z0-9._-]+/gi, '-').replace(/^[-.]+|[-.]+$/g, '');
  return safe === '' ? 'site' : safe.slice(0, 200);
}

/** One line of a list of start addresses. */
export interface SeedLine {
  readonly text: string;
  /** Name of the list, for messages. */
  readonly list: string;
  /** Counted from 1. */
  readonly line: number;
}

/**
 * The lines of a list that hold an address, with their numbers.
 *
 * Empty lines are left out, and so is what follows a `#` at the begin of a line or behind white space: inside
 * an address it begins a fragment.
 */
export function seedLines(bytes: Uint8Array, list: string): readonly SeedLine[] {
  return decoded(bytes)
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ text: line.replace(/(^|\s)#.*$/s, '').trim(), list, line: index + 1 }))
    .filter(({ text }) => text !== '');
}

/** UTF-8, or UTF-16 where its mark says so: some shells write that. */
function decoded(bytes: Uint8Array): string {
  const little = bytes[0] === 0xff && bytes[1] === 0xfe;
  const big = bytes[0] === 0xfe && bytes[1] === 0xff;
  return new TextDecoder(little ? 'utf-16le' : big ? 'utf-16be' : 'utf-8').decode(bytes);
}
