import { hash } from 'node:crypto';
import { pack, unpack } from '../compression.ts';
import type { SqliteConnection } from './connection.ts';
import { damaged } from './errors.ts';

/** Stores a body once under the SHA-256 of its content, and gives that name. */
export function putBlob(connection: SqliteConnection, site: number, body: Uint8Array): Uint8Array {
  const name = hash('sha256', body, 'buffer');
  // Asked first: compressing costs far more than looking.
  if (!connection.get('SELECT 1 FROM blobs WHERE site = ? AND name = ?', site, name)) {
    const { codec, bytes } = pack(body);
    connection.run(
      'INSERT INTO blobs (site, name, codec, body) VALUES (?, ?, ?, ?)',
      site,
      name,
      codec,
      bytes,
    );
  }
  return name;
}

/** Reads a body back, checked against its name. */
export function getBlob(connection: SqliteConnection, site: number, name: Uint8Array): Uint8Array | null {
  const row = connection.get<{ codec: number; body: Uint8Array }>(
    'SELECT codec, body FROM blobs WHERE site = ? AND name = ?',
    site,
    name,
  );
  if (!row) return null;
  const body = unpacked(row, connection.file);
  if (hash('sha256', body, 'buffer').equals(name)) return body;
  throw damaged(new Error('a stored document or file has changed'), connection.file);
}

function unpacked(row: { codec: number; body: Uint8Array }, file: string): Uint8Array {
  try {
    return unpack({ codec: row.codec, bytes: row.body });
  } catch (cause) {
    throw damaged(cause, file);
  }
}
