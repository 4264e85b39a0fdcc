import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings, type ExtractSettings } from '../../config/index.ts';
import type { RecordSink } from '../../derive/records/index.ts';
import { httpDriver } from '../../drivers/http/index.ts';
import {
  type ExtractSession,
  FilterList,
  type Labeller,
  type NamingAbout,
  wantedProperties,
} from '../../extract/index.ts';
import { ArgiopeError, reading, whyUnread } from '../../model/index.ts';
import { parseSchema, type RecordSchema } from '../../records/index.ts';
import { readPrior } from './prior.ts';

/** Everything that an extraction reads before it begins. */
export interface ExtractInputs {
  readonly schema: RecordSchema | null;
  readonly filters: FilterList | null;
  readonly sinks: readonly RecordSink[];
  /** What names of fields are found by. */
  readonly naming: NamingAbout;
  readonly labeller: Labeller | null;
  readonly session: Pick<
    ConstructorParameters<typeof ExtractSession>[0],
    'allFields' | 'minConfidence' | 'typeName' | 'isSchemed'
  >;
}

/** Reads schema, lists and prior records; what is wrong with them is told first. */
export async function extractInputs(
  settings: ExtractSettings,
  labeller: Labeller | null = null,
): Promise<ExtractInputs> {
  const { allFields, minConfidence } = settings;
  const raw = settings.schema === null ? null : readSchema(settings.schema);
  const schema = raw === null ? null : parseSchema(raw, settings.schema ?? '');
  return {
    schema,
    filters: await readFilters(settings.filters),
    sinks: settings.records.flatMap((place) => sinkOf(place, settings.out)),
    naming: {
      ...(raw !== null && { wanted: wantedProperties(raw) }),
      ...(await readPrior(settings.prior)),
      least: minConfidence,
    },
    labeller,
    session: {
      allFields,
      minConfidence,
      isSchemed: schema !== null,
      ...(schema?.title && { typeName: schema.title }),
    },
  };
}

function readSchema(path: string): unknown {
  const advice = 'Name a file that holds a JSON Schema.';
  return reading(`the schema ${path}`, { advice }, () => JSON.parse(readFileSync(path, 'utf8')) as unknown);
}

/** `none` alone: nothing is taken for advertisement; nothing said: the built-in list. */
async function readFilters(sources: readonly string[]): Promise<FilterList | null> {
  if (sources.length === 0) return FilterList.of();
  const wanted = sources.filter((source) => source !== 'none');
  if (wanted.length === 0) return null;
  return FilterList.of(await Promise.all(wanted.map(readList)));
}

async function readList(source: string): Promise<string> {
  try {
    if (!/^https?:/i.test(source)) return readFileSync(source, 'utf8');
    const driver = httpDriver(defaultSettings([source]), {});
    try {
      const answer = await driver.fetch(source);
      if (answer === null || answer.status >= 400)
        throw new Error(answer === null ? 'no list came from there' : `the server answered ${answer.status}`);
      return new TextDecoder().decode(answer.body);
    } finally {
      await driver.close();
    }
  } catch (cause) {
    throw new ArgiopeError('CONFIG', `the filter list ${source} cannot be read: ${whyUnread(cause)}`, {
      advice: 'Give the path or the address of an Adblock list, or --filters none.',
      cause,
    });
  }
}

/** The place that a word of `--records` means. */
export function sinkOf(place: string, out: string): readonly RecordSink[] {
  if (place === 'jsonl') return [];
  if (place === 'csv') return [{ kind: 'csv' }];
  if (place === 'sqlite') return [{ kind: 'sqlite', file: join(out, 'records.db') }];
  if (place.startsWith('sqlite:')) return [{ kind: 'sqlite', file: place.slice('sqlite:'.length) }];
  return [{ kind: 'postgres', url: place }];
}
