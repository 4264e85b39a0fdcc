import { ArgiopeError, type ErrorCode } from '../../model/errors.ts';
import { causesOf } from '../http/errors.ts';

/** Why a server could not be reached, as it goes from thread to thread: errors lose their codes on that way. */
export type PackedCause =
  | {
      readonly own: true;
      readonly code: ErrorCode;
      readonly message: string;
      readonly url?: string;
      readonly advice?: string;
    }
  | { readonly own: false; readonly chain: readonly Readonly<Record<string, unknown>>[] };

/** What is read of an error of the system (`requestError`). */
const fields = ['code', 'message', 'hostname', 'address', 'port'] as const;

/** An error, made ready for another thread. */
export function packedCause(cause: unknown): PackedCause {
  const causes = causesOf(cause);
  const own = causes.find((each) => each instanceof ArgiopeError);
  if (own) {
    const { code, message, url, advice } = own;
    return { own: true, code, message, ...(url && { url }), ...(advice && { advice }) };
  }
  const facts = (each: unknown) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = (each as Record<string, unknown>)[field];
        return typeof value === 'string' || typeof value === 'number' ? [[field, value]] : [];
      }),
    );
  return { own: false, chain: causes.map(facts) };
}

/** The error that was packed. */
export function unpackedCause(packed: PackedCause): Error {
  if (packed.own) return new ArgiopeError(packed.code, packed.message, packed);
  let cause: Error | undefined;
  for (const facts of packed.chain.toReversed())
    cause = Object.assign(new Error(String(facts.message ?? ''), { cause }), facts);
  return cause ?? new Error('unknown');
}
