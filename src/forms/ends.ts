import type { FormField } from './types.ts';

/** Words for the lower and the upper end of a range. */
export const rangeWords = {
  from: /\b(?:from|min|minimum|since|after|start|begin|beginning|lower|lowest|low|least|over|gte?|ge|von|ab)\b|起始|起|自|从|從|最低|最小|最早|不低于|以上|开始|下限/,
  to: /\b(?:to|max|maximum|until|till|before|end|upper|upto|up|highest|high|most|under|lte?|le|bis)\b|截止|止|至|到|最高|最大|最晚|不高于|以下|结束|上限/,
} as const;

/** Which end of a range a field is; `null` where it is none. */
export function rangeEnd({
  label,
  name,
  placeholder,
  control,
}: Pick<FormField, 'label' | 'name' | 'placeholder' | 'control'>): 'from' | 'to' | null {
  if (control === 'check' || control === 'radio') return null;
  for (const text of [label, name, placeholder].map(calledWords)) {
    const [from, to] = [rangeWords.from.test(text), rangeWords.to.test(text)];
    if (from !== to) return from ? 'from' : 'to';
  }
  return null;
}

/** A text in words: names of programs are taken apart. */
export function calledWords(text: string): string {
  return text
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .replace(/[_\-.[\]]+/g, ' ')
    .toLowerCase()
    .trim();
}

/** How a day is written in a box that shows it, with `Y`, `M` and `D` for its parts: `Y-M-D`, `D.M.Y`; `null`: no day. */
export function dayMark({
  control,
  placeholder,
  label,
  name = '',
  readOnly,
}: Pick<FormField, 'control' | 'placeholder' | 'label'> & Partial<Pick<FormField, 'name' | 'readOnly'>>):
  | string
  | null {
  if (control === 'date') return 'Y-M-D';
  if (control !== 'text') return null;
  const found = dayForm.exec(`${placeholder} ${label}`);
  // Calendars that nobody can type into write days in the usual way, unless they show another.
  const speaksOfDays = () => /\bdate|\bday|datum|fecha|日期/i.test(`${placeholder} ${label} ${name}`);
  if (found === null) return readOnly === true && speaksOfDays() ? 'Y-M-D' : null;
  const parts = found[0].toLowerCase().match(/y+|a+|j+|m+|d+|t+|年|月|日|[^\p{L}\s]+/gu) ?? [];
  return parts.map((part) => (/[a-z]/.test(part) ? partOf(part) : part)).join('');
}

/** A day by an example: four letters for the year, two each for month and day, in English, German, French and Spanish. */
const dayForm =
  /\b(?:(?:y{4}|j{4}|a{4})\s*([-/.])\s*m{2}\s*\1\s*(?:d{2}|t{2}|j{2})|(?:d{2}|t{2}|j{2})\s*([-/.])\s*m{2}\s*\2\s*(?:y{4}|j{4}|a{4})|m{2}\s*([-/.])\s*d{2}\s*\3\s*y{4})\b|y{4}\s*年\s*m{1,2}\s*月\s*d{1,2}\s*日?/i;

function partOf(letters: string): string {
  if (letters.length >= 4) return 'Y';
  return letters.startsWith('m') ? 'M' : 'D';
}

/** A day of ISO 8601 as a box shows it. */
export function markedDay(day: string, mark: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return mark.replace('Y', year).replace('M', month).replace('D', date);
}
