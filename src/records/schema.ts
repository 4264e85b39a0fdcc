import { ArgiopeError } from '../model/errors.ts';
import { type LinearPattern, linearPattern } from '../values/linear-pattern.ts';
import { type Check, parseCheck } from './expression.ts';

/** Types that a field can be declared to have. */
export type DeclaredType = 'string' | 'number' | 'integer' | 'boolean' | 'array';

/** What a schema says of the values of one field. */
export interface PropertyRule {
  readonly type: DeclaredType | null;
  readonly enum: readonly unknown[] | null;
  readonly pattern: LinearPattern | null;
  readonly format: string | null;
  /** Bounds by keyword: `minimum`, `maxLength`, `minItems`, … */
  readonly bounds: Readonly<Record<string, number>>;
  readonly unique: boolean;
  /** What is said of each value of a list. */
  readonly items: PropertyRule | null;
}

/** What records must be like, as a JSON Schema says it. */
export interface RecordSchema {
  readonly title: string | null;
  readonly properties: Readonly<Record<string, PropertyRule>>;
  readonly required: readonly string[];
  /** Sets of fields whose values, taken together, differ for all records. */
  readonly unique: readonly (readonly string[])[];
  readonly checks: readonly Check[];
}

const types: readonly string[] = ['string', 'number', 'integer', 'boolean', 'array'] satisfies DeclaredType[];

const boundWords = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems'],
] as const;

const formats = ['date', 'date-time', 'time', 'email', 'uri', 'uri-reference', 'ipv4', 'uuid'];

/** Keywords that say something to people or to the naming of fields, and nothing about valid records. */
const spoken = new Set([
  ...['$schema', '$id', '$comment', 'title', 'description', 'default', 'examples', 'deprecated'],
  ...['readOnly', 'writeOnly', 'additionalProperties'],
]);

/** Reads a schema; a keyword that would not be checked is refused, since it would be believed to be. */
export function parseSchema(value: unknown, name: string): RecordSchema {
  return new SchemaReader(name).record(value);
}

type Fields = Readonly<Record<string, unknown>>;

