import { momentWithin, readAs } from '../values/index.ts';

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
  return momentWithin(text)?.at ?? null;
}
