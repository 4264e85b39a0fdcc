/** Schemas of what goes over the API: one declaration gives the type, the check and the JSON Schema of OpenAPI. */

/** A JSON Schema, as far as OpenAPI 3.1 needs it here. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly anyOf?: readonly JsonSchema[];
}

/** A declared form of JSON values. */
export interface Schema<T> {
  readonly json: JsonSchema;
  /** What is wrong with a value, in words that follow its name; `null` where it fits. */
  check(value: unknown, name: string): string | null;
  /** Only for the type checker. */
  readonly type?: T;
}

/** The type of what fits a schema. */
export type TypeOf<S> = S extends Schema<infer T> ? T : never;

/** A schema of a property that may be absent. */
export interface OptionalSchema<T> extends Schema<T> {
  readonly optional: true;
}

/** Schemas of the properties of an object. */
export type Shape = Readonly<Record<string, Schema<unknown>>>;
type OptionalKeys<S> = { [K in keyof S]: S[K] extends OptionalSchema<unknown> ? K : never }[keyof S];
type Flat<T> = { readonly [K in keyof T]: T[K] };

/** The type of an object by the schemas of its properties. */
export type ObjectOf<S extends Shape> = Flat<
  { readonly [K in Exclude<keyof S, OptionalKeys<S>>]: TypeOf<S[K]> } & {
    readonly [K in OptionalKeys<S>]?: TypeOf<S[K]>;
  }
>;

/** A schema of an object, with those of its properties. */
export interface ObjectSchema<S extends Shape> extends Schema<ObjectOf<S>> {
  readonly shape: S;
}

/** Characters of a text in a request, where nothing else is said. */
const longestText = 100_000;

/** A text. */
export function aText(description?: string, most = longestText): Schema<string> {
  return {
    json: { type: 'string', ...described(description), ...(most < longestText && { maxLength: most }) },
    check: (value, name) => {
      if (typeof value !== 'string') return `${name} must be a text`;
      return value.length > most ? `${name} must have ${most} characters at most` : null;
    },
  };
}

/** A number; a whole one between bounds where these are given. */
export function aNumber(
  description?: string,
  bounds: { readonly whole?: boolean; readonly from?: number; readonly to?: number } = {},
): Schema<number> {
  const { whole = false, from, to } = bounds;
  const range = `${from === undefined ? '' : ` from ${from}`}${to === undefined ? '' : ` to ${to}`}`;
  return {
    json: {
      type: whole ? 'integer' : 'number',
      ...described(description),
      ...(from !== undefined && { minimum: from }),
      ...(to !== undefined && { maximum: to }),
    },
    check: (value, name) => {
      const fits = typeof value === 'number' && Number.isFinite(value) && (!whole || Number.isInteger(value));
      const within = fits && value >= (from ?? -Infinity) && value <= (to ?? Infinity);
      return within ? null : `${name} must be a ${whole ? 'whole ' : ''}number${range}`;
    },
  };
}

/** A whole number from 0 on. */
export function aCount(description?: string): Schema<number> {
  return aNumber(description, { whole: true, from: 0 });
}

/** Yes or no. */
export function aFlag(description?: string): Schema<boolean> {
  return {
    json: { type: 'boolean', ...described(description) },
    check: (value, name) => (typeof value === 'boolean' ? null : `${name} must be true or false`),
  };
}

/** One of some words. */
export function aWord<const W extends readonly string[]>(words: W, description?: string): Schema<W[number]> {
  return {
    json: { type: 'string', enum: words, ...described(description) },
    check: (value, name) =>
      words.includes(value as string) ? null : `${name} must be one of ${words.join(', ')}`,
  };
}

/** A list. */
export function listOf<T>(item: Schema<T>, description?: string): Schema<readonly T[]> {
  return {
    json: { type: 'array', items: item.json, ...described(description) },
    check: (value, name) => {
      if (!Array.isArray(value)) return `${name} must be a list`;
      return firstOf(
        value.map((part, at) => [part, `${name}[${at}]`] as const),
        item,
      );
    },
  };
}

/** An object whose keys are data. */
export function mapOf<T>(item: Schema<T>, description?: string): Schema<Readonly<Record<string, T>>> {
  return {
    json: { type: 'object', additionalProperties: item.json, ...described(description) },
    check: (value, name) => {
      if (!isObject(value)) return `${name} must be an object`;
      return firstOf(
        Object.entries(value).map(([key, part]) => [part, `${name}.${key}`] as const),
        item,
      );
    },
  };
}

/** An object with known properties; others are errors. */
export function anObject<const S extends Shape>(shape: S): ObjectSchema<S> {
  const required = Object.keys(shape).filter((key) => !isOptional(shape[key]));
  const properties = Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, part.json]));
  return {
    shape,
    json: {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    check: (value, name) => {
      if (!isObject(value)) return `${name} must be an object`;
      const strange = Object.keys(value).find((key) => !Object.hasOwn(shape, key));
      if (strange !== undefined) return `${name} has no "${strange}"`;
      for (const [key, part] of Object.entries(shape)) {
        const given = value[key];
        if (given === undefined && isOptional(part)) continue;
        if (given === undefined) return `${name}.${key} is missing`;
        const wrong = part.check(given, `${name}.${key}`);
        if (wrong !== null) return wrong;
      }
      return null;
    },
  };
}

/** A property that may be absent. */
export function maybe<T>(schema: Schema<T>): OptionalSchema<T> {
  return { ...schema, optional: true };
}

/** A value or `null`. */
export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  return {
    json: { anyOf: [schema.json, { type: 'null' }] },
    check: (value, name) => (value === null ? null : schema.check(value, name)),
  };
}

/** Any JSON, of a type that is declared elsewhere. */
export function anyJson<T = unknown>(description: string): Schema<T> {
  return { json: { description }, check: () => null };
}

/** A value out of a text of a path or query, by what its schema wants. */
export function fromText({ json }: Schema<unknown>, text: string): unknown {
  if (json.type === 'integer' || json.type === 'number') return text.trim() === '' ? text : Number(text);
  if (json.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function firstOf(parts: readonly (readonly [unknown, string])[], item: Schema<unknown>): string | null {
  for (const [part, name] of parts) {
    const wrong = item.check(part, name);
    if (wrong !== null) return wrong;
  }
  return null;
}

function isOptional(schema: Schema<unknown> | undefined): boolean {
  return schema !== undefined && 'optional' in schema;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function described(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description };
}
