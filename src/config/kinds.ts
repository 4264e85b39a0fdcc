import { isHeader, isProxy, isWebAddress } from './values.ts';

/** How the text of one option becomes a value; the same for flags, environment and file. */
export interface Kind<T> {
  /** What is valid, to follow the words "must be". */
  readonly expects: string;
  /** Stand-in for the value in the help, empty for on/off flags. */
  readonly placeholder: string;
  /** Type the value has in a JSON file. */
  readonly json: 'string' | 'number' | 'boolean' | 'list';
  /** Whether giving it again adds to what was given before. */
  readonly many: boolean;
  /** Words that are valid, where they can be listed; the nearest is named when another comes. */
  readonly words?: readonly string[];
  /** The value, or `undefined` where the text is not valid. */
  parse(text: string): T | undefined;
  /** Puts a value given later to one given before. */
  add?(before: T, later: T): T;
  /** What a program may give besides text, as a TypeScript type, and the texts that it stands for. */
  readonly given?: { readonly type: string; texts?(value: object): readonly string[] | null };
}

const one = { many: false } as const;

/** Given again, it adds to what was given before. */
const listed = {
  json: 'list',
  many: true,
  add: <T>(before: readonly T[], later: readonly T[]): readonly T[] => [...before, ...later],
} as const;

/** The same, each once. */
const listedOnce = {
  ...listed,
  add: <T>(before: readonly T[], later: readonly T[]): readonly T[] => [...new Set([...before, ...later])],
} as const;

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

/** A whole number between two bounds. */
export function whole(from: number, to = Number.MAX_SAFE_INTEGER): Kind<number> {
  return {
    ...one,
    expects: `a whole number from ${from} ${to === Number.MAX_SAFE_INTEGER ? 'on' : `to ${to}`}`,
    placeholder: 'N',
    json: 'number',
    parse(text) {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= from && value <= to ? value : undefined;
    },
  };
}

/** A number with or without decimals, not below 0; else NaN. */
function decimal(text: string): number {
  return /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

/** Seconds, with decimals. */
export function seconds(positive: boolean): Kind<number> {
  return {
    ...one,
    expects: positive ? 'a number of seconds above 0' : 'a number of seconds from 0 on',
    placeholder: 'S',
    json: 'number',
    parse(text) {
      const value = decimal(text);
      return Number.isFinite(value) && (value > 0 || !positive) ? value : undefined;
    },
  };
}

/** A number of bytes, with a unit or without. */
export const size: Kind<number> = {
  ...one,
  expects: 'a size such as 300kB, 2MB or 64KiB',
  placeholder: 'SIZE',
  json: 'string',
  given: { type: 'number' },
  parse(text) {
    const found = /^(\d+(?:\.\d+)?)\s*(|b|kb|mb|gb|kib|mib|gib)$/i.exec(text.trim());
    const unit = units[(found?.[2] ?? '').toLowerCase()] ?? 1;
    const value = found ? Math.round(Number(found[1]) * unit) : Number.NaN;
    return value >= 1 && Number.isSafeInteger(value) ? value : undefined;
  },
};

const units: Readonly<Record<string, number>> = {
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};

const spans: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

function secondsOf(given: string): number | undefined {
  const found = /^(\d+\.?\d*|\.\d+)\s*([smhdw])$/i.exec(given.trim());
  const value = Number(found?.[1]) * (spans[found?.[2]?.toLowerCase() ?? ''] ?? Number.NaN);
  return value > 0 ? value : undefined;
}

/** A length of time, in seconds. */
export const span: Kind<number> = {
  ...one,
  expects: 'a length of time such as 90s, 15m, 6h, 1d or 2w',
  placeholder: 'TIME',
  json: 'string',
  parse: secondsOf,
};

/** A moment: a date, or so long ago, from now on a fixed one. */
export const moment: Kind<string> = {
  ...one,
  expects: 'a date such as 2026-05-01 or 2026-05-01T12:00Z, or a length of time such as 6h or 1d',
  placeholder: 'TIME|DATE',
  json: 'string',
  given: { type: 'Date', texts: (value) => (value instanceof Date ? [value.toISOString()] : null) },
  parse(given) {
    const ago = secondsOf(given);
    const at =
      ago === undefined ? Date.parse(/^\d{4}-\d\d/.test(given) ? given : '') : Date.now() - ago * 1000;
    return Number.isNaN(at) ? undefined : new Date(at).toISOString();
  },
};

/** Two versions of a page, or one. */
export const versions: Kind<readonly [number, number]> = {
  ...one,
  expects: 'two numbers of versions such as 1..3, or one',
  placeholder: 'A..B',
  json: 'string',
  parse(given) {
    const found = /^(\d+)(?:\.\.(\d+))?$/.exec(given.trim());
    if (!found) return undefined;
    const first = Number(found[1]);
    const pair: [number, number] = found[2] === undefined ? [first - 1, first] : [first, Number(found[2])];
    return pair[1] >= 1 && pair[0] < pair[1] ? pair : undefined;
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

/** A number of bytes, with K, M or G behind it where that is shorter. */
export const bytes: Kind<number> = {
  ...one,
  expects: 'a number of bytes from 1K to 1G, such as 500K or 32M',
  placeholder: 'SIZE',
  json: 'string',
  given: { type: 'number' },
  parse(given) {
    const [, digits = '', unit = ''] = /^(\d{1,12}(?:\.\d+)?)\s*([kmg]?)(?:i?b)?$/i.exec(given.trim()) ?? [];
    if (digits === '') return undefined;
    const value = Math.floor(Number(digits) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit.toLowerCase()));
    return value >= 1024 && value <= 1024 ** 3 ? value : undefined;
  },
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
export function words(
  placeholder: string,
  expects: string,
  valid: readonly string[] | RegExp,
): Kind<readonly string[]> {
  const fits = (word: string) => (valid instanceof RegExp ? valid.test(word) : valid.includes(word));
  return {
    ...listedOnce,
    expects,
    placeholder,
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

/** A share of a whole. */
export const share: Kind<number> = {
  ...one,
  expects: 'a number from 0 to 1',
  placeholder: 'N',
  json: 'number',
  parse(text) {
    return decimal(text) <= 1 ? decimal(text) : undefined;
  },
};

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
export function spoken(list: readonly string[]): string {
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;
}

function oneLine(given: string): boolean {
  return given.trim() !== '' && !/[\r\n\0]/.test(given);
}
