import type { Recognised } from './types.ts';

/** A number as people write it: 1,234.5, 1.234,5, 1 234,5, 1'234.5. */
export const numberForm = String.raw`\d{1,3}(?:[,.'’\s\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?|[.,]\d+`;

/** The value of a written number; the last of two kinds of separators is the decimal one. */
export function parseNumber(text: string): number | null {
  const bare = text.trim().replace(/[\s\u00a0\u202f'’]/g, '');
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(bare)) return null;
  const value = Number(plainDecimal(bare));
  return Number.isFinite(value) ? value : null;
}

function plainDecimal(text: string): string {
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  if (comma >= 0 && point >= 0) {
    return comma > point ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  }
  if (comma >= 0) return isGrouping(text, ',') ? text.replaceAll(',', '') : text.replace(',', '.');
  const grouped = point >= 0 && text.indexOf('.') !== point && isGrouping(text, '.');
  return grouped ? text.replaceAll('.', '') : text;
}

function isGrouping(text: string, mark: ',' | '.'): boolean {
  const [first = '', ...groups] = text.replace(/^[+-]/, '').split(mark);
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => group.length === 3);
}

/** A plain number. */
export function readNumber(text: string): Recognised | null {
  const match = new RegExp(`^([+\\-−]?)\\s?(${numberForm})$`).exec(text);
  const amount = match ? parseNumber(match[2] as string) : null;
  if (match === null || amount === null) return null;
  const signed = match[1] === '' || match[1] === '+' ? amount : -amount;
  return { type: 'number', value: String(signed), amount: signed };
}

/** A share of hundred. */
export function readPercentage(text: string): Recognised | null {
  const match = new RegExp(
    `^(?:百分之)?\\s?([+-]?(?:${numberForm}))\\s?(?:%|％|percent|per cent)(?: off| 折扣)?$`,
    'i',
  ).exec(text);
  const amount = match ? parseNumber(match[1] as string) : null;
  return amount === null ? null : { type: 'percentage', value: String(amount), amount, unit: '%' };
}

/** A year of the time that data speak of. */
export function readYear(text: string): Recognised | null {
  const year = /^(?:c\.? ?|©\s?)?(1[4-9]\d\d|20\d\d)年?$/.exec(text)?.[1];
  return year === undefined ? null : { type: 'year', value: year, amount: Number(year) };
}
