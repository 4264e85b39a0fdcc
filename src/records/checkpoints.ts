import { type ExtractedRecord, type FieldValue, type Rejection, valuesOf } from './record.ts';
import type { PropertyRule, RecordSchema } from './schema.ts';
import { quotedText } from './text.ts';
import { momentIn, numberIn } from './values.ts';

/** Remembers the page that came first with something. */
export interface Firsts {
  get(key: string): string | undefined;
  set(key: string, page: string): unknown;
}

/** Tells of records whether they are as the schema wants them; remembers what has to be unique. */
export class Checkpoints {
  readonly #schema: RecordSchema;
  /** Page that came first, by type, list, fields and values. */
  readonly #seen: Firsts;

  constructor(schema: RecordSchema, seen: Firsts = new Map()) {
    this.#schema = schema;
    this.#seen = seen;
  }

  /** Why a record is turned away; nothing where it passes. */
  reasons(record: ExtractedRecord): readonly Rejection[] {
    const { properties, required, checks } = this.#schema;
    const missing = required
      .filter((name) => valuesOf(record.fields[name]).every((text) => text.trim() === ''))
      .map((name) => rejection(name, 'required', 'expected a value, got none'));
    const wrong = Object.entries(properties).flatMap(([name, rule]) =>
      propertyReasons(name, rule, record.fields[name]),
    );
    const failed = checks
      .filter((check) => !check.holds((name) => valuesOf(record.fields[name])[0] ?? null))
      .map(({ text, fields }) =>
        rejection(null, 'x-check', `expected ${text}, got ${shown(record, fields)}`),
      );
    const reasons = [...missing, ...wrong, ...failed];
    // What is turned away for another reason must not keep a good record out.
    return reasons.length > 0 ? reasons : this.#repeated(record);
  }

  #repeated({ page, type, path, fields }: ExtractedRecord): readonly Rejection[] {
    const keys = this.#schema.unique
      .filter((names) => names.every((name) => fields[name] !== undefined))
      .map((names) => ({
        names,
        key: JSON.stringify([type, path, names, names.map((name) => fields[name])]),
      }));
    const reasons = keys.flatMap(({ names, key }) => {
      const first = this.#seen.get(key);
      if (first === undefined) return [];
      const text = `expected no second record with this ${names.join(' and ')}; page ${first} has it`;
      return rejection(names.length === 1 ? (names[0] ?? null) : null, 'x-unique', text);
    });
    if (reasons.length === 0) for (const { key } of keys) this.#seen.set(key, page);
    return reasons;
  }
}

function propertyReasons(
  name: string,
  rule: PropertyRule,
  value: FieldValue | undefined,
): readonly Rejection[] {
  const values = valuesOf(value);
  if (values.length === 0) return [];
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = rule.bounds;
  const count = values.length;
  const number =
    count < minItems
      ? [rejection(name, 'minItems', `expected at least ${minItems} values, got ${count}`)]
      : count > maxItems
        ? [rejection(name, 'maxItems', `expected at most ${maxItems} values, got ${count}`)]
        : [];
  const each = rule.type === 'array' ? rule.items : rule;
  return [...number, ...(each === null ? [] : values.flatMap((text) => valueReasons(name, each, text)))];
}

/** The first thing that is wrong with a value: what follows from it would only repeat it. */
function valueReasons(name: string, rule: PropertyRule, text: string): readonly Rejection[] {
  for (const [checkpoint, expected] of wrongs(rule, text))
    return [rejection(name, checkpoint, `expected ${expected}, got ${quotedText(text)}`)];
  return [];
}

function* wrongs(
  rule: PropertyRule,
  text: string,
): Generator<readonly [checkpoint: string, expected: string]> {
  const { type, bounds, pattern, format } = rule;
  const quantity = type === 'number' || type === 'integer' ? numberIn(text) : null;
  if (type === 'number' && quantity === null) yield ['type', 'one number'];
  if (type === 'integer' && !Number.isInteger(quantity)) yield ['type', 'one whole number'];
  if (type === 'boolean' && !/^(true|false|yes|no|0|1)$/i.test(text)) yield ['type', 'true or false'];
  if (rule.enum !== null && !rule.enum.some((each) => isSame(each, text, quantity)))
    yield ['enum', `one of ${rule.enum.map((each) => JSON.stringify(each)).join(', ')}`];
  if (pattern !== null && !pattern.test(text)) yield ['pattern', `a text that matches ${pattern.source}`];
  if (format !== null && !formatTests[format]?.(text)) yield ['format', `a text of the format ${format}`];
  for (const [word, bound] of Object.entries(bounds)) {
    const holds = boundTests[word];
    if (holds && !holds(bound, quantity ?? numberIn(text), [...text].length))
      yield [word, `${boundWords[word]} ${bound}`];
  }
}

function isSame(each: unknown, text: string, quantity: number | null): boolean {
  return typeof each === 'number' ? each === (quantity ?? numberIn(text)) : String(each) === text;
}

type BoundTest = (bound: number, quantity: number | null, length: number) => boolean;

const boundTests: Readonly<Record<string, BoundTest>> = {
  minimum: (bound, quantity) => quantity !== null && quantity >= bound,
  maximum: (bound, quantity) => quantity !== null && quantity <= bound,
  exclusiveMinimum: (bound, quantity) => quantity !== null && quantity > bound,
  exclusiveMaximum: (bound, quantity) => quantity !== null && quantity < bound,
  multipleOf: (bound, quantity) =>
    quantity !== null && Math.abs(quantity / bound - Math.round(quantity / bound)) < 1e-9,
  minLength: (bound, _, length) => length >= bound,
  maxLength: (bound, _, length) => length <= bound,
};

const boundWords: Readonly<Record<string, string>> = {
  minimum: 'a number from',
  maximum: 'a number up to',
  multipleOf: 'a multiple of',
  exclusiveMinimum: 'a number above',
  exclusiveMaximum: 'a number below',
  minLength: 'a text of at least this many characters:',
  maxLength: 'a text of at most this many characters:',
};

const formatTests: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => momentIn(text) !== null,
  'date-time': (text) => momentIn(text) !== null,
  time: (text) => /^\d{1,2}:\d{2}(:\d{2})?(\s*[ap]\.?m\.?)?$/i.test(text.trim()),
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  'uri-reference': (text) => URL.canParse(text, 'http://base.invalid/'),
  ipv4: (text) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text),
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
};

function rejection(field: string | null, checkpoint: string, text: string): Rejection {
  return { field, checkpoint, text };
}

function shown({ fields }: ExtractedRecord, names: readonly string[]): string {
  return names.map((name) => `${name} = ${quotedText(valuesOf(fields[name])[0] ?? 'none')}`).join(', ');
}
