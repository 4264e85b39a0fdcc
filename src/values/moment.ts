/** A date as it is written, with the time of day where that is told. */
export interface WrittenMoment {
  readonly year: number;
  readonly month: number;
  /** `null` where only a month is told. */
  readonly day: number | null;
  /** Milliseconds since 1970; without a zone it counts as UTC, so that it does not depend on where one reads it. */
  readonly at: number;
  /** The order of day and month is a guess: `5/6/2010`. */
  readonly guessed: boolean;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const year = "(?<year>(?:1[4-9]|20)\\d\\d|'\\d\\d)";
const time = '(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,]\\d+)?)?';
const zone = '(?<zone>(?:GMT|UTC)?[+-]\\d\\d:?\\d\\d|Z|[A-Z]{2,4})(?:\\s*\\([^)]*\\))?';
const clock = `(?:[\\sT,]+(?:at\\s)?${time}\\s?(?<half>[ap]\\.?m\\.?)?(?:\\s?${zone})?)?`;
const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,?\\s+)?';

/** Forms of dates. `one` and `other` are month and day in the order that the numbers allow. */
const forms = [
  `(?<year>\\d{4})[-/.](?<month>\\d{1,2})[-/.]${day}${clock}`,
  '(?<year>\\d{4})[-/](?<month>\\d{2})',
  `${month}\\s*${day},?\\s*${year}${clock}`,
  `${day}(?:\\s+of)?[\\s-]*${month},?[\\s-]*${year}${clock}`,
  `${month}\\s+${day}\\s+${time}\\s+(?:${zone}\\s+)?${year}`,
  `${month},?[\\s-]*${year}`,
  `${year},?\\s+${month}`,
  `(?<one>\\d{1,2})(?<mark>[-/.])(?<other>\\d{1,2})\\k<mark>(?<year>\\d{4}|\\d{2})${clock}`,
  '(?<year>\\d{4})年(?<month>\\d{1,2})月(?:(?<day>\\d{1,2})[日号]?)?(?:\\s*(?<hour>\\d{1,2})[:：时](?<minute>\\d{2})?分?(?::(?<second>\\d{2}))?)?',
];
const wholeForms = forms.map((form) => new RegExp(`^${weekday}${form}$`, 'i'));
const innerForms = forms.map((form) => new RegExp(`(?<![\\p{L}\\p{N}.])${form}(?![\\p{L}\\p{N}])`, 'iu'));

/** Hours that the zones of North America, which mail and old pages name, are behind. */
const zones: Readonly<Record<string, number>> = {
  edt: 4,
  est: 5,
  cdt: 5,
  cst: 6,
  mdt: 6,
  mst: 7,
  pdt: 7,
  pst: 8,
};

/** Reads a whole text as a date; `null` where it is none. */
export function readMoment(text: string): WrittenMoment | null {
  return firstOf(wholeForms, text);
}

/** Reads the date that a text shows among other words. */
export function momentWithin(text: string): WrittenMoment | null {
  return readMoment(text) ?? firstOf(innerForms, text);
}

function firstOf(ways: readonly RegExp[], text: string): WrittenMoment | null {
  if (!/\d/.test(text)) return null;
  for (const way of ways) {
    const groups = way.exec(text)?.groups;
    const moment = groups ? momentOf(groups) : null;
    if (moment !== null) return moment;
  }
  return null;
}

type Groups = Readonly<Record<string, string | undefined>>;

function momentOf(groups: Groups): WrittenMoment | null {
  const inYear = fullYear(groups.year ?? '');
  const [inMonth, onDay] = monthAndDay(groups);
  const time = millisecondsOf(groups);
  if (inYear < 1400 || inYear > 2199 || inMonth < 1 || inMonth > 12 || time === null) return null;
  if (onDay !== null && (onDay < 1 || onDay > new Date(Date.UTC(inYear, inMonth, 0)).getUTCDate()))
    return null;
  return {
    year: inYear,
    month: inMonth,
    day: onDay,
    at: Date.UTC(inYear, inMonth - 1, onDay ?? 1) + time,
    guessed: groups.mark !== undefined && groups.mark !== '.' && Number(groups.one) < 13,
  };
}

function monthAndDay(groups: Groups): readonly [month: number, day: number | null] {
  if (groups.one === undefined) return [monthOf(groups.month ?? ''), groups.day ? Number(groups.day) : null];
  const [first, second] = [Number(groups.one), Number(groups.other)];
  // The month comes first, as most sites with slashes write it, unless it cannot be one.
  return first > 12 || groups.mark === '.' ? [second, first] : [first, second];
}

function fullYear(text: string): number {
  const value = Number(text.replace("'", ''));
  if (value >= 100) return value;
  return value < 70 ? 2000 + value : 1900 + value;
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

/** Time of day and zone; `null` where there is no such time. */
function millisecondsOf({
  hour = '0',
  minute = '0',
  second = '0',
  half,
  zone: named = '',
}: Groups): number | null {
  const inDay = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
  if (inDay > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(named) ?? [];
  const behind =
    sign === undefined
      ? 60 * (zones[named.toLowerCase()] ?? 0)
      : (sign === '-' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
  return ((inDay * 60 + Number(minute) + behind) * 60 + Number(second)) * 1000;
}
