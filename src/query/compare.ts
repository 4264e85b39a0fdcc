import { momentIn, numberIn } from '../records/index.ts';
import { foldedText } from '../search/tokens.ts';
import { readAs } from '../values/index.ts';
import { kinOf, measureOf } from './concepts.ts';
import type { Comparison, QueryCondition } from './types.ts';

/** Likeness from which on what a record says decides over a condition. */
const leastTelling = 0.6;

/** Whether a record meets a condition; `null` where it does not say. */
export function meets(
  fields: Readonly<Record<string, readonly string[]>>,
  condition: QueryCondition,
): boolean | null {
  const own = Object.entries(fields)
    .map(([name, values]) => ({ values, kin: kinOf(condition.field, name) }))
    .filter(({ kin, values }) => kin >= leastTelling && values.length > 0)
    .sort((one, other) => other.kin - one.kin);
  const verdicts = own.map(({ values }) => holds(values, condition)).filter((verdict) => verdict !== null);
  return verdicts[0] ?? null;
}

function holds(values: readonly string[], { field, sign, value }: QueryCondition): boolean | null {
  const measure = measureOf(field);
  if (measure === 'time' || measure === 'number') {
    const read = measure === 'time' ? timeReader(value) : (text: string) => amountOf(text, field);
    const wanted = read(value);
    const found = values.map(read).filter((one) => one !== null);
    if (wanted !== null && found.length > 0) return found.some((one) => isSo(one, sign, wanted));
    if (sign !== '=' && sign !== '!=') return null;
  }
  const isThere = values.some((text) =>
    measure === 'person' ? hasPerson(text, value) : hasWords(text, value),
  );
  if (sign === '=') return isThere;
  return sign === '!=' ? !isThere : null;
}

function isSo(one: number, sign: Comparison, other: number): boolean {
  switch (sign) {
    case '=':
      return one === other;
    case '!=':
      return one !== other;
    case '<':
      return one < other;
    case '<=':
      return one <= other;
    case '>':
      return one > other;
    case '>=':
      return one >= other;
  }
}

/** Times are compared as finely as they were asked for: a year by years. */
function timeReader(asked: string): (text: string) => number | null {
  return /^\s*\d{4}\s*年?\s*$/.test(asked) ? yearIn : momentIn;
}

/** The year that a text says. */
export function yearIn(text: string): number | null {
  const moment = momentIn(text);
  if (moment !== null) return new Date(moment).getUTCFullYear();
  const years = text.match(/(?<!\d)(?:1[4-9]|20|21)\d{2}(?!\d)/g) ?? [];
  return years.length === 1 ? Number(years[0]) : null;
}

/** Units with others that measure the same, in parts of one of them. */
const scales: Readonly<Record<string, readonly [base: string, factor: number]>> = {
  lb: ['kg', 0.45359237],
  oz: ['kg', 0.028349523125],
  g: ['kg', 0.001],
  mg: ['kg', 1e-6],
  t: ['kg', 1000],
  cm: ['m', 0.01],
  mm: ['m', 0.001],
  km: ['m', 1000],
  in: ['m', 0.0254],
  ft: ['m', 0.3048],
  mi: ['m', 1609.344],
  h: ['min', 60],
  s: ['min', 1 / 60],
  d: ['min', 1440],
};

/** A measure in the usual unit of its kind, so that 500 g and 0.5 kg are equal; `null` where a text says none. */
export function measured(
  text: string,
  field: string,
): { readonly amount: number; readonly unit: string } | null {
  const read = readAs(text, 'quantity');
  if (read?.amount === undefined || read.most !== undefined) return null;
  // A bare g is short for gigabytes too, but nothing weighs those.
  const unit = field === 'weight' && /\dg$|\sg$/i.test(text.trim()) ? 'g' : (read.unit ?? '');
  const [base, factor] = scales[unit] ?? [unit, 1];
  return { amount: Number((read.amount * factor).toPrecision(12)), unit: base };
}

function amountOf(text: string, field: string): number | null {
  return measured(text, field)?.amount ?? numberIn(text);
}

/** A text as it is compared: without case, accents, marks and doubled blanks. */
export function comparable(text: string): string {
  return foldedText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function hasWords(text: string, wanted: string): boolean {
  const [all, one] = [comparable(text), comparable(wanted)];
  if (/\p{Script=Han}/u.test(one)) return all.replaceAll(' ', '').includes(one.replaceAll(' ', ''));
  const words = new Set(all.split(' '));
  return ` ${all} `.includes(` ${one} `) || one.split(' ').every((word) => words.has(word));
}

/** Names of several people in one text, each as its words in order: "Smith, John" is "John Smith". */
export function peopleIn(text: string): readonly string[] {
  const cut = text.split(/\s*(?:;|；|、|\||\/|&|\band\b|\bund\b|，)\s*/u).flatMap((piece) => {
    const parts = piece.split(/,\s*/);
    // "Smith, John": one name; "John Smith, Ann Lee": two.
    return parts.length === 2 && parts.some((part) => !part.includes(' ')) && !/\p{Script=Han}/u.test(piece)
      ? [piece]
      : parts;
  });
  return cut
    .map((name) =>
      comparable(
        name
          .replace(/[([（【[].*?[)\]）】]/gu, ' ')
          .replace(/\s*(?:编著|主编|著|编|译|等|et al\.?)\s*$/u, ''),
      ),
    )
    .filter((name) => name !== '')
    .map((name) =>
      /\p{Script=Han}/u.test(name) ? name.replaceAll(' ', '') : name.split(' ').sort().join(' '),
    );
}

function hasPerson(text: string, wanted: string): boolean {
  const names = peopleIn(text);
  return peopleIn(wanted).every((name) => names.some((own) => own === name || isShortened(own, name)));
}

/** "J Smith" for "John Smith", and a family name alone for whoever has it. */
function isShortened(own: string, wanted: string): boolean {
  if (/\p{Script=Han}/u.test(own + wanted)) return false;
  const [one, other] = [own.split(' '), wanted.split(' ')];
  return other.every((word) =>
    one.some((each) => each === word || (each[0] === word[0] && Math.min(each.length, word.length) === 1)),
  );
}

/** Whether a text has all of some words. */
export function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => hasWords(text, word));
}
