import { closeSync, openSync, readSync } from 'node:fs';

/** `application_id` in the header of our databases: "Argi". */
export const applicationId = 0x41726769;

/** SQLite's files beside the database itself. */
export const sideFiles = ['-wal', '-shm', '-journal'] as const;

const idOffset = 68;

/**
 * What a path holds, judged by the file's header alone, so that damaged stores are still known as ours.
 *
 * Not for a database that this process has open: closing the file here would drop SQLite's own locks.
 */
export function storeFileKind(file: string): 'empty' | 'store' | 'foreign' {
  const descriptor = openSync(file, 'r');
  try {
    const header = Buffer.alloc(idOffset + 4);
    const length = readSync(descriptor, header, 0, header.length, 0);
    if (length === 0) return 'empty';
    return length === header.length && header.readUInt32BE(idOffset) === applicationId ? 'store' : 'foreign';
  } finally {
    closeSync(descriptor);
  }
}
