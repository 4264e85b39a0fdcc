import { linearPattern } from '../../values/linear-pattern.ts';
import { isFillable, isMeantToFill } from '../askable.ts';
import { inputName } from '../find.ts';
import type { KnownField, KnownForm } from '../kinds.ts';
import { ownValues } from '../request.ts';
import { plainWords, topicsOf } from '../words.ts';
import { type RangeInput, rangesOf } from './ranges.ts';

/** A field that is bound to values when a form is asked. */
export interface FormInput {
  readonly name: string;
  /** `choice`: its values are known. `range`: it has two ends. `word`: anything can be typed. `number`: figures can be. */
  readonly kind: 'choice' | 'range' | 'word' | 'number';
  /** AskedValues of a choice, without the one that means all. */
  readonly values: readonly string[];
  /** Something has to be given. */
  readonly required: boolean;
  /** Whether a browser lets it be sent; absent where anything is. */
  readonly takes?: (word: string) => boolean;
  /** The two fields of a range. */
  readonly range?: RangeInput;
}

/** AskedValues of one field that are asked one by one; a list with more is a word list, and asked as one. */
const mostValues = 500;
/** Numbers of a range that are asked one by one. */
const mostSteps = 200;

/**
 * The fields of a form that choose what is found; how answers are sorted and shown is left as it is. A form that is
 * driven also has fields without a name, and lists whose options come with another choice.
 */
export function formInputs(form: KnownForm, isDriven = false): readonly FormInput[] {
  const ranges = rangesOf(form).filter(({ from, to }) => isDriven || (from !== '' && to !== ''));
  const ends = new Set(ranges.flatMap(({ from, to }) => [from, to]));
  const inputs = form.fields
    .filter((field) => !ends.has(inputName(field, form)))
    .filter((field) => isFillable(field) || (isMeantToFill(field) && mayBeFilled(field, isDriven)))
    .filter(({ name }) => isDriven || name !== '')
    .flatMap((field) => inputOf(field, form, isDriven));
  const single = inputs.filter((input, at) => inputs.findIndex(({ name }) => name === input.name) === at);
  // What no choice can fill stays empty.
  const isChosen = single.some(({ kind, values }) => kind === 'choice' && values.length > 0);
  const asked = single.filter(
    ({ kind, values }) => isDriven || isChosen || kind !== 'choice' || values.length > 0,
  );
  return [...asked, ...ranges.map(rangeInput)];
}

/** A list that is locked may be filled by another choice: by a script, or by the server where it has nothing yet. */
function mayBeFilled(field: KnownField, isDriven: boolean): boolean {
  return field.control === 'select' && (isDriven || listValues(field).values.length < 2);
}

/** What can be chosen of a list, and whether one of it has to be. */
export function listValues({ options }: Pick<KnownField, 'options'>): {
  readonly values: readonly string[];
  readonly required: boolean;
} {
  const narrow = options.filter((option) => !isAll(option));
  const values = [...new Set(narrow.map(({ value }) => value))];
  return { values: values.slice(0, mostValues), required: values.length === options.length };
}

function rangeInput(range: RangeInput): FormInput {
  return { name: range.from, kind: 'range', values: [], required: false, range };
}

function inputOf(field: KnownField, form: KnownForm, isDriven: boolean): readonly FormInput[] {
  const { control, required } = field;
  const base = { name: inputName(field, form), required };
  // Boxes of one name of which none is ticked are a list; one alone says how answers are shown, or leaves some out.
  const isTicked = control === 'check' && field.several && !isDriven && ownValues(field).length === 0;
  if (control === 'select' || control === 'radio' || isTicked) {
    if (isShow(field)) return [];
    const { values, required: isBound } = listValues(field);
    // Where there is nothing to choose, its options may come with another choice.
    if (values.length === 0 || (values.length < 2 && isBound)) {
      const mayCome = isDriven || control === 'select';
      return mayCome ? [{ ...base, kind: 'choice', required: false, values: [] }] : [];
    }
    return [{ ...base, kind: 'choice', required: required || isBound, values }];
  }
  if (control === 'check') return [];
  if (control === 'date' || control === 'email' || control === 'tel' || control === 'url') return [];
  const steps = stepsOf(field);
  if (steps.length > 0) return [{ ...base, kind: 'choice', values: steps }];
  const takes = checkOf(field);
  const isFigures = control === 'number' || isYear(field) || (takes?.('2000') && !takes('words'));
  return [{ ...base, kind: isFigures ? 'number' : 'word', values: [], ...(takes && { takes }) }];
}

