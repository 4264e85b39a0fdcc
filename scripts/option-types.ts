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

/** The whole file. */
export function optionTypes(): string {
  const parts = Object.entries(interfaces).map(([command, name]) => typeOf(command as CommandName, name));
  return `// Made by "npm run docs" from the declarations in src/config/options/; edit those.\n\n${parts.join('\n\n')}\n`;
}

function typeOf(command: CommandName, name: string): string {
  const all = [...programOptions(command)].filter(
    ([key]) => !derived.has(command) || !/^(out|store)$/.test(key),
  );
  const fields = all.map(
    ([key, named]) =>
      `  /** ${named.option.help}. Default: ${defaultText(named.option) || 'none'}. */\n  readonly ${key}?: ${valueType(named)} | null | undefined;`,
  );
  return `/** Flags of \`argiope ${command}\` that a program may give. */\nexport interface ${name} {\n${fields.join('\n')}\n}`;
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
