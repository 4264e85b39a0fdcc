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
  '25P03': refusal('ended a transaction that rested for too long', again),
  '25006': refusal('is opened for reading only', 'write with a command that opens it for writing'),
  '53100': {
    code: 'DISK_FULL',
    what: 'has no space left on its disk',
    advice: `free some space, and ${again}`,
  },
  '53300': refusal('has no connection left', 'raise max_connections, or run fewer workers'),
  '57': refusal('was stopped, or ends this connection', again),
  '58': { code: 'DISK_FULL', what: 'cannot write to its disk', advice: again },
  '08': refusal('was lost', again),
  XX001: { code: 'STORE_CORRUPT', what: 'has damaged data', advice: 'restore a backup of the database' },
};

function refusal(what: string, advice: string): Meaning {
  return { code: 'STORE_UNREACHABLE', what, advice };
}

/** Gives what went wrong as an error that people can read; it never repeats a password. */
export function postgresError(error: unknown, name: string): ArgiopeError {
  if (error instanceof ArgiopeError) return error;
  const { code, message } = error as { code?: unknown; message?: string };
  const reason = message || String(code ?? error);
  const state = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
  const meaning = state === null ? null : (byState[state] ?? byState[state.slice(0, 2)]);
  if (meaning)
    return new ArgiopeError(meaning.code, `the store ${name} ${meaning.what} (${reason})`, {
      advice: meaning.advice,
      cause: error,
    });
  if (state === null)
    return new ArgiopeError('STORE_UNREACHABLE', `the store ${name} cannot be reached (${reason})`, {
      advice: 'check that the server runs and that host and port are right; what was stored is intact',
      cause: error,
    });
  return new ArgiopeError('INTERNAL', `the store ${name} failed (${state}: ${reason})`, { cause: error });
}

/** Another process writes to the store. */
export function lockedStore(name: string): ArgiopeError {
  return new ArgiopeError('STORE_LOCKED', `another argiope process is using ${name}`, {
    advice: 'wait until it has ended or stop it, or give another --store',
  });
}
