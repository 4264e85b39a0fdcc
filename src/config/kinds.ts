import { type Kind, listed, listedOnce, one } from './kinds/kind.ts';
import { isHeader, isProxy, isWebAddress } from './values.ts';

export * from './kinds/amounts.ts';
export type { Kind } from './kinds/kind.ts';

/** On or off. */
export const flag: Kind<boolean> = {
  ...one,
  expects: 'true or false',
  placeholder: '',
  json: 'boolean',
  parse(text) {
    if (/^(1|true|yes|on)$/i.test(text)) return true;
    return /^(0|false|no|off)$/i.test(text) ? false : undefined;
  },
};

/** One of a few words. */
export function choice<const W extends string>(...words: readonly W[]): Kind<W> {
  return {
    ...one,
    expects: spoken(words),
    placeholder: words.join('|'),
    json: 'string',
    words,
    parse: (text) => words.find((word) => word === text),
  };
}

/** Any text that is not empty and has no line break. */
export function text(placeholder: string, expects = 'text on one line'): Kind<string> {
  return {
    ...one,
    expects,
    placeholder,
    json: 'string',
    parse: (given) => (oneLine(given) ? given : undefined),
  };
}

/** A secret that nobody can guess and that may stand in an address and a header. */
export const token: Kind<string> = {
  ...one,
  expects: '16 to 200 letters, digits, "-" and "_"',
  placeholder: 'TOKEN',
  json: 'string',
  parse: (given) => (/^[\w-]{16,200}$/.test(given) ? given : undefined),
};

/** An http or https address. */
export const webAddress: Kind<string> = {
  ...text('URL', 'an http or https address'),
  parse: (given) => (isWebAddress(given) ? given : undefined),
};

/** Addresses of sitemaps, one for each time it is given. */
export const sitemaps: Kind<readonly string[]> = {
  expects: 'auto, or the http or https address of a sitemap',
  ...listedOnce,
  placeholder: 'URL|auto',
  parse: (given) => (given === 'auto' || isWebAddress(given) ? [given] : undefined),
};

/** Address of a proxy, with or without credentials. */
export const proxyAddress: Kind<string> = {
  ...text('URL', 'an http, https or socks5 address such as http://user:password@proxy:3128'),
  parse: (given) => (isProxy(given) ? given : undefined),
};

/** Name of a text encoding that can be read. */
export const encoding: Kind<string> = {
  ...text('NAME', 'an encoding such as gbk, big5 or utf-8'),
  parse(given) {
    try {
      return new TextDecoder(given.trim()).encoding;
    } catch {
      return undefined;
    }
  },
};

/** User name and password. */
export const credentials: Kind<string> = {
  ...text('USER:PASS', 'user:password'),
  parse: (given) => (oneLine(given) && given.indexOf(':') > 0 ? given : undefined),
};

/** Width and height in CSS pixels. */
export const viewport: Kind<readonly [number, number]> = {
  ...one,
  expects: 'width x height in pixels, such as 1280x800, each from 100 to 16384',
  placeholder: 'WxH',
  json: 'string',
  given: {
    type: 'readonly [width: number, height: number]',
    texts: (value) => (Array.isArray(value) ? [value.join('x')] : null),
  },
  parse(given) {
    const found = /^(\d{3,5})x(\d{3,5})$/i.exec(given);
    const [width, height] = [Number(found?.[1]), Number(found?.[2])];
    return [width, height].every((side) => side >= 100 && side <= 16384) ? [width, height] : undefined;
  },
};

/** Words with commas between them; `words` limits which. */
export function words(expects: string, valid: readonly string[] | RegExp): Kind<readonly string[]> {
  const fits = (word: string) => (valid instanceof RegExp ? valid.test(word) : valid.includes(word));
  return {
    ...listedOnce,
    expects,
    placeholder: 'LIST',
    ...(valid instanceof RegExp ? {} : { words: valid }),
    parse(given) {
      const parts = given.split(',').map((part) => part.trim().toLowerCase());
      return parts.every(fits) ? [...new Set(parts)] : undefined;
    },
  };
}

/** Names with commas between them, as they are written. */
export function names(placeholder: string, expects: string): Kind<readonly string[]> {
  return {
    ...listedOnce,
    expects,
    placeholder,
    parse(given) {
      const parts = given.split(',').map((part) => part.trim());
      return parts.every((part) => part !== '') ? [...new Set(parts)] : undefined;
    },
  };
}