/** What a browser checks before it sends a field: `undefined` where it checks nothing, or nobody can tell what. */
function checkOf({ pattern, minLength = 0, maxLength }: KnownField): FormInput['takes'] {
  const form = pattern === undefined ? null : linearPattern(`^(?:${pattern})$`);
  if (form === null && minLength === 0 && maxLength === null) return undefined;
  const [least, most] = [minLength, maxLength ?? Number.POSITIVE_INFINITY];
  return (word) => word.length >= least && word.length <= most && form?.test(word) !== false;
}

/** An option that stands for all of them. */
function isAll({ value, text }: { readonly value: string; readonly text: string }): boolean {
  if (value.trim() === '' || /^[\s\-–—_.…·]+$/.test(text)) return true;
  const said = plainWords(text);
  return /^(?:any|all|every|alle|tous|todos|все)(?: |$)|^(?:please )?(?:select|choose)\b|^(?:不限|全部|所有|任意|请选择)/.test(
    said,
  );
}

/** Whether a field says how answers are shown, not which. */
function isShow({ kind, name, label, options }: KnownField): boolean {
  if (/^(?:sorting|style|display|per page|items per page)/.test(kind)) return true;
  const said = plainWords(`${name} ${label}`);
  if (topicsOf(said).includes('sort') || arrangement.test(said)) return true;
  const texts = options.map(({ text }) => plainWords(text));
  return texts.some((text) => order.test(text)) || texts.filter((text) => ownName.test(text)).length > 1;
}

/** What fields are called that say how many answers are shown, and how; "language" and "style" are things of records too. */
const arrangement =
  /\b(?:(?:per|pro|par|por) ?(?:page|seite|página|pagina)|page ?size|ordering|layout|skin|limit|display|view(?: as| mode)?|show)\b|每页|显示|表示/;
/** What an order of answers is called. */
const order =
  /\b(?:asc|desc|ascending|descending|aufsteigend|absteigend|croissant|décroissant)\b|升序|降序|昇順|降順/;
/** Languages in their own words: several of them are the language of the page, not of what is looked for. */
const ownName =
  /^(?:english|deutsch|français|español|italiano|português|nederlands|polski|svenska|türkçe|русский|українська|中文|简体中文|繁體中文|日本語|한국어|العربية)(?: |$)/;

function isYear({ kind, name, label, placeholder, maxLength }: KnownField): boolean {
  if (kind === 'year') return true;
  const isCalled = [name, label, placeholder].some((text) =>
    /^(?:publication |pub |search |filter )?(?:year|yr|jahr|年|年份|出版年|年度)$/.test(plainWords(text)),
  );
  return isCalled || (maxLength === 4 && topicsOf(plainWords(`${name} ${label}`)).includes('year'));
}

/** Numbers of a range that is narrow enough to be asked whole. */
function stepsOf({ bounds, control }: KnownField): readonly string[] {
  if (control !== 'number' || bounds === undefined || bounds.min === '' || bounds.max === '') return [];
  const [min, max, step] = [Number(bounds.min), Number(bounds.max), Number(bounds.step || 1)];
  if (!(step > 0) || !(max > min) || (max - min) / step > mostSteps) return [];
  return Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, at) => String(min + at * step));
}
