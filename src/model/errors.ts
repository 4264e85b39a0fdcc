import type { FoundFile } from './file.ts';

/** What the crawler does next because of an error. */
export type Consequence = 'retry' | 'skip' | 'rest' | 'stop';

/** Stable error codes with their consequence and, for those that end a command, the exit code. */
export const errorCodes = {
  USAGE: { consequence: 'stop', exit: 2 },
  CONFIG: { consequence: 'stop', exit: 2 },
  NOTHING_CRAWLED: { consequence: 'stop', exit: 3 },
  BROWSER_MISSING: { consequence: 'stop', exit: 6 },
  BROWSER_DEAD: { consequence: 'stop', exit: 6 },
  STORE_UNREACHABLE: { consequence: 'stop', exit: 7 },
  STORE_LOST: { consequence: 'stop', exit: 7 },
  STORE_LOCKED: { consequence: 'stop', exit: 7 },
  LEASE_LOST: { consequence: 'stop', exit: 7 },
  STORE_CORRUPT: { consequence: 'stop', exit: 7 },
  DISK_FULL: { consequence: 'stop', exit: 8 },
  UNREACHABLE: { consequence: 'retry', exit: 3 },
  TIMEOUT: { consequence: 'retry', exit: 3 },
  HTTP_STATUS: { consequence: 'skip', exit: 3 },
  SERVER_ERROR: { consequence: 'retry', exit: 3 },
  BUSY: { consequence: 'rest', exit: 3 },
  FILE: { consequence: 'skip', exit: 3 },
  NOT_A_PAGE: { consequence: 'skip', exit: 3 },
  TOO_LARGE: { consequence: 'skip', exit: 3 },
  ROBOTS: { consequence: 'skip', exit: 3 },
  REDIRECT: { consequence: 'skip', exit: 3 },
  FORBIDDEN_ADDRESS: { consequence: 'skip', exit: 3 },
  PAGE_CRASHED: { consequence: 'retry', exit: 3 },
  PAGE_HUNG: { consequence: 'retry', exit: 3 },
  BAD_CAPTURE: { consequence: 'skip', exit: 3 },
  SIGNED_OUT: { consequence: 'stop', exit: 10 },
  LOGIN_RENEWED: { consequence: 'retry', exit: 3 },
  DRIFT: { consequence: 'stop', exit: 4 },
  DROPPED: { consequence: 'skip', exit: 3 },
  HOOK: { consequence: 'skip', exit: 3 },
  HOOK_BROKEN: { consequence: 'stop', exit: 2 },
  LOST: { consequence: 'skip', exit: 3 },
  INTERNAL: { consequence: 'stop', exit: 1 },
} as const satisfies Record<string, { consequence: Consequence; exit: number }>;

export type ErrorCode = keyof typeof errorCodes;

/** What becomes of a page that is given up: an error, unless it is a file, or was dropped by a hook. */
export function outcomeOf(code: string): 'failed' | 'file' | 'dropped' {
  if (code === 'FILE') return 'file';
  return code === 'DROPPED' ? 'dropped' : 'failed';
}

/** An error that a user may see: what was expected, what came instead, and what to do. */
export class ArgiopeError extends Error {
  override readonly name = 'ArgiopeError';
  readonly code: ErrorCode;
  readonly url: string | null;
  /** What the reader can do about it. */
  readonly advice: string | null;
  /** `Retry-After` as the server wrote it, where it asked for a rest. */
  readonly retryAfter: string | null;
  /** HTTP status of the answer, where that is the reason. */
  readonly status: number | null;
  /** Where the address redirects to, where that has to be asked for by another protocol. */
  readonly leadsTo: string | null;
  /** What was found instead of a page, where that is a file. */
  readonly file: FoundFile | null;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      url?: string | undefined;
      advice?: string | undefined;
      retryAfter?: string | undefined;
      status?: number | undefined;
      file?: FoundFile | undefined;
      leadsTo?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.url = more.url ?? null;
    this.advice = more.advice ?? null;
    this.retryAfter = more.retryAfter ?? null;
    this.status = more.status ?? null;
    this.file = more.file ?? null;
    this.leadsTo = more.leadsTo ?? null;
  }

  get consequence(): Consequence {
    return errorCodes[this.code].consequence;
  }

  get exitCode(): number {
    return errorCodes[this.code].exit;
  }
}

/**
 * An error as it may be kept. Until its stack is read V8 holds all that was at hand in the functions on it, and in those
 * that they stand in: the first error of a crawl held all that the crawl knew while its outputs were written.
 */
export function keptError<E extends Error>(error: E): E {
  let at: unknown = error;
  for (let depth = 0; at instanceof Error && depth < 10; depth++, at = at.cause) void at.stack;
  return error;
}

/** Why a file could not be read, in words; what the system says in its own where there are none. */
export function whyUnread(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ENOTDIR') return 'it is no folder';
  return code === 'EACCES' || code === 'EPERM' ? 'you may not read it' : String(message ?? cause);
}

/** Reads what a user has named; where that fails, the error says what cannot be read, why, and what to do. */
export function reading<T>(
  what: string,
  { code = 'CONFIG', advice }: { readonly code?: 'CONFIG' | 'USAGE'; readonly advice: string },
  read: () => T,
): T {
  try {
    return read();
  } catch (cause) {
    throw new ArgiopeError(code, `${what} cannot be read: ${whyUnread(cause)}`, { advice, cause });
  }
}
