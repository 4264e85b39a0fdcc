import { numberForm, parseNumber } from './number.ts';
import type { Recognised } from './types.ts';

/** Signs and words of currencies with their ISO 4217 codes; a bare dollar, krone or pound is the most frequent one. */
const currencies: Readonly<Record<string, string>> = {
  US$: 'USD',
  'U.S. $': 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  CDN$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  NT$: 'TWD',
  S$: 'SGD',
  MX$: 'MXN',
  R$: 'BRL',
  $: 'USD',
  '＄': 'USD',
  dollars: 'USD',
  美元: 'USD',
  '€': 'EUR',
  euros: 'EUR',
  euro: 'EUR',
  欧元: 'EUR',
  '£': 'GBP',
  英镑: 'GBP',
  '¥': 'CNY',
  '￥': 'CNY',
  RMB: 'CNY',
  人民币: 'CNY',
  元: 'CNY',
  块: 'CNY',
  円: 'JPY',
  日元: 'JPY',
  港元: 'HKD',
  港币: 'HKD',
  '₩': 'KRW',
  '₹': 'INR',
  'Rs.': 'INR',
  Rs: 'INR',
  '₽': 'RUB',
  'руб.': 'RUB',
  '฿': 'THB',
  '₫': 'VND',
  '₺': 'TRY',
  '₪': 'ILS',
  zł: 'PLN',
  Kč: 'CZK',
  'kr.': 'SEK',
  kr: 'SEK',
  'Fr.': 'CHF',
  Ft: 'HUF',
};

const codes =
  'USD|EUR|GBP|CNY|JPY|CAD|AUD|NZD|HKD|TWD|SGD|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RUB|INR|KRW|BRL|MXN|ZAR|TRY|THB|ILS|AED|SAR|IDR|MYR|PHP|VND';

const signs = [...Object.keys(currencies)]
  .sort((one, other) => other.length - one.length)
  .map((sign) => sign.replace(/[$.]/g, '\\$&'))
  .join('|');
const sign = `(?:${signs}|(?:${codes})(?![A-Za-z]))`;
const amount = `(?:${numberForm})`;
const scale = '(?:\\s?(?:万|亿|k|K|m|million|thousand|bn|billion)(?![A-Za-z]))?';
const single = `(?:(${sign})\\s?(${amount})(${scale})|(${amount})(${scale})\\s?(${sign}))`;
const leads =
  '(?:(?:from|only|now|just|about|as low as|starting at|our price|list price|sale price|price|msrp|was|reg\\.?|仅|约|售价|现价|原价|价格)[:：]?\\s*)?';
const tails =
  '(?:\\s*(?:\\*|†|起|起售|each|ea\\.?|or less|and up|obo|\\+|incl\\.? (?:vat|tax)|excl\\.? (?:vat|tax)|inc\\.? vat|含税|(?:/|per |a )\\s?(?:\\p{L}+\\.?)))?[\\s|.,;]*';

/** Most texts have no sign of money: the long forms are not tried on them. */
const anySign = new RegExp(sign, 'i');
const oneForm = new RegExp(`^${leads}(-?)${single}${tails}$`, 'iu');
const rangeForm = new RegExp(
  `^${leads}(${sign}?\\s?${amount}${scale}\\s?${sign}?)\\s*(?:-|–|—|~|～|to|至|到)\\s*(${single})${tails}$`,
  'iu',
);
const scales: Readonly<Record<string, number>> = {
  万: 1e4,
  亿: 1e8,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};

/** An amount of money, or a range of it. */
export function readPrice(text: string): Recognised | null {
  if (text.length > 60 || !/\d/.test(text) || !anySign.test(text)) return null;
  const one = oneForm.exec(text);
  if (one) {
    const read = money(one.slice(2));
    return read && { type: 'price', value: `${one[1]}${read.amount}`, amount: read.amount, unit: read.unit };
  }
  const range = rangeForm.exec(text);
  const upper = range ? money(range.slice(3)) : null;
  if (!range || !upper) return null;
  const low = new RegExp(`${amount}`).exec(range[1] as string)?.[0] ?? '';
  const least = parseNumber(low);
  if (least === null) return null;
  // "12.9-15.8万": the scale belongs to both ends.
  const factor = least < upper.amount / 1000 ? upper.factor : scaleIn(range[1] as string);
  const amountLow = round(least * factor);
  return {
    type: 'price',
    value: `${amountLow}-${upper.amount}`,
    amount: amountLow,
    most: upper.amount,
    unit: upper.unit,
  };
}

function money(
  groups: readonly (string | undefined)[],
): { amount: number; unit: string; factor: number } | null {
  const [before, first, firstScale, second, secondScale, after] = groups;
  const value = parseNumber(first ?? second ?? '');
  const unit = (before ?? after ?? '').trim();
  if (value === null) return null;
  const factor = scaleIn(firstScale ?? secondScale ?? '');
  return { amount: round(value * factor), unit: codeOf(unit), factor };
}

function scaleIn(text: string): number {
  return (
    scales[
      /万|亿|thousand|million|billion|bn|k|m/i
        .exec(text.replace(/\p{Sc}|[A-Z]{3}/gu, ''))?.[0]
        .toLowerCase() ?? ''
    ] ?? 1
  );
}

function codeOf(sign: string): string {
  const known = Object.entries(currencies).find(
    ([spelling]) => spelling.toLowerCase() === sign.toLowerCase(),
  );
  return known ? known[1] : sign.toUpperCase();
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
