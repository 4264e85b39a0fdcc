import { isFillable } from '../askable.ts';
import { dayMark, markedDay, rangeEnd } from '../ends.ts';
import { inputName } from '../find.ts';
import type { KnownField, KnownForm } from '../kinds.ts';
import type { AskedValues } from './choice-node.ts';

/** Two fields that hold the ends of a range. */
export interface RangeInput {
  /** Names of the fields for the lower and the upper end. */
  readonly from: string;
  readonly to: string;
  /** What its places count: days and months since 1970, numbers, or options in their order. */
  readonly unit: 'day' | 'month' | 'number' | 'option';
  /** How a day is written, as `Y-M-D`. */
  readonly mark: string;
  /** Values of the options for the lower and the upper end, in their order. */
  readonly options: readonly (readonly [string, string])[];
  /** Places that the page allows, or between which most is to be expected. */
  readonly low: number;
  readonly high: number;
}

/** Part of a range: without an end where everything beyond belongs to it. */
export interface RangeSpan {
  readonly low: number | null;
  readonly high: number | null;
}

const day = 86_400_000;
/** What is asked for where a page sets no bounds; the outermost parts have no ends, so nothing beyond is lost. */
const [firstYear, lastYear, mostNumber] = [1900, 2040, 1000];
/** What a box for words has to speak of to be the end of a range of numbers: towns have ends too. */
const amounts = /price|amount|cost|salary|year|size|area|preis|jahr|betrag|prix|année|价|金额|薪|年|面积/i;

/** The ranges of a form: two fields of one kind that follow each other, of which the first is where it begins. */
export function rangesOf(form: KnownForm): readonly RangeInput[] {
  // A box for days that nobody can type into is filled by a calendar.
  const fields = form.fields.filter(
    (field) => isFillable(field) && (field.readOnly !== true || dayMark(field) !== null),
  );
  return fields.flatMap((field, at) => {
    const next = fields[at + 1];
    if (next === undefined || field.control !== next.control || field.moment !== next.moment) return [];
    if (rangeEnd(field) !== 'from' || rangeEnd(next) === 'from' || !isOther(next)) return [];
    const range = rangeIn(field, next);
    return range === null ? [] : [{ ...range, from: inputName(field, form), to: inputName(next, form) }];
  });
}

/** The other end says so, or nothing at all. */
function isOther(field: KnownField): boolean {
  return rangeEnd(field) === 'to' || /^[\s\-–—~～]*$/u.test(field.label);
}

function rangeIn(field: KnownField, next: KnownField): Omit<RangeInput, 'from' | 'to'> | null {
  const own = { mark: 'Y-M-D', options: [] };
  if (field.control === 'select') return optionRange(field, next);
  const mark = dayMark(field);
  if (mark !== null && field.moment === 'month')
    return { ...own, unit: 'month', low: (firstYear - 1970) * 12, high: (lastYear - 1970) * 12 };
  if (mark !== null && field.moment === undefined) {
    const place = (text: string | undefined, year: number) =>
      Math.floor((Date.parse(text || `${year}-01-01`) || Date.parse(`${year}-01-01`)) / day);
    return {
      ...own,
      mark,
      unit: 'day',
      low: place(field.bounds?.min, firstYear),
      high: place(next.bounds?.max, lastYear),
    };
  }
  const isNumber = field.control === 'number' || (field.control === 'text' && amounts.test(saidOf(field)));
  if (!isNumber || mark !== null) return null;
  const isYear = field.kind === 'year' || /year|jahr|année|年/i.test(saidOf(field));
  const [low, high] = isYear ? [firstYear, lastYear] : [0, mostNumber];
  return {
    ...own,
    unit: 'number',
    low: numberOr(field.bounds?.min, low),
    high: numberOr(next.bounds?.max, high),
  };
}

function saidOf({ label, name, placeholder }: KnownField): string {
  return `${label} ${name} ${placeholder}`;
}

function numberOr(text: string | undefined, other: number): number {
  const number = text ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? Math.floor(number) : other;
}

/** Two lists of the same figures. */
function optionRange(field: KnownField, next: KnownField): Omit<RangeInput, 'from' | 'to'> | null {
  const figures = ({ options }: KnownField) =>
    new Map(
      options
        .map(
          ({ value, text }) =>
            [Number(/\d+(?:[.,]\d+)?/.exec(text.replaceAll(',', ''))?.[0] ?? Number.NaN), value] as const,
        )
        .filter(([figure, value]) => Number.isFinite(figure) && value !== ''),
    );
  const [lows, highs] = [figures(field), figures(next)];
  const both = [...lows.keys()].filter((figure) => highs.has(figure)).sort((one, other) => one - other);
  if (both.length < 3 || both.length < 0.7 * Math.max(lows.size, highs.size)) return null;
  const options = both.map((figure) => [lows.get(figure) ?? '', highs.get(figure) ?? ''] as const);
  return { unit: 'option', mark: '', options, low: 0, high: both.length - 1 };
}

/** Values that ask for a part of a range; ends that are open are left as they are. */
export function spanValues(range: RangeInput, { low, high }: RangeSpan): AskedValues {
  return {
    ...(low !== null && { [range.from]: placeText(range, low, 0) }),
    ...(high !== null && { [range.to]: placeText(range, high, 1) }),
  };
}

function placeText({ unit, mark, options }: RangeInput, place: number, end: 0 | 1): string {
  if (unit === 'option') return options[place]?.[end] ?? '';
  if (unit === 'number') return String(place);
  if (unit === 'month')
    return `${1970 + Math.floor(place / 12)}-${String((((place % 12) + 12) % 12) + 1).padStart(2, '0')}`;
  return markedDay(new Date(place * day).toISOString().slice(0, 10), mark);
}

/**
 * Parts of a part of a range. They share their ends, because some sites count an end in and others do not; options are
 * counted in everywhere. Empty where it cannot be split.
 */
export function splitSpan(range: RangeInput, span: RangeSpan, wanted: number): readonly RangeSpan[] {
  const isOption = range.unit === 'option';
  const width = range.high - range.low;
  const isBelow = !isOption && span.high !== null && span.high <= range.low + width / 8;
  const isAbove = !isOption && span.low !== null && span.low >= range.high - width / 8;
  const low = span.low ?? (isBelow ? (span.high as number) - width : range.low);
  const high = span.high ?? (isAbove ? (span.low as number) + width : range.high);
  const most = isOption ? high - low + 1 : high - low;
  const parts = Math.min(Math.max(2, wanted), most);
  if (parts < 2) return [];
  const places = Array.from({ length: parts + 1 }, (_, at) => low + Math.round((most * at) / parts));
  return places.slice(0, -1).map((from, at) => {
    const to = (places[at + 1] as number) - (isOption ? 1 : 0);
    return {
      low: at === 0 ? span.low : from,
      high: at === parts - 1 ? span.high : to,
    };
  });
}
