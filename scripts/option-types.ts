/** Writes the types of the library's options from their declarations; `--check` fails where they are stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CommandName, defaultText, type NamedOption, programOptions } from '../src/config/index.ts';

const file = join(import.meta.dirname, '..', 'src', 'run', 'library', 'flags.ts');

/** Commands that programs may call, with what their options are called. */
const interfaces: Readonly<Partial<Record<CommandName, string>>> = {
  crawl: 'CrawlFlags',
  recrawl: 'RecrawlFlags',
  extract: 'ExtractFlags',
  train: 'TrainFlags',
  graph: 'GraphFlags',
  sitemap: 'SitemapFlags',
  export: 'ExportFlags',
  history: 'HistoryFlags',
  search: 'SearchFlags',
  login: 'LoginFlags',
  query: 'QueryFlags',
};
/** Commands whose folder is their first argument: it says where the crawl is. */
const derived = new Set<string>(['graph', 'sitemap', 'export', 'history', 'search']);

/** The whole file: each option once, and which of them a command takes. */
export function optionTypes(): string {
  const fields = new Map<string, string>();
  const picks = Object.entries(interfaces).map(([command, name]) => {
    const taken = [...programOptions(command as CommandName)]
      .filter(([key]) => !derived.has(command) || !/^(out|store)$/.test(key))
      .map(([key, named]) => [key, fieldOf(key, named)] as const);
    for (const [key, field] of taken) if (!fields.has(key)) fields.set(key, field);
    const shared = taken.filter(([key, field]) => fields.get(key) === field).map(([key]) => `'${key}'`);
    const own = taken.filter(([key, field]) => fields.get(key) !== field).map(([, field]) => `${field}\n`);
    const head = `export interface ${name} extends Pick<ProgramFlags, ${shared.join(' | ')}>`;
    const body = own.length === 0 ? '{}' : `{\n${own.join('')}}`;
    return `/** Flags of \`argiope ${command}\` that a program may give. */\n${head} ${body}`;
  });
  return [
    '// Made by "npm run docs" from the declarations in src/config/options/; edit those.',
    `/** Every flag that a program may give; what means something else to another command stands there. */\nexport interface ProgramFlags {\n${[...fields.values()].join('\n')}\n}`,
    `${picks.join('\n\n')}\n`,
  ].join('\n\n');
}

function fieldOf(key: string, named: NamedOption): string {
  const { option } = named;
  return `  /** ${option.help}. Default: ${defaultText(option) || 'none'}. */\n  readonly ${key}?: ${valueType(named)} | null | undefined;`;
}

function valueType({ option }: NamedOption): string {
  const { json, words, given } = option.kind;
  const word = words ? words.map((one) => `'${one}'`).join(' | ') : 'string';
  const base =
    json === 'list'
      ? `${word} | readonly (${word})[]`.replace('(string)', 'string')
      : json === 'string'
        ? word
        : json;
  return given === undefined ? base : `${base} | ${given.type}`;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) writeFileSync(file, optionTypes());
  else if (readFileSync(file, 'utf8') !== optionTypes()) {
    console.error('src/run/library/flags.ts is stale: run "npm run docs"');
    process.exitCode = 1;
  }
}
