import { ArgiopeError, type ErrorCode } from '../model/errors.ts';

/** An error as it crosses a thread: its class would be lost on the way. */
export interface PackedError {
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly stack: string | null;
  readonly url: string | null;
  readonly advice: string | null;
}

/** Makes an error ready for its way to another thread. */
export function packError(error: unknown): PackedError {
  if (error instanceof ArgiopeError) {
    const { code, message, stack = null, url, advice } = error;
    return { code, message, stack, url, advice };
  }
  const { message = String(error), stack = null } = (error ?? {}) as Partial<Error>;
  return { code: null, message, stack: stack ?? null, url: null, advice: null };
}

/** The error that was packed, with the stack that it had in its thread. */
export function unpackError({ code, message, stack, url, advice }: PackedError): Error {
  const error =
    code === null
      ? new Error(message)
      : new ArgiopeError(code, message, { url: url ?? undefined, advice: advice ?? undefined });
  if (stack !== null) error.stack = stack;
  return error;
}
