import { DatabaseError } from 'pg';
import { ArgiopeError, type ErrorCode } from '../../model/errors.ts';

/** What an error of PostgreSQL or of the way to it means: in words, and what to do. */
interface Meaning {
  readonly code: ErrorCode;
  readonly what: string;
  readonly advice: string;
}

const again = 'look at the server and run the same command again: what was stored is intact';

/** By SQLSTATE (PostgreSQL, appendix A), the whole code before its class. */
const byState: Readonly<Record<string, Meaning>> = {
  '28P01': refusal('refuses that name or password', 'check user and password in --store, or PGPASSWORD'),
  '28': refusal('refuses that user', 'check user and password in --store, and pg_hba.conf of the server'),
  '3D': refusal(
    'has no database of that name',
    'make it (createdb NAME), or name another database in --store',
  ),
  '42501': refusal(
    'does not let this user do that',
    'grant the user CREATE on the database, or the rights on the schema',
  ),
  '25P03': loss('ended a transaction that rested for too long'),
  '25P04': loss('ended a transaction that took too long'),
  '25006': refusal('is opened for reading only', 'write with a command that opens it for writing'),
  '53100': {
    code: 'DISK_FULL',
    what: 'has no space left on its disk',
    advice: `free some space, and ${again}`,
  },
  '53300': refusal('has no connection left', 'raise max_connections, or run fewer workers'),
  '53': refusal('lacks what it needs to go on', again),
  '40': loss('could not bring transactions in an order'),
  '57': loss('was stopped, or ends this connection'),
  '58': { code: 'DISK_FULL', what: 'cannot write to its disk', advice: again },
  '08': loss('was lost'),
  XX001: { code: 'STORE_CORRUPT', what: 'has damaged data', advice: 'restore a backup of the database' },
};

function refusal(what: string, advice: string): Meaning {
  return { code: 'STORE_UNREACHABLE', what, advice };
}

function loss(what: string): Meaning {
  return { code: 'STORE_LOST', what, advice: again };
}

/** Why no session could be opened. */
export function openingError(error: unknown, name: string): ArgiopeError {
  if (error instanceof ArgiopeError) return error;
  if (error instanceof DatabaseError) return statementError(error, name);
  const reason = reasonOf(error);
  // Somebody was there and went away again: a server that is being stopped.
  const isLoss = /^(?:ECONNRESET|EPIPE)$/.test(codeOf(error)) || reason.startsWith('Connection terminated');
  if (isLoss) return sessionLost(error, name);
  return new ArgiopeError('STORE_UNREACHABLE', `the store ${name} cannot be reached (${reason})`, {
    advice: 'check that the server runs and that host and port are right; what was stored is intact',
    cause: error,
  });
}

/** What the server says of a statement, as an error that people can read; it never repeats a password. */
export function statementError(error: DatabaseError, name: string): ArgiopeError {
  const state = codeOf(error);
  const reason = reasonOf(error);
  const meaning = byState[state] ?? byState[state.slice(0, 2)] ?? (isFatal(error) ? byState['08'] : null);
  if (!meaning)
    return new ArgiopeError('INTERNAL', `the store ${name} failed (${state}: ${reason})`, { cause: error });
  const { code, what, advice } = meaning;
  return new ArgiopeError(code, `the store ${name} ${what} (${reason})`, { advice, cause: error });
}

/** A session that was there has ended, for whatever reason. */
export function sessionLost(error: unknown, name: string): ArgiopeError {
  if (error instanceof DatabaseError) return statementError(error, name);
  return new ArgiopeError('STORE_LOST', `the store ${name} was lost (${reasonOf(error)})`, {
    advice: again,
    cause: error,
  });
}

/** Whether a session ends with what its server says; texts and severities may be in any language. */
export function isFatal(error: DatabaseError): boolean {
  return /^(?:08|25P0[34]|57P)/.test(codeOf(error)) || /^(?:FATAL|PANIC)$/.test(error.severity ?? '');
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? '');
}

function reasonOf(error: unknown): string {
  return (error as { message?: string }).message || codeOf(error) || String(error);
}

/** Another process writes to the store. */
export function lockedStore(name: string): ArgiopeError {
  return new ArgiopeError('STORE_LOCKED', `another argiope process is using ${name}`, {
    advice: 'wait until it has ended or stop it, or give another --store',
  });
}
