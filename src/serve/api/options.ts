/** Options of a new crawl: which there are, and what is wrong with those given. */
import { join } from 'node:path';
import {
  type CrawlSettings,
  crawlSettings,
  folderOf,
  programOptions,
  readOptions,
  readSeeds,
  storeIn,
} from '../../config/index.ts';
import { ArgiopeError } from '../../model/index.ts';
import { jsonRoute } from '../route.ts';
import { aFlag, anObject, aText, aWord, listOf, mapOf, maybe, orNull, type Schema } from '../schema.ts';

/**
 * Options that name programs to run, or places to write to: who has the token of a dashboard shall not have the
 * whole account.
 */
const refused = new Set(['hooks', 'browser', 'out', 'store', 'records', 'fresh']);

/** A value of an option: a text, or several where it may be given more than once. */
export const optionValue: Schema<string | number | boolean | readonly string[]> = {
  json: {
    anyOf: [{ type: ['string', 'number', 'boolean'] }, { type: 'array', items: { type: 'string' } }],
  },
  check: (value, name) => {
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
    const isList = Array.isArray(value) && value.every((part) => typeof part === 'string');
    return isPlain || isList ? null : `${name} must be a text, a number, true or false, or a list of texts`;
  },
};

/** What a form says of a new crawl. */
export interface NewCrawl {
  readonly seeds: readonly string[];
  readonly folder?: string;
  readonly options?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** Settings of a new crawl with what the reader should know; throws what the command line would. */
export function checkedCrawl(
  { seeds: given, folder, options = {} }: NewCrawl,
  root: string,
): { readonly settings: CrawlSettings; readonly notes: readonly string[] } {
  const name = Object.keys(options).find((key) => refused.has(key));
  if (name !== undefined)
    throw new ArgiopeError('USAGE', `${name} cannot be given here`, {
      advice: 'use the command line for it: argiope crawl',
    });
  if (folder !== undefined && !/^[\w][\w.-]*$/.test(folder))
    throw new ArgiopeError(
      'USAGE',
      `folder must be a name of letters, digits, ".", "_" and "-"; got "${folder}"`,
    );
  const {
    seeds,
    notes,
    logins = {},
  } = readSeeds(given.map((seed) => seed.trim()).filter((seed) => seed !== ''));
  const { values } = readOptions('crawl', options);
  const out = join(root, folder ?? folderOf(seeds[0] as string));
  const settings = { ...crawlSettings(seeds, { ...values, out, store: storeIn(out) }), logins };
  return { settings, notes };
}

const optionSchema = anObject({
  name: aText('Name in camel case'),
  flag: aText('Flag of the command line'),
  group: aText(),
  help: aText(),
  expects: aText('What is valid, to follow "must be"'),
  type: aWord(['string', 'number', 'boolean', 'list']),
  many: aFlag('Whether it may be given more than once'),
  words: listOf(aText(), 'Words that are valid, where they can be listed'),
  default: aText('The default, in words'),
  secret: aFlag(),
});

/** Routes of options. */
export const optionRoutes = [
  jsonRoute({
    method: 'GET',
    path: '/api/options',
    tag: 'Crawls',
    summary: 'Options of a new crawl',
    answer: anObject({ options: listOf(optionSchema) }),
    run: async () => ({
      options: [...programOptions('crawl')]
        .filter(([name]) => !refused.has(name))
        .map(([name, { flag, option }]) => ({
          name,
          flag,
          group: option.group,
          help: option.help,
          expects: option.kind.expects,
          type: option.kind.json,
          many: option.kind.many,
          words: [...(option.kind.words ?? [])],
          default: option.defaultText ?? defaultText(option.default),
          secret: option.secret ?? false,
        })),
    }),
  }),
  jsonRoute({
    method: 'POST',
    path: '/api/options/check',
    tag: 'Crawls',
    summary: 'Check a new crawl without beginning it',
    body: anObject({
      seeds: listOf(aText('Address to start from', 4096)),
      folder: maybe(aText('Name of its folder', 200)),
      options: maybe(mapOf(optionValue)),
    }),
    answer: anObject({
      out: orNull(aText('Folder that it would be kept in')),
      notes: listOf(aText()),
      wrong: orNull(anObject({ message: aText(), advice: orNull(aText()) })),
    }),
    run: async ({ desk, body }) => {
      try {
        const { settings, notes } = checkedCrawl(body, desk.crawls.root);
        return { out: settings.out, notes: [...notes], wrong: null };
      } catch (error) {
        if (!(error instanceof ArgiopeError)) throw error;
        return { out: null, notes: [], wrong: { message: error.message, advice: error.advice } };
      }
    },
  }),
];

function defaultText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
