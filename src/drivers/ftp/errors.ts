import { FTPError } from 'basic-ftp';
import { ArgiopeError } from '../../model/errors.ts';

/** Any failure of an FTP exchange as one of our own. */
export function ftpError(error: unknown, url: string): ArgiopeError {
  if (error instanceof ArgiopeError) return error;
  if (error instanceof FTPError) return refusal(error, url);
  const { code, message } = error as { code?: unknown; message?: string };
  const told = [code, message].filter((part) => part !== undefined).join(': ');
  if (/timeout|ETIMEDOUT/i.test(told)) {
    return made('TIMEOUT', `${url} stopped answering (${told})`, url, error);
  }
  if (/directory listing/.test(message ?? '')) {
    return new ArgiopeError('NOT_A_PAGE', `Expected a listing in MLSD, Unix or DOS form at ${url}.`, {
      url,
      cause: error,
    });
  }
  return made('UNREACHABLE', `${url} cannot be reached (${told})`, url, error);
}

/** Whether the server answered, as against the connection failing. */
export function isServerReply(error: unknown): boolean {
  return error instanceof FTPError;
}

/** Whether the server answered that what was asked for is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof FTPError && (error.code === 550 || error.code === 553 || error.code === 501);
}

/** The error for a login that was refused. */
export function loginError(error: unknown, url: string, user: string): ArgiopeError {
  if (!(error instanceof FTPError) || error.code === 421) return ftpError(error, url);
  return new ArgiopeError(
    'HTTP_STATUS',
    `Expected to log in at ${new URL(url).host} as "${user}", but the server answered ${error.message}.`,
    { url, advice: 'Give the right --auth user:password.', cause: error },
  );
}

function refusal(error: FTPError, url: string): ArgiopeError {
  const busy = error.code === 421 || error.code === 450;
  if (busy) return made('BUSY', `${url} asks for a rest (FTP ${error.message})`, url, error);
  return new ArgiopeError(
    'HTTP_STATUS',
    `Expected a file or folder at ${url}, but it answered ${error.message}.`,
    { url, advice: 'Check the address, and --auth if it needs a login.', cause: error },
  );
}

function made(
  code: 'TIMEOUT' | 'UNREACHABLE' | 'BUSY',
  message: string,
  url: string,
  cause: unknown,
): ArgiopeError {
  return new ArgiopeError(code, message, { url, advice: 'Check the address and the network.', cause });
}
