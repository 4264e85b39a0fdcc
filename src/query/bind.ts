import {
  type BoundValues,
  dayMark,
  type FieldOption,
  type KnownField,
  type KnownForm,
  markedDay,
  ownValues,
} from '../forms/index.ts';
import { momentIn, numberIn } from '../records/index.ts';
import { comparable, yearIn } from './compare.ts';
import { kinOf, leastKin, measureOf } from './concepts.ts';
import type { FieldMeaning, QueryCondition, QueryRequest } from './types.ts';

/** A request in the fields of one form. */
export interface BoundQuery {
  readonly values: BoundValues;
  /** Conditions that the form says, and those that it cannot. */
  readonly expressed: readonly QueryCondition[];
  readonly unexpressed: readonly QueryCondition[];
  /** Those of the latter that are looked for as words, anywhere. */
  readonly asWords: readonly QueryCondition[];
  /** Words that the form does not take. */
  readonly words: readonly string[];
}

type Draft = Record<string, string>;

/** Puts a request into the fields of a form; `null` where the form can say nothing of it. */
export function bindRequest(
  form: KnownForm,
  meanings: readonly FieldMeaning[],
  request: QueryRequest,
): BoundQuery | null {
  const values: Draft = {};
  const [expressed, unexpressed]: [QueryCondition[], QueryCondition[]] = [[], []];
  for (const condition of request.conditions)
    (isSaid(form, meanings, condition, values) ? expressed : unexpressed).push(condition);
  let words = request.words;
  const box = plainBox(meanings, values);
  if (words.length > 0 && box !== undefined) {
    const choice = meanings.find(
      (one) => one.means === 'choice' && !(one.field in values) && boxBy(meanings, one, values) === box,
    );
    if (choice !== undefined && choice.choices?.words === undefined && mustChoose(form, choice))
      askTitles(meanings, choice, box, words, values);
    else {
      values[box.field] = words.join(' ');
      if (choice?.choices?.words !== undefined) values[choice.field] = choice.choices.words;
      words = [];
    }
  }
  const asWords = askWider(meanings, unexpressed, values);
  if (Object.keys(values).length === 0 && words.length > 0) {
    // Better than not to ask: what is found is still checked for all words.
    const title = meanings.find(({ means }) => means === 'title');
    if (title !== undefined) values[title.field] = words.join(' ');
  }
  return Object.keys(values).length === 0 ? null : { values, expressed, unexpressed, asWords, words };
}

/** The box whose words are looked for in what a choice names: the next one behind it, else any. */
function boxBy(
  meanings: readonly FieldMeaning[],
  choice: FieldMeaning,
  values: Draft,
): FieldMeaning | undefined {
  const isFree = ({ means, field }: FieldMeaning) => means === 'words' && !(field in values);
  return meanings.slice(meanings.indexOf(choice)).find(isFree) ?? meanings.find(isFree);
}

/** The box for words that may stand anywhere: one that no choice belongs to, where there is one. */
function plainBox(meanings: readonly FieldMeaning[], values: Draft): FieldMeaning | undefined {
  const boxes = meanings.filter(({ means, field }) => means === 'words' && !(field in values));
  const choices = meanings.filter(({ means }) => means === 'choice');
  return boxes.find((box) => choices.every((one) => boxBy(meanings, one, {}) !== box)) ?? boxes[0];
}

/** Whether nothing is looked for as long as nobody chooses where. */
function mustChoose(form: KnownForm, { field }: FieldMeaning): boolean {
  const own = form.fields.find(({ name }) => name === field);
  return own !== undefined && ownValues(own).every((value) => value === '');
}

/** One of the words in titles, where one attribute has to be chosen: answers are checked for all of them. */
function askTitles(
  meanings: readonly FieldMeaning[],
  { field, choices = {} }: FieldMeaning,
  box: FieldMeaning,
  words: readonly string[],
  values: Draft,
): void {
  if (choices.title === undefined) return;
  const sign = meanings.find(({ means }) => means === 'sign');
  if (sign !== undefined && sign.choices?.contains === undefined) return;
  if (sign?.choices?.contains !== undefined) values[sign.field] = sign.choices.contains;
  values[field] = choices.title;
  values[box.field] = words.toSorted((one, other) => other.length - one.length)[0] ?? '';
}

/** What no field says is looked for anywhere, where any words are taken: answers are checked for it afterwards. */
function askWider(
  meanings: readonly FieldMeaning[],
  unexpressed: readonly QueryCondition[],
  values: Draft,
): readonly QueryCondition[] {
  const box = plainBox(meanings, values);
  const isWordy = ({ sign, field }: QueryCondition) =>
    sign === '=' && (measureOf(field) === 'text' || measureOf(field) === 'person');
  const first = unexpressed.find(isWordy);
  if (box === undefined || first === undefined) return [];
  values[box.field] = first.value;
  return [first];
}

