import { readAs } from '../recognise/index.ts';

/** Types whose readers know which of several numbers is the amount, or what a word behind it multiplies it by. */
const amountTypes = ['price', 'rating', 'percentage', 'quantity'] as const;

/** Words behind a number that make it larger. */
const scale = /\d\s?(?:万|亿|k|m|bn|thousand|million|billion)(?![a-z])/i;

/**
 * The number that a text says, `null` where it says none, several or a range: `$1,234.50`, `1.234,50 €`, `12 mpg`,
 * `4.5 out of 5`, `15.8万元`.
 */
export function numberIn(text: string): number | null {
  const only = scale.test(text) ? null : onlyNumber(text);
  if (only !== null || !/[\d★⭐]/u.test(text)) return only;
  for (const type of amountTypes) {
    const read = readAs(text, type);
    if (read?.amount === undefined) continue;
    return read.most === undefined || type === 'rating' ? Number(read.amount) : null;
  }
  return onlyNumber(text);
}

/** The only number in a text, whatever stands around it; `(5)` is minus five only in ledgers and stays five here. */
export function onlyNumber(text: string): number | null {
  const found = text.match(/[-−]?\d+(?:['\u00a0\u202f ]\d{3}(?!\d))*(?:[.,]\d+)*/g) ?? [];
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const value = Number(plain(only.replace('−', '-').replace(/['\s]/g, '')));
  return Number.isFinite(value) ? value : null;
}

/** Digits with a point before the decimals, whichever marks were used. */
function plain(digits: string): string {
  const comma = digits.lastIndexOf(',');
  const point = digits.lastIndexOf('.');
  if (comma >= 0 && point >= 0) {
    const decimal = comma > point ? ',' : '.';
    return digits.replaceAll(decimal === ',' ? '.' : ',', '').replace(decimal, '.');
  }
  const mark = comma >= 0 ? ',' : '.';
  const groups = digits.split(mark);
  // One mark with three digits behind a comma, or several marks: thousands. Else decimals.
  const isGrouped = groups.length > 2 || (mark === ',' && groups[1]?.length === 3);
  const grouped = isGrouped && groups.slice(1).every((group) => group.length === 3);
  return grouped ? groups.join('') : digits.replace(',', '.');
}

/** Milliseconds since 1970 of the date that a text shows, `null` where it shows none. */
export function momentIn(text: string): number | null {
  const [, year, month, day] =
    /(\d{4})\s*[-/.年]\s*(\d{1,2})(?:\s*[-/.月]\s*(\d{1,2})\s*日?)?/.exec(text) ?? [];
  if (year !== undefined) {
    const iso = /\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?/.exec(text)?.[0];
    if (iso !== undefined && !Number.isNaN(Date.parse(iso))) return Date.parse(iso);
    return calendar(Number(year), Number(month), Number(day ?? 1));
  }
  const read = dayIn(text);
  const words = text.replace(/(\d)(st|nd|rd|th)\b/gi, '$1');
  const moment = /\d{4}/.test(words) ? Date.parse(`${words} UTC`) : Number.NaN;
  // Where both understand it, the one with the time of day; where they differ, the one that knows how dates are written.
  if (read !== null && !(moment >= read && moment < read + 86_400_000)) return read;
  return Number.isNaN(moment) ? null : moment;
}

/** The day that the reader of dates sees: `18.11.2010`, `Posted: 6 May 2010`, `Nov 2010`. */
function dayIn(text: string): number | null {
  const value = /\d/.test(text) ? readAs(text, 'date')?.value : undefined;
  const [year, month, day = 1] = value?.split('-').map(Number) ?? [];
  return year === undefined || month === undefined ? null : calendar(year, month, day);
}

function calendar(year: number, month: number, day: number): number | null {
  const moment = Date.UTC(year, month - 1, day);
  const date = new Date(moment);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? moment : null;
}
