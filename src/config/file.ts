import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ArgiopeError, whyUnread } from '../model/errors.ts';
import { type Given, take, unknownName, type ValuePlace } from './check.ts';
import { type NamedOption, namedOptions } from './names.ts';
import { nearest } from './nearest.ts';
import type { CommandName } from './option.ts';

/** What a configuration file holds for one command. */
export interface FileSettings {
  readonly given: Given;
  /** Start addresses, where the file names some. */
  readonly seeds: readonly string[];
}

/**
 * Reads a JSON file whose keys are flag names without dashes, and `seeds`.
 *
 * One file may serve several commands: what belongs to another command is checked and left aside.
 */
export function readFile(command: CommandName, path: string, cwd: string): FileSettings {
  const content = parse(path, load(path, cwd));
  const valid = new Map(namedOptions.filter(allowedInFile).map((named) => [named.flag, named]));
  const given: Given = {};
  let seeds: readonly string[] = [];
  for (const [key, value] of Object.entries(content)) {
    const place: ValuePlace = { name: `"${key}" in ${path}`, code: 'CONFIG' };
    if (key === 'seeds') {
      seeds = flagTexts(value, true, false, place);
      continue;
    }
    const named = valid.get(key);
    if (named === undefined) throw unknownKey(key, path, [...valid.keys(), 'seeds']);
    const into = named.option.commands.includes(command) ? given : {};
    const { kind, secret } = named.option;
    for (const text of flagTexts(value, kind.json === 'list', secret === true, place))
      take(into, named, text, place);
  }
  return { given, seeds };
}

function allowedInFile({ flag, option }: NamedOption): boolean {
  return !option.flagOnly && flag !== 'config';
}

function load(path: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, path), 'utf8');
  } catch (cause) {
    throw new ArgiopeError('CONFIG', `cannot read the configuration file ${path}: ${whyUnread(cause)}`, {
      advice: 'give the path of a JSON file with --config',
      cause,
    });
  }
}

function parse(path: string, text: string): object {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    // The engine's message quotes the text around the mistake, which may be a password.
    const { message } = error as Error;
    const at = message.includes('end of JSON')
      ? '(it ends too early)'
      : /\(line \d+ column \d+\)/.exec(message)?.[0];
    throw new ArgiopeError('CONFIG', `${path} is not valid JSON ${at ?? ''}`.trim(), {
      advice: 'names and texts stand in double quotes, and no comma behind the last: {"max-pages": 100}',
    });
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new ArgiopeError('CONFIG', `${path} must hold one JSON object, such as {"max-pages": 100}`);
  }
  return content;
}

/** The value as the texts that a flag would have had; `null` counts as not given. */
export function flagTexts(
  value: unknown,
  list: boolean,
  secret: boolean,
  place: ValuePlace,
): readonly string[] {
  if (value === null) return [];
  if (list && Array.isArray(value)) return value.flatMap((part) => flagTexts(part, false, secret, place));
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [String(value)];
  const expected = list ? 'a text or a list of texts' : 'a text, a number, true or false';
  const got = secret ? 'something else' : Array.isArray(value) ? 'a list' : 'an object';
  throw new ArgiopeError(place.code, `${place.name} must be ${expected}; got ${got}`);
}

function unknownKey(key: string, path: string, valid: readonly string[]): ArgiopeError {
  const meant = nearest(key, valid);
  return unknownName(
    'CONFIG',
    `unknown key ${JSON.stringify(key)} in ${path}`,
    meant === null ? null : `"${meant}"`,
    'keys are flag names without dashes, and "seeds"',
  );
}
