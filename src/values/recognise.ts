import { remembering } from '../model/bounded-map.ts';
import { readDate, readTime } from './date.ts';
import { readEmail, readGtin, readIsbn, readPhone, readUrl } from './identifier.ts';
import { readOrganisation, readPerson } from './names.ts';
import { readNumber, readPercentage, readYear } from './number.ts';
import { readAddress, readCode, readPlace } from './place.ts';
import { readPrice } from './price.ts';
import { readQuantity, readRating } from './quantity.ts';
import type { Recognised, Recogniser, ValueType } from './types.ts';

/** All recognisers, what is surest first. */
export const recognisers: Readonly<Record<Exclude<ValueType, 'text'>, Recogniser>> = {
  isbn: readIsbn,
  email: readEmail,
  url: readUrl,
  price: readPrice,
  percentage: readPercentage,
  rating: readRating,
  date: readDate,
  time: readTime,
  gtin: readGtin,
  phone: readPhone,
  quantity: readQuantity,
  year: readYear,
  number: readNumber,
  address: readAddress,
  place: readPlace,
  code: readCode,
  organisation: readOrganisation,
  person: readPerson,
};

/** Characters of the longest text that is looked at as a value. */
const longest = 200;

/**
 * Everything that a text can be read as, what is surest first; nothing where it is just text. Remembered, since the
 * same values are looked at as parts of several fields.
 */
export const recognise = remembering(20_000, readAfresh);

function readAfresh(text: string): readonly Recognised[] {
  const bare = trimmed(text);
  const own = readAll(bare);
  if (own.length > 0) return own;
  // "Posted: 6 May 2010": the label is no part of the value.
  const behind = /^[^:：=]{1,30}(?:[:：]\s*|\s=\s+)(.+)$/u.exec(bare)?.[1];
  return behind === undefined || /^\/\//.test(behind) ? [] : readAll(behind);
}

/** The surest reading of a text as one type. */
export function readAs(text: string, type: ValueType): Recognised | null {
  return recognise(text).find((one) => one.type === type) ?? null;
}

function readAll(text: string): readonly Recognised[] {
  if (text === '' || text.length > longest) return [];
  return Object.values(recognisers).flatMap((read) => read(text) ?? []);
}

function trimmed(text: string): string {
  return text
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/^[\s:：|•·*>-]+(?=[^\d])|^[\s:：|•·*>]+|[\s|•·,;]+$/g, '')
    .replace(/^\((.*)\)$/, '$1')
    .trim();
}
