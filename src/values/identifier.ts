import type { Recognised } from './types.ts';

/** ISBN-10 or ISBN-13 with a right check digit, normalised to 13 digits. */
export function readIsbn(text: string): Recognised | null {
  const bare = text
    .replace(/^(?:isbn(?:[-\s]?1[03])?|国际标准书号)[\s:：]*/i, '')
    .replace(/[-\s–]/g, '')
    .toUpperCase();
  if (/^97[89]\d{10}$/.test(bare)) return hasEanCheck(bare) ? { type: 'isbn', value: bare } : null;
  if (!/^\d{9}[\dX]$/.test(bare) || !hasIsbn10Check(bare)) return null;
  const body = `978${bare.slice(0, 9)}`;
  return { type: 'isbn', value: body + eanDigit(body) };
}

/** Number of an article in trade: 8, 12, 13 or 14 digits with a right check digit. */
export function readGtin(text: string): Recognised | null {
  const bare = text.replace(/^(?:upc|ean|gtin)(?:[-\s]?\d+)?[\s:：]*/i, '').replace(/[-\s]/g, '');
  if (!/^(?:\d{12,14})$/.test(bare) || /^0+$/.test(bare) || !hasEanCheck(bare)) return null;
  return { type: 'gtin', value: bare.padStart(14, '0') };
}

function hasEanCheck(digits: string): boolean {
  return eanDigit(digits.slice(0, -1)) === digits.at(-1);
}

function eanDigit(body: string): string {
  const sum = [...body]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

function hasIsbn10Check(digits: string): boolean {
  const sum = [...digits].reduce(
    (total, digit, at) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - at),
    0,
  );
  return sum % 11 === 0;
}

/** An address for mail. */
export function readEmail(text: string): Recognised | null {
  const match = /^(?:mailto:|e-?mail[:：]\s*)?([\w.%+'-]+@(?:[\p{L}\d-]+\.)+\p{L}{2,})$/iu.exec(text);
  return match ? { type: 'email', value: (match[1] as string).toLowerCase() } : null;
}

/** A web address, with or without its scheme. */
export function readUrl(text: string): Recognised | null {
  if (/\s/.test(text)) return null;
  const bare = /^(?:https?|ftp):\/\/./i.test(text)
    ? text
    : /^(?:www\.[\w-]+|[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|org|net|edu|gov|cn|io|co\.uk|de|fr|jp))(?:\.[a-z]{2,})?(?:[/?#].*)?$/i.test(
          text,
        )
      ? `http://${text}`
      : null;
  const url = bare === null ? null : URL.parse(bare);
  return url?.hostname.includes('.') ? { type: 'url', value: url.href } : null;
}

/** A telephone number, normalised to its digits. */
export function readPhone(text: string): Recognised | null {
  const match =
    /^(?:(?:tel(?:ephone)?|phone|ph|fax|mobile|cell|call|电话|手机|传真|热线)[.:：\s]*)?(\+?\(?\d[\d\s().\-/–]{5,20}\d)(?:\s?(?:x|ext\.?|转|-)\s?\d{1,5})?$/i.exec(
      text,
    );
  if (!match) return null;
  const written = match[1] as string;
  const digits = written.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 15 || !isPhoneLike(written, digits)) return null;
  return { type: 'phone', value: (written.startsWith('+') ? '+' : '') + digits };
}

/** Digits alone are a phone only where they have the form of one; dates and ranges of years have marks too. */
function isPhoneLike(written: string, digits: string): boolean {
  if (/^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/.test(written)) return false;
  if (written.startsWith('+')) return true;
  if (/^1[3-9]\d{9}$/.test(digits)) return true;
  if (/^(?:\(?0\d{2,3}\)?[-\s]?)\d{7,8}$/.test(written)) return true;
  if (/^[48]00[-\s]?\d{3}[-\s]?\d{4}$/.test(written)) return true;
  return (
    /^(?:1[-.\s]?)?\(?[2-9]\d{2}\)?[-.\s/]\s?\d{3}[-.\s]\d{4}$/.test(written) ||
    (/^\(?0\d[\d\s()-]+$/.test(written) && /[\s()-]/.test(written))
  );
}