function isSaid(
  form: KnownForm,
  meanings: readonly FieldMeaning[],
  condition: QueryCondition,
  values: Draft,
): boolean {
  if (condition.sign === '!=') return byChoice(meanings, condition, values);
  const ways = meanings
    .map((meaning) => ({ meaning, kin: kinOf(condition.field, meaning.means) }))
    .filter(({ kin, meaning }) => kin >= leastKin && !(meaning.field in values))
    .sort((one, other) => other.kin - one.kin);
  const said = (part: 'from' | 'to' | undefined): boolean => {
    const way = ways.find(({ meaning }) => meaning.part === part);
    const field = way && form.fields.find(({ name }) => name === way.meaning.field);
    const value = field && valueFor(field, condition, part);
    if (way === undefined || value === undefined || value === null) return false;
    values[way.meaning.field] = value;
    return true;
  };
  if (condition.sign === '=') {
    if (said(undefined)) return true;
    const isRange = measureOf(condition.field) !== 'text' && said('from');
    return (isRange && said('to')) || isRange || byChoice(meanings, condition, values);
  }
  return said(condition.sign.startsWith('>') ? 'from' : 'to') || byChoice(meanings, condition, values);
}

/** The value of a sign that says a condition, or more than it: answers are checked afterwards. `null`: none does. */
function signFor({ choices = {} }: FieldMeaning, { sign, field }: QueryCondition): string | null {
  const isText = measureOf(field) === 'text' || measureOf(field) === 'person';
  const wider: Readonly<Record<string, readonly string[]>> = {
    '=': isText ? ['contains', '='] : ['=', 'contains'],
    '>': ['>', '>='],
    '>=': ['>='],
    '<': ['<', '<='],
    '<=': ['<='],
    '!=': ['!='],
  };
  for (const one of wider[sign] ?? []) if (choices[one] !== undefined) return choices[one];
  return null;
}

/** Words are looked for in one attribute, where a form lets people choose which, and compared as they choose. */
function byChoice(meanings: readonly FieldMeaning[], condition: QueryCondition, values: Draft): boolean {
  for (const meaning of meanings) {
    const { field, choices = {}, means } = meaning;
    const box = boxBy(meanings, meaning, values);
    if (means !== 'choice' || field in values || box === undefined) continue;
    const [best] = Object.entries(choices)
      .map(([name, value]) => ({ value, kin: kinOf(condition.field, name) }))
      .filter(({ kin }) => kin >= leastKin)
      .sort((one, other) => other.kin - one.kin);
    if (best === undefined) continue;
    const sign = meanings.find((one) => one.means === 'sign' && !(one.field in values));
    const chosen = sign === undefined ? null : signFor(sign, condition);
    if (chosen === null && (sign !== undefined || condition.sign !== '=')) return false;
    if (sign !== undefined && chosen !== null) values[sign.field] = chosen;
    values[field] = best.value;
    values[box.field] = condition.value;
    return true;
  }
  return false;
}

/** A value as a field takes it; `null` where it takes none that says so. */
function valueFor(
  field: KnownField,
  { field: wanted, value, sign }: QueryCondition,
  part: 'from' | 'to' | undefined,
): string | null {
  if (field.options.length > 0) return optionFor(field.options, value, part, measureOf(wanted));
  const measure = measureOf(wanted);
  if (measure === 'time') return timeFor(field, value, part);
  if (measure !== 'number') return value;
  const amount = numberIn(value);
  // Ends of ranges belong to them: what is beyond is left out afterwards.
  return amount === null ? (sign === '=' ? value : null) : String(amount);
}

function timeFor(field: KnownField, value: string, part: 'from' | 'to' | undefined): string | null {
  const year = yearIn(value);
  const mark = dayMark(field);
  if (mark === null)
    return year === null ? value : part !== undefined || isYear(field) ? String(year) : value;
  if (year === null) return null;
  const moment = /^\s*\d{4}\s*年?\s*$/.test(value) ? null : momentIn(value);
  const day =
    moment === null
      ? `${year}-${part === 'to' ? '12-31' : '01-01'}`
      : new Date(moment).toISOString().slice(0, 10);
  return markedDay(day, mark);
}

function isYear({ label, name, kind, placeholder }: KnownField): boolean {
  return kind === 'year' || /year|年/i.test(`${label} ${name} ${placeholder}`);
}

/** The option that says a value, or the nearest one that leaves nothing of a range out. */
function optionFor(
  options: readonly FieldOption[],
  value: string,
  part: 'from' | 'to' | undefined,
  measure: ReturnType<typeof measureOf>,
): string | null {
  const read = measure === 'time' ? yearIn : numberIn;
  const wanted = measure === 'time' || measure === 'number' ? read(value) : null;
  if (wanted !== null) {
    const known = options.map((option) => ({ option, amount: read(option.text) ?? read(option.value) }));
    const fit = known.filter(({ amount }) =>
      amount === null
        ? false
        : part === 'from'
          ? amount <= wanted
          : part === 'to'
            ? amount >= wanted
            : amount === wanted,
    ) as { option: FieldOption; amount: number }[];
    const [nearest] = fit.sort(
      (one, other) => Math.abs(one.amount - wanted) - Math.abs(other.amount - wanted),
    );
    return nearest?.option.value ?? null;
  }
  if (part !== undefined) return null;
  const sought = comparable(value);
  const same = options.find(
    ({ text, value: own }) => comparable(text) === sought || comparable(own) === sought,
  );
  const within = options.filter(
    ({ text }) => comparable(text) !== '' && ` ${comparable(text)} `.includes(` ${sought} `),
  );
  return (same ?? (within.length === 1 ? within[0] : undefined))?.value ?? null;
}
