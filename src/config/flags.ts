import { ArgiopeError } from '../model/errors.ts';
import { type Given, take, unknownName } from './check.ts';
import { type NamedOption, optionsOf } from './names.ts';
import { nearest } from './nearest.ts';
import type { CommandName } from './option.ts';
import { quoted } from './values.ts';

/** What stood on the command line behind the command's name. */
export interface Flags {
  readonly given: Given;
  readonly positionals: readonly string[];
  readonly help: boolean;
}

/** Reads `--flag value`, `--flag=value`, `--on`, `--no-on` and what is no flag; `--` ends the flags. */
export function readFlags(command: CommandName, argv: readonly string[]): Flags {
  const valid = new Map(optionsOf(command).map((named) => [named.flag, named]));
  const given: Given = {};
  const positionals: string[] = [];
  const rest = [...argv];
  while (rest.length > 0) {
    const word = rest.shift() ?? '';
    if (word === '--') return { given, positionals: [...positionals, ...rest], help: false };
    if (word === '--help' || word === '-h') return { given, positionals, help: true };
    if (word.startsWith('--')) takeFlag(command, valid, given, word, rest);
    else if (/^-./.test(word)) throw unknownFlag(command, valid, word);
    else positionals.push(word);
  }
  return { given, positionals, help: false };
}

function takeFlag(
  command: CommandName,
  valid: ReadonlyMap<string, NamedOption>,
  given: Given,
  word: string,
  rest: string[],
): void {
  const [, name = '', , inline] = /^--([^=]*)(=(.*))?$/s.exec(word) ?? [];
  const negated = name.startsWith('no-') ? valid.get(name.slice(3)) : undefined;
  const named = valid.get(name) ?? negated;
  if (named === undefined) throw unknownFlag(command, valid, `--${name}`);
  const onOff = named.option.kind.json === 'boolean';
  if (named === negated) {
    if (!onOff || inline !== undefined) throw notNegatable(named, onOff);
    take(given, named, 'false', { name: `--${name}`, code: 'USAGE' });
    return;
  }
  const text = inline ?? (onOff ? 'true' : valueFor(named, rest));
  take(given, named, text, { name: `--${name}`, code: 'USAGE' });
}

function valueFor(named: NamedOption, rest: string[]): string {
  const next = rest[0];
  if (next === undefined || next.startsWith('--')) throw missingValue(named, next);
  rest.shift();
  return next;
}

function missingValue({ flag, option }: NamedOption, next: string | undefined): ArgiopeError {
  const got = next === undefined ? 'nothing' : option.secret ? 'another flag' : quoted(next);
  return new ArgiopeError('USAGE', `--${flag} needs a value, ${option.kind.expects}; got ${got}`, {
    advice: next === undefined ? undefined : `a value that begins with dashes is given as --${flag}=…`,
  });
}

function notNegatable(named: NamedOption, onOff: boolean): ArgiopeError {
  return new ArgiopeError(
    'USAGE',
    onOff
      ? `--no-${named.flag} takes no value`
      : `--no-${named.flag} does not exist: --${named.flag} takes a value and is not on or off`,
  );
}

function unknownFlag(
  command: CommandName,
  valid: ReadonlyMap<string, NamedOption>,
  word: string,
): ArgiopeError {
  const meant = nearest(word.replace(/^-+/, ''), [...valid.keys(), 'help']);
  return unknownName(
    'USAGE',
    `unknown flag ${printable(word)} for ${command}`,
    meant === null ? null : `--${meant}`,
    `"argiope ${command} --help" lists the flags`,
  );
}

/** A flag as a message shows it: what was typed, as long as that can do no harm. */
function printable(word: string): string {
  return /^[\w-]{1,40}$/.test(word) ? word : quoted(word);
}
