import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A benchmark that can be run by name. */
export interface Bench {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** Its options, one indented line each. */
  readonly usage: string;
  /** Whether everything that it claims held. */
  run(args: readonly string[]): Promise<boolean>;
}

/** The command line was not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the options of a benchmark; what is not understood is a `UsageError`. */
export function readArgs<const T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The one of that name, as an option asks for it. */
export function byName<T extends { readonly name: string }>(
  list: readonly T[],
  name: string,
  option: string,
): T {
  const found = list.find((item) => item.name === name);
  if (found) return found;
  const names = list.map((item) => item.name).join(', ');
  throw new UsageError(`${option} takes names of ${names}; got "${name}"`);
}
