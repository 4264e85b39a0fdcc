import { ArgiopeError } from '../model/errors.ts';
import { checkTogether, type Given, take, type ValuePlace } from './check.ts';
import { defaultValues } from './defaults.ts';
import { flagTexts } from './file.ts';
import { type NamedOption, optionsOf } from './names.ts';
import { nearest } from './nearest.ts';
import type { CommandName } from './option.ts';
import type { OptionKey } from './options.ts';
import type { Input } from './read.ts';

/** Options about a terminal, or a person before it: they mean nothing to a program. */
const terminal: ReadonlySet<OptionKey> = new Set(['json', 'quiet', 'verbose', 'config', 'label']);

/** How a program calls an option: its flag in camel case. */
export function optionName({ flag }: NamedOption): string {
  return flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The options of a command that a program may give, by their names. */
export function programOptions(command: CommandName): ReadonlyMap<string, NamedOption> {
  const own = optionsOf(command).filter(({ key }) => !terminal.has(key));
  return new Map(own.map((named) => [optionName(named), named]));
}

/**
 * Reads options that a program gives as an object, with the checks that flags have; what is `null` or `undefined`
 * counts as not given. `others` are names that the caller reads itself.
 */
export function readOptions(command: CommandName, object: object, others: readonly string[] = []): Input {
  const valid = programOptions(command);
  refuseUnknown(command, Object.keys(object), [...valid.keys(), ...others]);
  const given: Given = {};
  for (const [name, value] of Object.entries(object)) {
    const named = others.includes(name) ? undefined : valid.get(name);
    if (named === undefined || value === null || value === undefined) continue;
    const place: ValuePlace = { name, code: 'USAGE' };
    for (const text of textsOf(value, named, place)) take(given, named, text, place);
    // An empty list is an answer, which a flag cannot give.
    if (Array.isArray(value) && value.length === 0) Object.assign(given, { [named.key]: [] });
  }
  const values = { ...defaultValues(), ...given };
  checkTogether(values);
  const sources = new Map((Object.keys(given) as OptionKey[]).map((key) => [key, 'program' as const]));
  return { values, positionals: [], sources, notes: [], help: false };
}

/** Names all that are wrong at once, each with the nearest that is not. */
function refuseUnknown(command: CommandName, names: readonly string[], valid: readonly string[]): void {
  const unknown = names.filter((name) => !valid.includes(name));
  if (unknown.length === 0) return;
  const told = unknown.map((name) => {
    const meant = nearest(name, valid);
    return `${JSON.stringify(name)}${meant === null ? '' : ` (did you mean "${meant}"?)`}`;
  });
  throw new ArgiopeError(
    'USAGE',
    `unknown option${told.length > 1 ? 's' : ''} ${told.join(', ')} for ${command}`,
    { advice: 'options are the flags of the command line in camel case: docs/cli.md lists them' },
  );
}

/** The value as the texts that a flag would have had. */
function textsOf(value: unknown, named: NamedOption, place: ValuePlace): readonly string[] {
  const { kind, secret } = named.option;
  if (value instanceof URL) return [value.href];
  if (typeof value === 'object' && value !== null) {
    const own = kind.given?.texts?.(value) ?? null;
    if (own !== null) return own;
    if (kind.many && Array.isArray(value)) return value.flatMap((part) => textsOf(part, named, place));
  }
  return flagTexts(value, kind.json === 'list', secret === true, place);
}
