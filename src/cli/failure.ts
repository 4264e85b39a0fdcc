import { ArgiopeError } from '../model/errors.ts';
import type { Io } from './io.ts';
import { clean, usualColumns, wrap } from './terminal.ts';

/** How much of an error is printed. */
export interface FailureView {
  readonly command: string;
  readonly json: boolean;
  readonly verbose: boolean;
}

/** Tells an error in one line, with at most one of advice, and gives the exit code that stands for it. */
export function reportFailure(error: unknown, io: Io, view: FailureView): number {
  const known = classify(error);
  io.stderr.write(`${told(`argiope: ${clean(known.message)} (${known.code})`, io)}\n`);
  if (known.advice !== null) io.stderr.write(`  ${told(clean(known.advice), io)}\n`);
  if (view.verbose && error instanceof Error) io.stderr.write(`${stackOf(error)}\n`);
  if (view.json) {
    const { code, message, advice, exitCode } = known;
    io.stdout.write(
      `${JSON.stringify({ command: view.command, error: { code, message, advice }, exitCode })}\n`,
    );
  }
  return known.exitCode;
}

/** One line for programs; on a terminal it is broken between words. */
function told(text: string, { stderr }: Io): string {
  if (stderr.isTTY !== true) return text;
  return wrap(text, (stderr.columns ?? usualColumns) - 3).join('\n  ');
}

/** Turns whatever was thrown into an error with a code. */
export function classify(error: unknown): ArgiopeError {
  if (error instanceof ArgiopeError) return error;
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  const message = error instanceof Error ? error.message : String(error);
  const place = path === undefined ? 'the output folder' : path;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ArgiopeError('DISK_FULL', `the disk is full: ${message}`, {
      advice: 'free some space or choose another --out; what was stored is kept',
      cause: error,
    });
  }
  if (code !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(code)) {
    return new ArgiopeError('STORE_UNREACHABLE', `cannot write to ${place}: ${message}`, {
      advice: 'choose another --out, or change who may write there',
      cause: error,
    });
  }
  return new ArgiopeError('INTERNAL', `something went wrong that should not: ${message}`, {
    advice: '--verbose prints where',
    cause: error,
  });
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
