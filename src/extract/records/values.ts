/**
 * The number that a text shows, `null` where it shows none or several: `$1,234.50`, `1.234,50 €`, `12 mpg`,
 * `(5)` is minus five only in ledgers and stays five here.
 */
export function numberIn(text: string): number | null {
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
  const words = text.replace(/(\d)(st|nd|rd|th)\b/gi, '$1');
  const moment = /\d{4}/.test(words) ? Date.parse(`${words} UTC`) : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}

function calendar(year: number, month: number, day: number): number | null {
  const moment = Date.UTC(year, month - 1, day);
  const date = new Date(moment);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? moment : null;
}
