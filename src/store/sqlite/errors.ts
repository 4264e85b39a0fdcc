import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { ArgiopeError } from '../../model/errors.ts';
import { storeFileKind } from './file.ts';

/** Primary result codes of SQLite that have a meaning of their own here; the rest are our mistakes. */
const primary = {
  perm: 3,
  busy: 5,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  auth: 23,
  notadb: 26,
} as const;

/** Extended codes of `ioerr` that name a write. */
const failedWrites: ReadonlySet<number> = new Set([
  10 | (3 << 8) /* WRITE */,
  10 | (4 << 8) /* FSYNC */,
  10 | (19 << 8) /* SHMSIZE */,
]);

const fullDisk = new Set(['ENOSPC', 'EDQUOT']);
const unusablePath = new Set([
  'EACCES',
  'EEXIST',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]);

/** The one place where what SQLite and the file system throw becomes an error for people. */
export function storeError(error: unknown, file: string): ArgiopeError {
  if (error instanceof ArgiopeError) return error;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return sqliteError(error, errcode, file);
  if (typeof code === 'string') {
    if (fullDisk.has(code)) return diskFull(error, file);
    if (code === 'EIO') return brokenDisk(error, file);
    if (unusablePath.has(code)) return unreachable(error, file);
  }
  return internal(error, file);
}

function sqliteError(error: unknown, errcode: number, file: string): ArgiopeError {
  switch (errcode & 0xff) {
    case primary.full:
      return diskFull(error, file);
    case primary.ioerr:
      return failedWrites.has(errcode) || isDiskFull(file) ? diskFull(error, file) : unreachable(error, file);
    case primary.cantopen:
      return isDiskFull(file) ? diskFull(error, file) : unreachable(error, file);
    case primary.readonly:
    case primary.perm:
    case primary.auth:
      return unreachable(error, file);
    case primary.corrupt:
      return damaged(error, file);
    case primary.notadb:
      return isOurs(file) ? damaged(error, file) : foreign(error, file);
    case primary.busy:
      return locked(file, error);
    default:
      return internal(error, file);
  }
}

/** Another process writes to the store. */
function locked(file: string, cause: unknown): ArgiopeError {
  return new ArgiopeError('STORE_LOCKED', `another argiope process is using ${file}`, {
    advice: 'wait until it has ended or stop it, or give another --out',
    cause,
  });
}

/** The store cannot be read any more; it is left as it is. */
export function damaged(cause: unknown, file: string): ArgiopeError {
  return new ArgiopeError('STORE_CORRUPT', `the store ${file} is damaged${because(cause)}`, {
    advice: 'nothing was changed; start over with --fresh, or give another --out',
    cause,
  });
}

/** The file is something else than a store; not even `--fresh` may remove it. */
export function foreign(cause: unknown, file: string): ArgiopeError {
  return new ArgiopeError('STORE_CORRUPT', `${file} is not an argiope store${because(cause)}`, {
    advice: 'nothing was changed; move that file away, or give another --out',
    cause,
  });
}

function diskFull(cause: unknown, file: string): ArgiopeError {
  return new ArgiopeError('DISK_FULL', `no space left to write ${file}`, {
    advice: 'free some space and run the same command again: what was stored is intact and will be resumed',
    cause,
  });
}

/** The disk itself has failed: what a full one means for a crawl, for another reason. */
function brokenDisk(cause: unknown, file: string): ArgiopeError {
  return new ArgiopeError('DISK_FULL', `the disk failed to write ${file}${because(cause)}`, {
    advice: 'look at the disk and run the same command again: what was stored is intact and will be resumed',
    cause,
  });
}

function unreachable(cause: unknown, file: string): ArgiopeError {
  return new ArgiopeError(
    'STORE_UNREACHABLE',
    `the store ${file} cannot be opened or written${because(cause)}`,
    {
      advice: `make sure that ${dirname(file)} is a folder you may write to, or give another --out`,
      cause,
    },
  );
}

function internal(cause: unknown, file: string): ArgiopeError {
  return new ArgiopeError('INTERNAL', `the store ${file} failed${because(cause)}`, { cause });
}

function because(cause: unknown): string {
  return cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
}

function isOurs(file: string): boolean {
  try {
    return storeFileKind(file) === 'store';
  } catch {
    return false;
  }
}

/** SQLite does not say why a file could not be made; a disk without a free block is told apart here. */
function isDiskFull(file: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(dirname(file));
    return bavail * bsize < 64 * 1024 || (files > 0 && ffree === 0);
  } catch {
    return false;
  }
}
