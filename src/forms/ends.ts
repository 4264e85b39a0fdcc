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

/** How a day is written in a box that shows an example: its mark between year, month and day. */
export function dayMark({
  control,
  placeholder,
  label,
}: Pick<FormField, 'control' | 'placeholder' | 'label'>) {
  return control === 'date' ? '-' : (dayForm.exec(`${placeholder} ${label}`)?.[1] ?? null);
}

const dayForm = /y{4}\s*([-/.年])\s*m{1,2}/i;

/** A day as it is written with a mark. */
export function markedDay(day: string, mark: string): string {
  return mark === '年' ? day.replace(/^(\d+)-(\d+)-(\d+)$/, '$1年$2月$3日') : day.replaceAll('-', mark);
}
