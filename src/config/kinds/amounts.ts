import { type Kind, one } from './kind.ts';

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