/** Hosts with or without a port, spelled as addresses have them. */
export const places: Kind<readonly string[]> = {
  ...names('HOSTS', 'hosts such as 10.0.0.7:8080 or cdn.internal, with commas between them'),
  parse(given) {
    const parts = given.split(',').map((part) => /^(.+?)(:\d{1,5})?$/.exec(part.trim()));
    const hosts = parts.map((part) => part && placeOf(part[1] ?? '', part[2] ?? ''));
    return hosts.every((host) => host !== null) ? [...new Set(hosts)] : undefined;
  },
};

function placeOf(host: string, port: string): string | null {
  const url = URL.parse(`http://${host}${port}/`);
  return url === null || url.pathname !== '/' || url.username !== '' ? null : url.hostname + port;
}

/** Sample pages, one for each time it is given. */
export const samples: Kind<readonly string[]> = {
  expects: 'a name, "=" and how the page is reached, such as thread=https://example.org/t/1',
  ...listed,
  placeholder: 'TYPE=URL',
  given: {
    type: 'Readonly<Record<string, string | readonly string[]>>',
    texts: (value) =>
      pairs(value)?.flatMap(([type, pages]) => [pages].flat().map((page) => `${type}=${page}`)) ?? null,
  },
  parse: (given) => (/^[^=]*[^=\s][^=]*=\s*\S/.test(given) && oneLine(given) ? [given] : undefined),
};

/** What an engine that is linear cannot do (values/linear-pattern.ts), which is too much to load for a look at flags. */
const goesBack = /\(\?<?[=!]|(?:^|[^\\])(?:\\\\)*\\(?:[1-9]|k<)/;

/** Regular expressions, one for each time it is given (commas belong to them). */
export const patterns: Kind<readonly RegExp[]> = {
  expects:
    'a regular expression as JavaScript has them, without looking ahead, behind or back (`(?=`, `(?!`, `(?<`, `\\1`)',
  ...listed,
  placeholder: 'RE',
  given: { type: 'RegExp | readonly (string | RegExp)[]', texts: (value) => sourceOf(value) },
  parse(given) {
    try {
      return given === '' || goesBack.test(given) ? undefined : [new RegExp(given, 'u')];
    } catch {
      return undefined;
    }
  },
};

/** Request headers, one for each time it is given. */
export const headers: Kind<Readonly<Record<string, string>>> = {
  expects: 'a header such as "Accept-Language: en"',
  placeholder: 'K:V',
  json: 'list',
  many: true,
  given: {
    type: 'Readonly<Record<string, string>>',
    texts: (value) => pairs(value)?.map(([name, text]) => `${name}: ${text}`) ?? null,
  },
  parse(given) {
    const [, name, value] = /^([^:]+):(.*)$/.exec(given) ?? [];
    if (name === undefined || value === undefined || !isHeader(name.trim(), value.trim())) return undefined;
    return { [name.trim()]: value.trim() };
  },
  add: (before, later) => ({ ...before, ...later }),
};

/** Texts, one for each time it is given. */
export function texts(placeholder: string, expects: string): Kind<readonly string[]> {
  return {
    ...listed,
    expects,
    placeholder,
    parse: (given) => (oneLine(given) ? [given] : undefined),
  };
}

/** Where records go, one place for each time it is given. */
export const recordPlaces: Kind<readonly string[]> = {
  ...texts('FORMAT|URL', 'jsonl, csv, sqlite, sqlite:FILE or postgres://user:password@host/database'),
  parse: (given) =>
    /^(jsonl|csv|sqlite|sqlite:.+)$/.test(given) ||
    (/^postgres(ql)?:\/\/./.test(given) && URL.canParse(given))
      ? [given]
      : undefined,
};

/** A pattern as text: what its flags say stands inside, since a store keeps the text alone. */
function sourceOf(value: object): readonly string[] | null {
  if (!(value instanceof RegExp)) return null;
  const flags = value.flags.replace(/[^ims]/g, '');
  return [flags === '' ? value.source : `(?${flags}:${value.source})`];
}

function pairs(value: object): readonly (readonly [string, unknown])[] | null {
  return Array.isArray(value) ? null : Object.entries(value);
}

/** "a, b or c". */
function spoken(list: readonly string[]): string {
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;
}

function oneLine(given: string): boolean {
  return given.trim() !== '' && !/[\r\n\0]/.test(given);
}
