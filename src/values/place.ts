import type { Recognised } from './types.ts';

const regionNames =
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|District of Columbia|Puerto Rico|Ontario|Quebec|British Columbia|Alberta|Manitoba|Saskatchewan|Nova Scotia|New Brunswick|England|Scotland|Wales|Northern Ireland|New South Wales|Victoria|Queensland';
const regionCodes =
  'AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC|PR|ON|QC|BC|AB|MB|SK|NS|NB|NL|PE|YT|NSW|VIC|QLD|TAS';
const provinces =
  '北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|台湾|内蒙古|广西|西藏|宁夏|新疆|香港|澳门';

const regions = new Set(regionNames.toLowerCase().split('|'));
const codes = new Set(regionCodes.split('|'));
const countries = countryNames();

/** Countries by their names in English and Chinese, as the platform knows them. */
function countryNames(): ReadonlySet<string> {
  const names = new Set(['usa', 'u.s.a.', 'u.s.', 'united states of america', 'uk', 'great britain', 'uae']);
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  for (const locale of ['en', 'zh']) {
    const display = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
    for (const one of letters)
      for (const other of letters) {
        const name = display.of(one + other);
        if (name !== undefined && !/unknown|未知/i.test(name)) names.add(name.toLowerCase());
      }
  }
  return names;
}

const street =
  /\b(?:st|street|ave|avenue|rd|road|blvd|boulevard|ln|lane|dr|drive|way|ct|court|pl|place|sq|square|hwy|highway|pkwy|parkway|suite|ste|floor|p\.?o\.? box)\b\.?/i;
const postcode = /\b\d{5}(?:-\d{4})?\b|\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/;

/** A postal address: a street with its number, or Chinese from province to number. */
export function readAddress(text: string): Recognised | null {
  if (text.length < 8 || text.length > 200) return null;
  const western = /^\d+[\w-]*\s|\bbox\s\d/i.test(text) && street.test(text);
  const eastern = /(?:路|街|道|巷|弄|村|镇)\S*?\d+\s?[号弄室楼]/.test(text);
  return western || eastern ? { type: 'address', value: text } : null;
}

/** A town with its region or country, a region, or a country. */
export function readPlace(text: string): Recognised | null {
  const found =
    text.length >= 2 &&
    text.length <= 80 &&
    !/[!?@]/.test(text) &&
    (isWesternPlace(text) || isEasternPlace(text));
  return found ? { type: 'place', value: text } : null;
}

function isWesternPlace(text: string): boolean {
  const bare = text.replace(postcode, '').trim();
  const parts = bare.split(/\s*[,|/;]\s*|\s+-\s+|(?<=^[A-Z]{2})-/).filter((part) => part !== '');
  if (parts.length === 0 || parts.length > 6 || !parts.every((part) => /^[\p{L}\s.'’()-]+$/u.test(part)))
    return false;
  if (parts.length === 1) return isRegion(parts[0] as string, false);
  return parts.some(
    (part, at) =>
      (at > 0 || /^(?:US|CA|UK|GB)$/.test(part)) && (isRegion(part, true) || /^(?:US|UK|GB)$/.test(part)),
  );
}

function isRegion(text: string, short: boolean): boolean {
  const lower = text.toLowerCase().trim();
  if (regions.has(lower) || countries.has(lower)) return true;
  return short && codes.has(text.trim());
}

function isEasternPlace(text: string): boolean {
  if (!/^[\p{Script=Han}\s\-·,，/]{2,30}$/u.test(text)) return false;
  return (
    new RegExp(`^(?:中国)?\\s?(?:${provinces})`).test(text) ||
    /^\p{Script=Han}{2,6}(?:省|市|县|区|州)/u.test(text)
  );
}

/** Codes of countries, currencies and languages, as ISO writes them. */
export function readCode(text: string): Recognised | null {
  if (!/^[A-Z]{2,3}$|^[a-z]{2}(?:-[A-Z]{2})?$/.test(text)) return null;
  const known = isRegionCode(text) || isCurrencyCode(text) || isLanguageTag(text);
  return known ? { type: 'code', value: text } : null;
}

function isRegionCode(text: string): boolean {
  return /^[A-Z]{2}$/.test(text) && named('region', text);
}

function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text) && named('currency', text);
}

function isLanguageTag(text: string): boolean {
  return /^[a-z]{2}(?:-[A-Z]{2})?$/.test(text) && named('language', text);
}

function named(type: 'region' | 'currency' | 'language', code: string): boolean {
  const name = new Intl.DisplayNames(['en'], { type, fallback: 'none' }).of(code);
  return name !== undefined && !/^unknown/i.test(name);
}
