import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parsePattern } from '../dom/pattern.ts';
import { ArgiopeError } from '../model/errors.ts';
import type { TrainedModel, TrainedPattern, TrainedType, TypeSample } from './model.ts';
import { treeOfSkeleton } from './skeleton.ts';

/** Reads a model that a person may have edited; what is wrong with it is named with its place. */
export function readModel(path: string): TrainedModel {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ArgiopeError('CONFIG', `the model ${path} cannot be read: ${(cause as Error).message}`, {
      advice: 'Name a file that `argiope train --out FILE` has written.',
      cause,
    });
  }
  return parseModel(text, path);
}

/** The same from its text; `name` is what errors call it. */
export function parseModel(text: string, name: string): TrainedModel {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ArgiopeError('CONFIG', `the model ${name} is no JSON: ${(cause as Error).message}`, {
      advice: 'Undo the last edit, or train again.',
      cause,
    });
  }
  return new ModelReader(name).model(value);
}

/** Writes a model beside its file and renames it: a reader never sees half of it. */
export function writeModel(path: string, model: TrainedModel): void {
  const part = `${path}.part`;
  writeFileSync(part, `${JSON.stringify(model, null, 2)}\n`);
  renameSync(part, path);
}

type Fields = Readonly<Record<string, unknown>>;

class ModelReader {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  model(value: unknown): TrainedModel {
    const format = (value as { readonly format?: unknown } | null)?.format;
    if (format !== 'argiope-model')
      throw this.#wrong('format', '"argiope-model"', format, 'Name a file that `argiope train` has written.');
    const fields = this.#fields(value, '', [
      ...['format', 'version', 'site', 'trainedAt', 'events', 'want', 'types', 'classes'],
    ]);
    if (fields.version !== 1)
      throw this.#wrong(
        'version',
        '1',
        fields.version,
        'It was written by another version of argiope: train again.',
      );
    const types = this.#list(fields.types, 'types').map((each, at) => this.#type(each, `types[${at}]`));
    const model: TrainedModel = {
      ...{ format: 'argiope-model', version: 1 },
      site: this.#text(fields.site, 'site'),
      trainedAt: this.#text(fields.trainedAt, 'trainedAt'),
      events: this.#texts(fields.events, 'events'),
      want: this.#texts(fields.want, 'want'),
      types,
      classes: this.#list(fields.classes ?? [], 'classes').map((each, at) => {
        const place = `classes[${at}]`;
        const fact = this.#fields(each, place, ['name', 'sameFromAnywhere', 'byValues', 'leadsHome']);
        return {
          name: this.#text(fact.name, `${place}.name`),
          sameFromAnywhere: fact.sameFromAnywhere === true,
          byValues: fact.byValues === true,
          leadsHome: this.#texts(fact.leadsHome ?? [], `${place}.leadsHome`),
        };
      }),
    };
    this.#requireNames(model);
    return model;
  }

  #type(value: unknown, place: string): TrainedType {
    const fields = this.#fields(value, place, ['name', 'threshold', 'change', 'samples', 'patterns']);
    return {
      name: this.#text(fields.name, `${place}.name`),
      threshold: this.#share(fields.threshold, `${place}.threshold`),
      change: this.#share(fields.change ?? 0, `${place}.change`),
      samples: this.#list(fields.samples, `${place}.samples`).map((each, at) =>
        this.#sample(each, `${place}.samples[${at}]`),
      ),
      patterns: this.#list(fields.patterns, `${place}.patterns`).map((each, at) =>
        this.#pattern(each, `${place}.patterns[${at}]`),
      ),
    };
  }

  #sample(value: unknown, place: string): TypeSample {
    const fields = this.#fields(value, place, ['at', 'skeleton']);
    const skeleton = this.#text(fields.skeleton, `${place}.skeleton`);
    this.#named(place, () => treeOfSkeleton(skeleton));
    return { at: this.#text(fields.at, `${place}.at`), skeleton };
  }

  #pattern(value: unknown, place: string): TrainedPattern {
    const fields = this.#fields(value, place, [
      ...['event', 'leadsTo', 'paths', 'support', 'precision', 'example', 'onEvery'],
    ]);
    const paths = this.#texts(fields.paths, `${place}.paths`);
    if (paths.length === 0) throw this.#wrong(`${place}.paths`, 'at least one path', fields.paths);
    for (const [at, path] of paths.entries()) this.#named(`${place}.paths[${at}]`, () => parsePattern(path));
    return {
      event: this.#text(fields.event, `${place}.event`),
      leadsTo: this.#text(fields.leadsTo, `${place}.leadsTo`),
      paths,
      support: typeof fields.support === 'number' ? fields.support : 0,
      precision: this.#share(fields.precision ?? 1, `${place}.precision`),
      example: typeof fields.example === 'string' ? fields.example : '',
      ...(fields.onEvery === true && { onEvery: true }),
    };
  }

  /** Types that are named anywhere must be there. */
  #requireNames({ types, want }: TrainedModel): void {
    const names = new Set<string>();
    for (const [at, { name }] of types.entries()) {
      if (names.has(name)) throw this.#wrong(`types[${at}].name`, 'a name that no other type has', name);
      names.add(name);
    }
    const known = `one of the types (${[...names].join(', ')})`;
    for (const [at, name] of want.entries())
      if (!names.has(name)) throw this.#wrong(`want[${at}]`, known, name);
    for (const [at, { patterns }] of types.entries())
      for (const [nth, { leadsTo }] of patterns.entries())
        if (!names.has(leadsTo)) throw this.#wrong(`types[${at}].patterns[${nth}].leadsTo`, known, leadsTo);
  }

  /** Says where in the model something is that was found wrong by others. */
  #named(place: string, check: () => void): void {
    try {
      check();
    } catch (cause) {
      if (!(cause instanceof ArgiopeError)) throw cause;
      throw new ArgiopeError('CONFIG', `the model ${this.#name}, at ${place}: ${cause.message}`, {
        advice: cause.advice ?? undefined,
        cause,
      });
    }
  }

  #fields(value: unknown, place: string, known: readonly string[]): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.#wrong(place || 'the whole', 'an object', value);
    const strange = Object.keys(value).find((key) => !known.includes(key));
    if (strange !== undefined) {
      const where = place === '' ? strange : `${place}.${strange}`;
      throw this.#wrong(where, `one of ${known.join(', ')}`, strange, 'Remove it, or spell it right.');
    }
    return value as Fields;
  }

  #list(value: unknown, place: string): readonly unknown[] {
    if (!Array.isArray(value)) throw this.#wrong(place, 'a list', value);
    return value;
  }

  #texts(value: unknown, place: string): readonly string[] {
    return this.#list(value, place).map((each, at) => this.#text(each, `${place}[${at}]`));
  }

  #text(value: unknown, place: string): string {
    if (typeof value !== 'string' || value === '') throw this.#wrong(place, 'a text', value);
    return value;
  }

  #share(value: unknown, place: string): number {
    if (typeof value !== 'number' || !(value >= 0 && value <= 1))
      throw this.#wrong(place, 'a number from 0 to 1', value);
    return value;
  }

  #wrong(place: string, expected: string, got: unknown, advice = 'See docs/models.md.'): ArgiopeError {
    const shown = got === undefined ? 'nothing' : JSON.stringify(got).slice(0, 80);
    return new ArgiopeError(
      'CONFIG',
      `the model ${this.#name}, at ${place}: expected ${expected}, got ${shown}`,
      { advice },
    );
  }
}
