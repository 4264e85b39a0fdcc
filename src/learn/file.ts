import { EditedFile, type FileKind } from '../config/edited-file.ts';
import { parsePattern } from '../dom/pattern.ts';
import { treeOfSkeleton } from '../page-types/skeleton.ts';
import type { TrainedModel, TrainedPattern, TrainedType, TypeSample } from './model.ts';

const kind: FileKind = {
  name: 'model',
  origin: 'Name a file that `argiope train --out FILE` has written.',
  again: 'Undo the last edit, or train again.',
  described: 'docs/models.md',
};

/** Reads a model that a person may have edited; what is wrong with it is named with its place. */
export function readModel(path: string): TrainedModel {
  return parseModel(new EditedFile(kind, path).read(), path);
}

/** The same from its text; `name` is what errors call it. */
export function parseModel(text: string, name: string): TrainedModel {
  const file = new EditedFile(kind, name);
  return new ModelReader(file).model(file.parse(text));
}

/** Writes a model; a reader never sees half of it. */
export function writeModel(path: string, model: TrainedModel): void {
  new EditedFile(kind, path).write(`${JSON.stringify(model, null, 2)}\n`);
}

class ModelReader {
  readonly #file: EditedFile;

  constructor(file: EditedFile) {
    this.#file = file;
  }

  model(value: unknown): TrainedModel {
    const format = (value as { readonly format?: unknown } | null)?.format;
    if (format !== 'argiope-model')
      throw this.#file.wrong(
        'format',
        '"argiope-model"',
        format,
        'Name a file that `argiope train` has written.',
      );
    const fields = this.#file.fields(value, '', [
      ...['format', 'version', 'site', 'trainedAt', 'events', 'want', 'types', 'classes'],
    ]);
    if (fields.version !== 1)
      throw this.#file.wrong(
        'version',
        '1',
        fields.version,
        'It was written by another version of argiope: train again.',
      );
    const types = this.#file.list(fields.types, 'types').map((each, at) => this.#type(each, `types[${at}]`));
    const model: TrainedModel = {
      format: 'argiope-model',
      version: 1,
      site: this.#file.text(fields.site, 'site'),
      trainedAt: this.#file.text(fields.trainedAt, 'trainedAt'),
      events: this.#file.texts(fields.events, 'events'),
      want: this.#file.texts(fields.want, 'want'),
      types,
      classes: this.#file.list(fields.classes ?? [], 'classes').map((each, at) => {
        const place = `classes[${at}]`;
        const fact = this.#file.fields(each, place, ['name', 'sameFromAnywhere', 'byValues', 'leadsHome']);
        return {
          name: this.#file.text(fact.name, `${place}.name`),
          sameFromAnywhere: fact.sameFromAnywhere === true,
          byValues: fact.byValues === true,
          leadsHome: this.#file.texts(fact.leadsHome ?? [], `${place}.leadsHome`),
        };
      }),
    };
    this.#requireNames(model);
    return model;
  }

  #type(value: unknown, place: string): TrainedType {
    const fields = this.#file.fields(value, place, ['name', 'threshold', 'change', 'samples', 'patterns']);
    return {
      name: this.#file.text(fields.name, `${place}.name`),
      threshold: this.#file.share(fields.threshold, `${place}.threshold`),
      change: this.#file.count(fields.change ?? 0, `${place}.change`),
      samples: this.#file
        .list(fields.samples, `${place}.samples`)
        .map((each, at) => this.#sample(each, `${place}.samples[${at}]`)),
      patterns: this.#file
        .list(fields.patterns, `${place}.patterns`)
        .map((each, at) => this.#pattern(each, `${place}.patterns[${at}]`)),
    };
  }

  #sample(value: unknown, place: string): TypeSample {
    const fields = this.#file.fields(value, place, ['at', 'skeleton']);
    const skeleton = this.#file.text(fields.skeleton, `${place}.skeleton`);
    this.#file.named(place, () => treeOfSkeleton(skeleton));
    return { at: this.#file.text(fields.at, `${place}.at`), skeleton };
  }

  #pattern(value: unknown, place: string): TrainedPattern {
    const fields = this.#file.fields(value, place, [
      ...['event', 'leadsTo', 'paths', 'support', 'precision', 'example', 'onEvery'],
    ]);
    const paths = this.#file.texts(fields.paths, `${place}.paths`);
    if (paths.length === 0) throw this.#file.wrong(`${place}.paths`, 'at least one path', fields.paths);
    for (const [at, path] of paths.entries())
      this.#file.named(`${place}.paths[${at}]`, () => parsePattern(path));
    return {
      event: this.#file.text(fields.event, `${place}.event`),
      leadsTo: this.#file.text(fields.leadsTo, `${place}.leadsTo`),
      paths,
      support: typeof fields.support === 'number' ? fields.support : 0,
      precision: this.#file.share(fields.precision ?? 1, `${place}.precision`),
      example: typeof fields.example === 'string' ? fields.example : '',
      ...(fields.onEvery === true && { onEvery: true }),
    };
  }

  /** Types that are named anywhere must be there. */
  #requireNames({ types, want }: TrainedModel): void {
    const names = new Set<string>();
    for (const [at, { name }] of types.entries()) {
      if (names.has(name)) throw this.#file.wrong(`types[${at}].name`, 'a name that no other type has', name);
      names.add(name);
    }
    const known = `one of the types (${[...names].join(', ')})`;
    for (const [at, name] of want.entries())
      if (!names.has(name)) throw this.#file.wrong(`want[${at}]`, known, name);
    for (const [at, { patterns }] of types.entries())
      for (const [nth, { leadsTo }] of patterns.entries())
        if (!names.has(leadsTo))
          throw this.#file.wrong(`types[${at}].patterns[${nth}].leadsTo`, known, leadsTo);
  }
}
