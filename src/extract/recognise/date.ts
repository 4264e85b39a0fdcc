import type { Recognised } from './types.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const year = "(?<year>(?:1[4-9]|20)\\d\\d|'\\d\\d)";
const clock =
  '(?:[\\sT,]+(?:at\\s)?\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?\\s?(?:[ap]\\.?m\\.?)?\\s?(?:Z|[A-Z]{2,4}|[+-]\\d\\d:?\\d\\d)?)?';
const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,?\\s+)?';

/** Forms of dates. `first` and `second` are month and day in the order that the numbers allow. */
const forms: readonly RegExp[] = [
  `(?<year>\\d{4})[-/.](?<month>\\d{1,2})[-/.]${day}${clock}`,
  '(?<year>\\d{4})[-/](?<month>\\d{2})',
  `${month}\\s*${day},?\\s*${year}${clock}`,
  `${day}(?:\\s+of)?[\\s-]*${month},?[\\s-]*${year}${clock}`,
  `${month},?[\\s-]*${year}`,
  `${year},?\\s+${month}`,
  `(?<first>\\d{1,2})(?<mark>[-/.])(?<second>\\d{1,2})\\k<mark>(?<year>\\d{4}|\\d{2})${clock}`,
  '(?<year>\\d{4})年(?<month>\\d{1,2})月(?:(?<day>\\d{1,2})[日号]?)?(?:\\s*\\d{1,2}[:：时]\\d{0,2}分?)?',
].map((form) => new RegExp(`^${weekday}${form}$`, 'i'));

const relative =
  /^(?:today|yesterday|just now|(?:about |over )?(?:\d+|an?|one|two|three)\+? (?:second|minute|min|hour|hr|day|week|month|year)s? ago|今天|昨天|前天|刚刚|\d+\s?(?:秒|分钟|小时|天|周|个月|年)前)$/i;

/** A day or month, or a moment told from today; normalised as in ISO 8601. */
export function readDate(text: string): Recognised | null {
  if (text.length > 60) return null;
  if (relative.test(text)) return { type: 'date', value: text.toLowerCase() };
  if (!/\d/.test(text)) return null;
  for (const form of forms) {
    const groups = form.exec(text)?.groups;
    const parts = groups ? partsOf(groups) : null;
    if (parts !== null && isReal(parts)) return { type: 'date', value: written(parts) };
  }
  return null;
}

interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number | null;
}

function partsOf(groups: Readonly<Record<string, string | undefined>>): DateParts {
  const whole = fullYear(groups.year ?? '');
  if (groups.first !== undefined) {
    const [first, second] = [Number(groups.first), Number(groups.second)];
    // The month comes first, as most sites with slashes write it, unless it cannot be one.
    const dayFirst = first > 12 || groups.mark === '.';
    return { year: whole, month: dayFirst ? second : first, day: dayFirst ? first : second };
  }
  return { year: whole, month: monthOf(groups.month ?? ''), day: groups.day ? Number(groups.day) : null };
}

function fullYear(text: string): number {
  const value = Number(text.replace("'", ''));
  if (value >= 100) return value;
  return value < 70 ? 2000 + value : 1900 + value;
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

function isReal({ year: inYear, month: inMonth, day: onDay }: DateParts): boolean {
  if (inYear < 1400 || inYear > 2199 || inMonth < 1 || inMonth > 12) return false;
  return onDay === null || (onDay >= 1 && onDay <= new Date(Date.UTC(inYear, inMonth, 0)).getUTCDate());
}

function written({ year: inYear, month: inMonth, day: onDay }: DateParts): string {
  return [inYear, inMonth, ...(onDay === null ? [] : [onDay])].map((part) => twoDigits(part)).join('-');
}

function twoDigits(part: number | string): string {
  return String(part).padStart(2, '0');
}

const clockForms: readonly RegExp[] = [
  /^(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?(?:\s?(?<half>[ap])\.?m\.?)?$/i,
  /^(?<hour>\d{1,2})\s?(?<half>[ap])\.?m\.?$/i,
  /^(?<half>上午|早上|中午|下午|晚上)?(?<hour>\d{1,2})[点时:：](?:(?<minute>[0-5]?\d)分?|(?<thirty>半))?$/,
];

/** A time of day, with 24 hours. */
export function readTime(text: string): Recognised | null {
  const groups = clockForms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (!groups || Number(groups.hour) > 24) return null;
  const { hour = '', minute = groups.thirty ? '30' : '0', second, half } = groups;
  const late = half !== undefined && /p|中午|下午|晚上/i.test(half);
  const inDay = (Number(hour) % (half === undefined ? 24 : 12)) + (late ? 12 : 0);
  const parts = [inDay, minute, ...(second === undefined ? [] : [second])];
  return { type: 'time', value: parts.map(twoDigits).join(':') };
}
