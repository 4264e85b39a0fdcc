import { checkTogether, type Given, take } from './check.ts';
import { defaultValues } from './defaults.ts';
import { readFile } from './file.ts';
import { readFlags } from './flags.ts';
import { namedOptions, optionsOf } from './names.ts';
import { nearest } from './nearest.ts';
import type { CommandName } from './option.ts';
import type { OptionKey, Values } from './options.ts';

/** What can give a value. */
export type Source = 'flag' | 'environment' | 'file' | 'program';

/** Everything a command was told, put together. */
export interface Input {
  readonly values: Values;
  /** Addresses or files: those of the command line, else the seeds of the file. */
  readonly positionals: readonly string[];
  /** Where each option that was given comes from; an option that is not here has its default. */
  readonly sources: ReadonlyMap<OptionKey, Source>;
  /** What the reader should know about how it was read. */
  readonly notes: readonly string[];
  readonly help: boolean;
}

/** Where settings come from. */
export interface SettingSources {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** Reads all sources of a command: flags win over the environment, that over the file, that over defaults. */
export function readInput(command: CommandName, { argv, env, cwd }: SettingSources): Input {
  const flags = readFlags(command, argv);
  if (flags.help) {
    return { values: defaultValues(), positionals: [], sources: new Map(), notes: [], help: true };
  }
  const environment = readEnvironment(command, env);
  const path = flags.given.config ?? environment.config ?? null;
  const file = path === null ? { given: {}, seeds: [] } : readFile(command, path, cwd);
  const given: Given = { ...file.given, ...environment, ...flags.given };
  const values: Values = { ...defaultValues(), ...given };
  checkTogether(values);
  const sources = new Map([
    ...sourced(file.given, 'file'),
    ...sourced(environment, 'environment'),
    ...sourced(flags.given, 'flag'),
  ]);
  const positionals = flags.positionals.length > 0 ? flags.positionals : file.seeds;
  return { values, positionals, sources, notes: strangeNames(env), help: false };
}

function sourced(given: Given, source: Source): readonly (readonly [OptionKey, Source])[] {
  return (Object.keys(given) as OptionKey[]).map((key) => [key, source]);
}

/** Reads the options of a command from the environment. Options that repeat take one value per line. */
function readEnvironment(command: CommandName, env: NodeJS.ProcessEnv): Given {
  const given: Given = {};
  for (const named of optionsOf(command)) {
    const name = named.environment.find((candidate) => (env[candidate] ?? '') !== '');
    if (name === undefined) continue;
    const text = env[name] ?? '';
    const parts = named.option.kind.many ? text.split('\n').filter((line) => line !== '') : [text];
    for (const part of parts) take(given, named, part, { name, code: 'CONFIG' });
  }
  return given;
}

/** Names that have no flag, because they are about the machine and not about a crawl. */
const switches = ['ARGIOPE_NO_SANDBOX'];

/** Names that begin like ours and mean nothing: others may use them, so they are told and not refused. */
function strangeNames(env: NodeJS.ProcessEnv): readonly string[] {
  const known = [...namedOptions.flatMap((named) => named.environment), ...switches];
  return Object.keys(env)
    .filter((name) => name.startsWith('ARGIOPE_') && !known.includes(name))
    .map((name) => {
      const meant = nearest(name, known);
      return `${name} in the environment is not a setting${meant === null ? '' : `; did you mean ${meant}?`}`;
    });
}
