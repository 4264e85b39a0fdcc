import { numberForm, parseNumber } from './number.ts';
import type { Recognised } from './types.ts';

/** Units by how they are usually written, with other spellings. */
const units: Readonly<Record<string, string>> = {
  mpg: 'mpg|miles per gallon|miles/gallon|mi/gal',
  'L/100km': 'l/100 ?km|升/百公里',
  hp: 'hp|bhp|horsepower|ps|马力',
  kW: 'kw|千瓦',
  W: 'w|watts?|瓦',
  V: 'v|volts?|伏',
  mAh: 'mah|毫安时?',
  rpm: 'rpm|转',
  Nm: 'nm|n·m|牛·?米',
  'lb-ft': 'lb\\.?[- ]?ft\\.?|ft\\.?[- ]?lbs?\\.?',
  MP: 'mp|mpix|mega ?pixels?|万像素',
  px: 'px|pixels?|像素',
  x: 'x|×|倍',
  GB: 'gb|gigabytes?|g',
  TB: 'tb|terabytes?',
  MB: 'mb|megabytes?',
  KB: 'kb',
  GHz: 'ghz',
  MHz: 'mhz',
  Hz: 'hz|赫兹?',
  fps: 'fps|帧',
  in: "\"|”|″|''|in\\.?|inch(?:es)?|-inch|英寸|寸",
  ft: "'|′|ft\\.?|feet|foot|英尺",
  yd: 'yd|yards?',
  mi: 'mi|miles?|英里',
  mph: 'mph',
  'km/h': 'km/h|kph|公里/小时',
  km: 'km|kilomet(?:er|re)s?|公里|千米',
  m: 'm|met(?:er|re)s?|米',
  cm: 'cm|centimet(?:er|re)s?|厘米|公分',
  mm: 'mm|millimet(?:er|re)s?|毫米',
  'm²': 'm²|m2|sq\\.? ?m|平方米|㎡|平米',
  'sq ft': 'sq\\.? ?ft\\.?|square feet|平方英尺',
  lb: 'lbs?\\.?|pounds?|磅',
  oz: 'oz\\.?|ounces?|盎司',
  kg: 'kgs?|kilograms?|kilos?|公斤|千克',
  g: 'gr?|grams?|克',
  mg: 'mg|毫克',
  t: 't|tons?|tonnes?|吨',
  斤: '斤',
  L: 'l|lit(?:er|re)s?|ltr|升',
  mL: 'ml|毫升',
  cc: 'cc|cm³',
  gal: 'gal\\.?|gallons?|加仑',
  '°C': '°c|℃|摄氏度',
  '°F': '°f|℉',
  s: 's|secs?\\.?|seconds?|秒',
  min: 'mins?\\.?|minutes?|分钟?',
  h: 'h|hrs?\\.?|hours?|小时',
  d: 'days?|天',
  wk: 'weeks?|周',
  mo: 'months?|mos?\\.?|个月',
  yr: 'years?|yrs?\\.?|年',
  pages: 'pages?|pp?\\.?|页',
  pieces: 'pcs|pieces?|件|个|只|台|本',
  people: 'people|persons?|人',
  doors: 'doors?|门',
  seats: 'seats?|座',
  kcal: 'kcal|calories|cal|千卡|大卡',
  dpi: 'dpi',
  dB: 'db|分贝',
};

const byForm = Object.entries(units).map(([unit, form]) => [unit, new RegExp(`^(?:${form})$`, 'i')] as const);
const form = new RegExp(
  `^(?:approx\\.?|about|up to|约|大约|[<>≤≥~±])?\\s*(${numberForm})(?:\\s?(?:-|–|to|~|至)\\s?(${numberForm}))?\\s?[- ]?([^\\d\\s.,;:()][^\\d,;:()]{0,18})$`,
  'i',
);

/** A number, or a range, with a unit of measure. */
export function readQuantity(text: string): Recognised | null {
  if (text.length > 50) return null;
  const match = form.exec(text);
  if (!match) return null;
  const [, low = '', high, unitText = ''] = match;
  const unit = byForm.find(([, spelling]) => spelling.test(unitText.trim()))?.[0];
  const amount = parseNumber(low);
  const most = high === undefined ? null : parseNumber(high);
  if (unit === undefined || amount === null) return null;
  const value = most === null ? `${amount} ${unit}` : `${amount}-${most} ${unit}`;
  return { type: 'quantity', value, amount, ...(most !== null && { most }), unit };
}

/** A mark given by people: 4.5/5, 4 stars, 8.5分. */
export function readRating(text: string): Recognised | null {
  const stars = /^(?:[★⭐]{1,10})(?:[☆✩]{0,10})$/u.exec(text);
  if (stars)
    return rating([...text].filter((sign) => sign === '★' || sign === '⭐').length, [...text].length);
  const match =
    /^(?:rated |rating:? |评分[:：]?\s?)?(\d{1,2}(?:\.\d{1,2})?)\s?(?:\/|out of|of|分制?\s?\/)\s?(5|10|100)(?:\.0)?(?:\s?stars?|分)?$/i.exec(
      text,
    ) ??
    /^(?:rated |rating:? )?(\d(?:\.\d{1,2})?)()[\s-]?stars?$/i.exec(text) ??
    /^(?:评分[:：]?\s?)?(\d{1,2}(?:\.\d)?)()分$/.exec(text);
  if (!match) return null;
  const amount = Number(match[1]);
  const most = match[2] ? Number(match[2]) : amount > 5 ? 10 : 5;
  return amount <= most ? rating(amount, most) : null;
}

function rating(amount: number, most: number): Recognised {
  return { type: 'rating', value: `${amount}/${most}`, amount, most };
}