class SchemaReader {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  record(value: unknown): RecordSchema {
    const fields = this.#object(value, '');
    if (fields.type !== undefined && fields.type !== 'object')
      throw this.#wrong('type', '"object": a schema describes one record', fields.type);
    this.#known(fields, '', ['type', 'properties', 'required', 'x-unique', 'x-check', '$defs']);
    const properties = Object.entries(this.#object(fields.properties ?? {}, 'properties')).map(
      ([key, each]) => [key, this.#property(each, `properties.${key}`)] as const,
    );
    const names = new Set(properties.map(([key]) => key));
    const own = properties.filter(([, rule]) => rule.unique).map(([key]) => [key]);
    return {
      title: typeof fields.title === 'string' ? fields.title : null,
      properties: Object.fromEntries(properties),
      required: this.#names(fields.required ?? [], 'required', names),
      unique: [...own, ...this.#unique(fields['x-unique'] ?? [], names)],
      checks: this.#checks(fields['x-check'] ?? [], names),
    };
  }

  #property(value: unknown, place: string): PropertyRule {
    const fields = this.#object(value, place);
    this.#known(fields, place, [
      'type',
      'enum',
      'const',
      'pattern',
      'format',
      'items',
      'x-unique',
      ...boundWords,
    ]);
    const type = this.#type(fields.type, `${place}.type`);
    return {
      type,
      enum: 'const' in fields ? [fields.const] : this.#list(fields.enum, `${place}.enum`),
      pattern: this.#pattern(fields.pattern, `${place}.pattern`),
      format: this.#format(fields.format, `${place}.format`),
      bounds: this.#bounds(fields, place),
      unique: fields['x-unique'] === true,
      items: fields.items === undefined ? null : this.#property(fields.items, `${place}.items`),
    };
  }

  /** `["string", "null"]` means that it may be absent, which it may be anyway unless it is required. */
  #type(value: unknown, place: string): DeclaredType | null {
    if (value === undefined) return null;
    const given = (Array.isArray(value) ? value : [value]).filter((each) => each !== 'null');
    const [only] = given;
    if (given.length !== 1 || typeof only !== 'string' || !types.includes(only))
      throw this.#wrong(place, `one of ${types.join(', ')}`, value);
    return only as DeclaredType;
  }

  #pattern(value: unknown, place: string): LinearPattern | null {
    if (value === undefined) return null;
    const pattern = linearPattern(String(value));
    if (pattern !== null) return pattern;
    throw this.#wrong(place, 'a regular expression that does not look ahead, behind or back', value);
  }

  #format(value: unknown, place: string): string | null {
    if (value === undefined) return null;
    if (typeof value === 'string' && formats.includes(value)) return value;
    throw this.#wrong(place, `one of ${formats.join(', ')}`, value);
  }

  #bounds(fields: Fields, place: string): Readonly<Record<string, number>> {
    const bounds: Record<string, number> = {};
    for (const word of boundWords) {
      const value = fields[word];
      if (value === undefined) continue;
      if (typeof value !== 'number') throw this.#wrong(`${place}.${word}`, 'a number', value);
      bounds[word] = value;
    }
    return bounds;
  }

  #unique(value: unknown, names: ReadonlySet<string>): readonly (readonly string[])[] {
    return (this.#list(value, 'x-unique') ?? []).map((each, at) =>
      this.#names(typeof each === 'string' ? [each] : each, `x-unique[${at}]`, names),
    );
  }

  #checks(value: unknown, names: ReadonlySet<string>): readonly Check[] {
    const given = typeof value === 'string' ? [value] : (this.#list(value, 'x-check') ?? []);
    return given.map((each, at) => {
      const place = `x-check[${at}]`;
      if (typeof each !== 'string') throw this.#wrong(place, 'a condition such as "price >= 0"', each);
      const check = this.#read(each, place);
      this.#names(check.fields, place, names);
      return check;
    });
  }

  #read(text: string, place: string): Check {
    try {
      return parseCheck(text);
    } catch (cause) {
      if (!(cause instanceof ArgiopeError)) throw cause;
      throw new ArgiopeError('CONFIG', `the schema ${this.#name}, at ${place}: ${cause.message}`, {
        advice: cause.advice ?? undefined,
        cause,
      });
    }
  }

  #names(value: unknown, place: string, known: ReadonlySet<string>): readonly string[] {
    return (this.#list(value, place) ?? []).map((each) => {
      if (typeof each === 'string' && known.has(each)) return each;
      throw this.#wrong(place, `names of properties (${[...known].join(', ') || 'there are none'})`, each);
    });
  }

  #list(value: unknown, place: string): readonly unknown[] | null {
    if (value === undefined) return null;
    if (!Array.isArray(value)) throw this.#wrong(place, 'a list', value);
    return value;
  }

  #object(value: unknown, place: string): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.#wrong(place || 'the whole', 'an object', value);
    return value as Fields;
  }

  #known(fields: Fields, place: string, known: readonly string[]): void {
    const strange = Object.keys(fields).find(
      (key) => !known.includes(key) && !spoken.has(key) && !(key.startsWith('x-') && key !== 'x-checks'),
    );
    if (strange === undefined) return;
    throw this.#wrong(
      place === '' ? strange : `${place}.${strange}`,
      `a keyword that is checked (${known.join(', ')})`,
      strange,
    );
  }

  #wrong(place: string, expected: string, got: unknown): ArgiopeError {
    const shown = got === undefined ? 'nothing' : JSON.stringify(got).slice(0, 80);
    return new ArgiopeError(
      'CONFIG',
      `the schema ${this.#name}, at ${place}: expected ${expected}, got ${shown}`,
      {
        advice: 'See "Schemas" in docs/extract.md.',
      },
    );
  }
}
