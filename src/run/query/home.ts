import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeText } from '../../derive/index.ts';
import type { DocumentTree } from '../../model/document.ts';
import { ArgiopeError, whyUnread } from '../../model/index.ts';
import type { FieldMeaning, SourceMap } from '../../query/index.ts';
import { makeFolder } from '../../store/index.ts';
import type { AskerMemory } from '../surface/script-asker.ts';
import type { AskWay } from './ways.ts';

/** A sample of what a source answers: a page with its address, and what was found out about asking it. */
export interface KeptSample {
  readonly url: string;
  readonly document: DocumentTree;
  /** Texts of its records. */
  readonly texts: readonly string[];
  /** How it is asked, where that was found out. */
  readonly way?: AskWay;
  /** What is known of asking by its script. */
  readonly script?: AskerMemory;
}

/** A query that can be repeated, with the records that it has brought so far. */
export interface SavedQuery {
  readonly name: string;
  readonly query: string;
  readonly outs: readonly string[];
  readonly urls: readonly string[];
  readonly about: string | null;
  readonly sources: number | null;
  /** Keys of all records that were told of. */
  readonly seen: readonly string[];
  /** When it was asked last, ISO 8601. */
  readonly time: string;
}

/** Texts of records that tell what a source is about. */
const mostTexts = 30;

/** The folder that queries keep things in: the mapping, which people may correct, samples, and saved queries. */
export class QueryHome {
  readonly #dir: string;
  readonly #map: Record<string, SourceMap>;

  constructor(dir: string) {
    this.#dir = resolve(dir);
    this.#map = this.#readMap();
  }

  get mapFile(): string {
    return join(this.#dir, 'query-map.json');
  }

  /** What people have said, or was found out, about a source. */
  mapOf(source: string): SourceMap | null {
    return this.#map[source] ?? null;
  }

  /** Puts what was found out about a source beside what is there: nothing that stands in the file is changed. */
  learn(source: string, found: SourceMap): SourceMap {
    const known = this.#map[source];
    const merged: SourceMap =
      known === undefined
        ? found
        : {
            ...found,
            fields: mergedFields(known.fields, found.fields),
            answers: { ...found.answers, ...known.answers },
          };
    this.#map[source] = merged;
    return merged;
  }

  async save(): Promise<void> {
    if (Object.keys(this.#map).length === 0) return;
    makeFolder(this.#dir);
    const sorted = Object.fromEntries(
      Object.entries(this.#map).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
    await writeText(this.mapFile, (file) => file.add(`${JSON.stringify(sorted, null, 2)}\n`));
  }

  sample(source: string): KeptSample | null {
    const file = this.#sampleFile(source);
    return existsSync(file) ? (parsed(file) as KeptSample) : null;
  }

  async keepSample(source: string, sample: KeptSample): Promise<void> {
    makeFolder(join(this.#dir, 'samples'));
    const kept = { ...sample, texts: sample.texts.slice(0, mostTexts) };
    await writeText(this.#sampleFile(source), (file) => file.add(JSON.stringify(kept)));
  }

  saved(name: string): SavedQuery {
    const file = this.#savedFile(name);
    if (existsSync(file)) return parsed(file) as SavedQuery;
    throw new ArgiopeError('USAGE', `there is no saved query "${name}" in ${this.#dir}`, {
      advice: `save one with: argiope query "…" --save ${name}`,
    });
  }

  async keepQuery(query: SavedQuery): Promise<void> {
    makeFolder(join(this.#dir, 'saved'));
    await writeText(this.#savedFile(query.name), (file) => file.add(`${JSON.stringify(query, null, 1)}\n`));
  }

  #sampleFile(source: string): string {
    return join(this.#dir, 'samples', `${fileName(source)}.json`);
  }

  #savedFile(name: string): string {
    return join(this.#dir, 'saved', `${fileName(name)}.json`);
  }

  #readMap(): Record<string, SourceMap> {
    const file = join(this.#dir, 'query-map.json');
    if (!existsSync(file)) return {};
    const content = parsed(file);
    if (typeof content !== 'object' || content === null || Array.isArray(content))
      throw broken(file, 'it must hold an object');
    for (const [source, map] of Object.entries(content as Record<string, Partial<SourceMap>>)) {
      const isWhole = Array.isArray(map?.fields) && typeof (map.answers ?? {}) === 'object';
      if (!isWhole) throw broken(file, `"${source}" needs "fields" (a list) and "answers" (an object)`);
      for (const [at, field] of map.fields.entries())
        if (typeof field?.field !== 'string' || !(field.means === null || typeof field.means === 'string'))
          throw broken(file, `field ${at + 1} of "${source}" needs "field" and "means"`);
    }
    return content as Record<string, SourceMap>;
  }
}

/** Fields as the file has them, with those that the form has gained since. */
function mergedFields(
  known: readonly FieldMeaning[],
  found: readonly FieldMeaning[],
): readonly FieldMeaning[] {
  const names = new Set(known.map(({ field }) => field));
  return [...known, ...found.filter(({ field }) => !names.has(field))];
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw broken(
      file,
      cause instanceof SyntaxError ? `it is not valid JSON (${cause.message})` : whyUnread(cause),
    );
  }
}

function broken(file: string, why: string): ArgiopeError {
  return new ArgiopeError('CONFIG', `${file} cannot be used: ${why}`, {
    advice: 'Mend it, or delete it to have it made anew.',
  });
}

function fileName(name: string): string {
  return encodeURIComponent(name).replace(/[*%]/g, '_').slice(0, 150);
}
