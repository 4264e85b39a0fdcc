import { hash } from 'node:crypto';
import { ArgiopeError } from '../../model/errors.ts';
import { type Packed, pack, unpack } from '../compression.ts';
import type { Queries } from './connection.ts';

/** Bodies of this size and more are sent one by one, as bytes: many of them would fill the memory as text. */
const large = 256 * 1024;

/**
 * Stores bodies once under the SHA-256 of their contents, and gives these names in the order of the bodies. Bodies that
 * go to a bucket are durable there before the rows are written that say so: who is killed between leaves at most objects
 * that no row names.
 */
export async function putBlobs(
  queries: Queries,
  site: number,
  bodies: readonly Uint8Array[],
): Promise<readonly Uint8Array[]> {
  const names = bodies.map((body) => hash('sha256', body, 'buffer'));
  const wanted = new Map(names.map((name, at) => [name.toString('hex'), at]));
  // Asked first: compressing costs far more than looking.
  const there = await queries.all<{ name: Uint8Array }>(
    'SELECT name FROM blobs WHERE site = $1 AND name = ANY ($2::bytea[])',
    ...[site, names],
  );
  for (const { name } of there) wanted.delete(Buffer.from(name).toString('hex'));
  const packed = [...wanted.values()].map((at) => ({
    name: names[at] as Buffer,
    ...pack(bodies[at] as Uint8Array),
  }));
  if (queries.bucket !== null) {
    await queries.bucket.put(packed.map(({ name, bytes }) => ({ key: objectKey(name), body: bytes })));
    await nameAll(queries, site, packed);
    return names;
  }
  const small = packed.filter(({ bytes }) => bytes.length < large).sort((a, b) => a.name.compare(b.name));
  if (small.length > 0)
    await queries.run(
      `INSERT INTO blobs (site, name, codec, body)
       SELECT $1, * FROM unnest($2::bytea[], $3::smallint[], $4::bytea[]) ON CONFLICT DO NOTHING`,
      site,
      small.map(({ name }) => name),
      small.map(({ codec }) => codec),
      small.map(({ bytes }) => bytes),
    );
  for (const { name, codec, bytes } of packed.filter((each) => each.bytes.length >= large))
    await queries.run(
      'INSERT INTO blobs (site, name, codec, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      ...[site, name, codec, bytes],
    );
  return names;
}

/** Says of bodies that they are in the bucket. */
async function nameAll(
  queries: Queries,
  site: number,
  packed: readonly { readonly name: Buffer; readonly codec: number }[],
): Promise<void> {
  const sorted = packed.toSorted((a, b) => a.name.compare(b.name));
  await queries.run(
    `INSERT INTO blobs (site, name, codec) SELECT $1, * FROM unnest($2::bytea[], $3::smallint[])
     ON CONFLICT DO NOTHING`,
    ...[site, sorted.map(({ name }) => name), sorted.map(({ codec }) => codec)],
  );
}

/** Key of the object that holds a body. */
export function objectKey(name: Uint8Array): string {
  return `blobs/${Buffer.from(name).toString('hex')}`;
}

/** Reads a body back, checked against its name. */
export async function readBlob(
  queries: Queries & { readonly name: string },
  site: number,
  name: Uint8Array,
): Promise<Uint8Array | null> {
  const row = await queries.get<{ codec: number; body: Uint8Array | null }>(
    'SELECT codec, body FROM blobs WHERE site = $1 AND name = $2',
    ...[site, name],
  );
  if (!row) return null;
  const bytes = row.body ?? (await queries.bucket?.get(objectKey(name)));
  if (!bytes) throw damaged(new Error('a stored document or file is not in its bucket'), queries.name);
  const body = unpacked({ codec: row.codec, bytes }, queries.name);
  if (hash('sha256', body, 'buffer').equals(name)) return body;
  throw damaged(new Error('a stored document or file has changed'), queries.name);
}

function unpacked(packed: Packed, name: string): Uint8Array {
  try {
    return unpack(packed);
  } catch (cause) {
    throw damaged(cause, name);
  }
}

function damaged(cause: unknown, name: string): ArgiopeError {
  return new ArgiopeError('STORE_CORRUPT', `the store ${name} is damaged (${(cause as Error).message})`, {
    advice: 'nothing was changed; restore a backup of the database, or start over with --fresh',
    cause,
  });
}
