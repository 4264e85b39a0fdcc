import type { Context } from './command.ts';
import type { Io } from './io.ts';
import { usualColumns } from './terminal.ts';

/** Prints what a command came to: as JSON with `--json`, else as text unless `--quiet` is given. */
export function printResult({ io, input }: Context, found: object, text: (columns: number) => string): void {
  if (input.values.json) io.stdout.write(`${JSON.stringify(found)}\n`);
  else if (!input.values.quiet) io.stdout.write(text(io.stdout.columns ?? usualColumns));
}

/** Whether text may be coloured, and how wide it may be to be read well. */
export function lookOf({ stdout, env }: Io): { readonly colour: boolean; readonly columns: number } {
  const colour = stdout.isTTY === true && (env.NO_COLOR ?? '') === '';
  return { colour, columns: Math.min(stdout.columns ?? usualColumns, 100) };
}
