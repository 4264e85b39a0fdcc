import { ArgiopeError } from '../model/errors.ts';
import { quoted, withoutCredentials } from './values.ts';

/** Checked start addresses, with notes on what was made of them. */
export interface Seeds {
  readonly seeds: readonly string[];
  readonly notes: readonly string[];
}

const valid = 'a seed is an http or https address such as https://example.org/news/';

/** Checks start addresses; one without a scheme gets `http://`, which a note says. */
export function readSeeds(given: readonly string[]): Seeds {
  if (given.length === 0) {
    throw new ArgiopeError('USAGE', 'crawl needs at least one address to start from; got none', {
      advice: 'for example: argiope crawl https://example.org/',
    });
  }
  const seeds = new Set<string>();
  const notes: string[] = [];
  for (const text of given) {
    const whole = completeSeed(text.trim());
    if (schemeOf(text.trim()) === null) notes.push(`"${text}" has no scheme; taken as ${whole}`);
    seeds.add(whole);
  }
  return { seeds: [...seeds], notes };
}

function completeSeed(text: string): string {
  const scheme = schemeOf(text);
  if (scheme !== null && !/^https?$/i.test(scheme)) {
    throw refused(text, `${scheme}: addresses cannot be crawled`);
  }
  const whole = scheme === null ? `http://${text}` : text;
  if (/\s/.test(text) || !/^https?:\/\/[^/]/i.test(whole) || !URL.canParse(whole)) throw refused(text);
  const url = new URL(whole);
  if (url.username !== '' || url.password !== '') {
    throw new ArgiopeError('USAGE', `the seed ${withoutCredentials(whole)} carries a user name or password`, {
      advice: 'give them with --auth user:password (or ARGIOPE_AUTH) instead',
    });
  }
  if (scheme === null && !looksLikeHost(text, url)) throw refused(text);
  return url.href;
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
