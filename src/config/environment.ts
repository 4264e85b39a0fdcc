import { type Given, take } from './check.ts';
import { namedOptions, optionsOf } from './names.ts';
import { nearest } from './nearest.ts';
import type { CommandName } from './option.ts';

/** Reads the options of a command from the environment. Options that repeat take one value per line. */
export function readEnvironment(command: CommandName, env: NodeJS.ProcessEnv): Given {
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
export function strangeNames(env: NodeJS.ProcessEnv): readonly string[] {
  const known = [...namedOptions.flatMap((named) => named.environment), ...switches];
  return Object.keys(env)
    .filter((name) => name.startsWith('ARGIOPE_') && !known.includes(name))
    .map((name) => {
      const meant = nearest(name, known);
      return `${name} in the environment is not a setting${meant === null ? '' : `; did you mean ${meant}?`}`;
    });
}
