import {
  calledWords,
  comparisonsIn,
  isFillable,
  type KnownField,
  type KnownForm,
  rangeEnd,
  rangeWords,
} from '../forms/index.ts';
import { type Meaning, meaningOf } from './concepts.ts';
import type { FieldMeaning } from './types.ts';

/** What a box for any words is called. */
const anyWords =
  /\b(?:search|query|keywords?|key ?words?|words?|terms?|text|find|any(?:where)?|all(?: fields)?|everything|q|kw|wd)\b|关键|检索|搜索|搜|查询|查找|全文|全部|任意|所有|不限/;

/** How surely words beside a field, in its box and of its program speak of what it takes. */
const weights = { label: 1, placeholder: 0.95, name: 0.9, id: 0.85 } as const;
/** Likeness of a text to the words of a meaning from which a field has it. */
const leastMeaning = 0.5;

/** What the fields of a form mean, as far as people see them. */
export function meaningsOf(form: KnownForm): readonly FieldMeaning[] {
  const found: FieldMeaning[] = [];
  const fields = form.fields.filter((field) => isFillable(field) && field.name !== '');
  for (const [at, field] of fields.entries()) {
    const next = fields[at + 1];
    const isCompared = next !== undefined && comparisonsIn(next) !== null && comparisonsIn(field) === null;
    found.push(meaningIn(field, found.at(-1), isCompared));
  }
  return onlyBox(fields, asRanges(fields, found));
}

/** `isCompared`: how its value is compared is chosen next. */
function meaningIn(field: KnownField, before: FieldMeaning | undefined, isCompared: boolean): FieldMeaning {
  const label = field.label || field.placeholder;
  const own = { field: field.name, label };
  const signs = comparisonsIn(field);
  if (signs !== null) return { ...own, means: 'sign', choices: Object.fromEntries(signs) };
  const choices = choicesOf(field, isCompared);
  if (choices !== null) return { ...own, means: 'choice', choices };
  const part = rangeEnd(field);
  const meaning = meaningOfField(field);
  const isWords = anyWords.test(calledWords(label || field.name)) || field.kind === 'search query';
  const isKeywords = meaning === null || meaning.name === 'tags' || meaning.likeness < 0.7;
  if (field.control === 'text' && isWords && isKeywords && part === null) return { ...own, means: 'words' };
  // "from" and "to" alone speak of what stands before them.
  const means = meaning?.name ?? (part === null ? null : (before?.means ?? null));
  return { ...own, means, ...(part !== null && means !== null && { part }) };
}

function meaningOfField(field: KnownField): Meaning | null {
  let best: Meaning | null = null;
  for (const [key, weight] of Object.entries(weights)) {
    const found = meaningOf(withoutEnds(calledWords(field[key as keyof typeof weights])));
    const likeness = weight * (found?.likeness ?? 0);
    if (found !== null && likeness >= leastMeaning && likeness > (best?.likeness ?? 0))
      best = { name: found.name, likeness };
  }
  return best;
}

/** Two fields of one meaning that follow each other are the ends of a range. */
function asRanges(fields: readonly KnownField[], found: readonly FieldMeaning[]): readonly FieldMeaning[] {
  const ranged = [...found];
  for (const [at, one] of ranged.entries()) {
    const next = ranged[at + 1];
    if (next === undefined || one.part !== undefined || next.part === 'from') continue;
    const isPair = one.means !== null && (next.means === one.means || isLone(fields[at + 1], next));
    if (!isPair || one.means === 'words' || one.means === 'choice') continue;
    if (next.part === undefined && fields[at]?.control !== fields[at + 1]?.control) continue;
    ranged[at] = { ...one, part: 'from' };
    ranged[at + 1] = { ...next, means: one.means, part: 'to' };
  }
  return ranged;
}

/** A field that nothing is said of but a dash: the other end of what stands before it. */
function isLone(field: KnownField | undefined, { means, label }: FieldMeaning): boolean {
  return means === null && field !== undefined && /^[\s\-–—~～至到]*$/u.test(label);
}

/** The only box of a form takes any words, whatever it is called. */
function onlyBox(fields: readonly KnownField[], found: readonly FieldMeaning[]): readonly FieldMeaning[] {
  const boxes = fields.filter(({ control }) => control === 'text');
  if (boxes.length !== 1 || found.some(({ means }) => means === 'words')) return found;
  return found.map((one) =>
    one.field === boxes[0]?.name && one.means === null ? { ...one, means: 'words' } : one,
  );
}

/** What words may be looked for in, where a field lets people choose that. */
function choicesOf(
  { control, options }: KnownField,
  isCompared: boolean,
): Readonly<Record<string, string>> | null {
  if ((control !== 'select' && control !== 'radio') || options.length < 2) return null;
  if (options.length > 20 && !isCompared) return null;
  const choices: Record<string, string> = {};
  for (const { text, value } of options) {
    const meaning = meaningOf(text);
    if (isCompared && value === '') continue;
    if (anyWords.test(calledWords(text))) choices.words ??= value;
    else if (meaning !== null && meaning.likeness >= 0.8) choices[meaning.name] ??= value;
    // What is compared next is an attribute, whatever it is called.
    else if (isCompared) choices[calledWords(text)] ??= value;
  }
  const names = Object.keys(choices);
  if (isCompared && names.length > 0) return choices;
  return names.length >= 2 && names.length >= options.length * 0.6 ? choices : null;
}

function withoutEnds(text: string): string {
  return text
    .replace(rangeWords.from, ' ')
    .replace(rangeWords.to, ' ')
    .replace(/^\s*(?:txt|input|fld|field|search|srch)\s+/, '')
    .trim();
}
