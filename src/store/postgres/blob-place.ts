import { randomUUID } from 'node:crypto';
import { ArgiopeError } from '../../model/errors.ts';
import { type BucketAddress, parseBucket } from '../s3/address.ts';
import { Bucket } from '../s3/bucket.ts';
import { objectKey } from './blobs.ts';
import type { PostgresConnection } from './connection.ts';

/** Object that says whose a prefix is: what one store does not know may be another's, and must not be removed. */
const ownerKey = 'owner';

interface Place {
  readonly address: string;
  readonly owner: string;
}

/**
 * Finds out where the blobs of a store are. That is decided when it holds none yet, and remembered in the database, so
 * that nobody who opens it later has to say it. Who writes finds out at once whether the bucket can be reached.
 */
export async function findBlobs(
  connection: PostgresConnection,
  wanted: BucketAddress | null,
  how: 'begin' | 'write' | 'read',
): Promise<void> {
  const place = await placeOf(connection);
  if (place === undefined && wanted !== null && how === 'begin') return decide(connection, wanted);
  if (wanted !== null && wanted.name !== place?.address) throw elsewhere(connection.name, wanted, place);
  if (place === undefined) return;
  const bucket = new Bucket(parseBucket(place.address));
  if (how !== 'read') await claim(bucket, place.owner);
  connection.keepBlobsIn(bucket);
}

function placeOf(connection: PostgresConnection): Promise<Place | undefined> {
  return connection.get<Place>('SELECT address, owner FROM blob_place');
}

async function decide(connection: PostgresConnection, wanted: BucketAddress): Promise<void> {
  if (await connection.get('SELECT 1 FROM blobs LIMIT 1'))
    throw elsewhere(connection.name, wanted, undefined);
  const bucket = new Bucket(wanted);
  const owner = randomUUID();
  await claim(bucket, owner);
  await connection.run('INSERT INTO blob_place (address, owner) VALUES ($1, $2)', wanted.name, owner);
  connection.keepBlobsIn(bucket);
}

/** Takes a prefix for a store, or refuses one that is another's. */
async function claim(bucket: Bucket, owner: string): Promise<void> {
  const found = await bucket.get(ownerKey);
  if (found === null) return bucket.put([{ key: ownerKey, body: Buffer.from(owner) }]);
  if (Buffer.from(found).toString() === owner) return;
  throw new ArgiopeError('CONFIG', `${bucket.name} holds the blobs of another store`, {
    advice: 'give each store a prefix of its own, or empty this one if that store is gone',
  });
}

/** Removes what a store has in its bucket, with the mark of whose it was. */
export async function emptyBucket(connection: PostgresConnection): Promise<void> {
  const place = await placeOf(connection);
  if (place === undefined) return;
  const bucket = new Bucket(parseBucket(place.address));
  await claim(bucket, place.owner);
  for await (const keys of bucket.keys()) await bucket.remove(keys.filter((key) => key !== ownerKey));
  await bucket.remove([ownerKey]);
}

/** What was found in a bucket. */
export interface Swept {
  readonly objects: number;
  readonly removed: number;
}

/** Removes objects that no row names: whoever put them was killed before it could say so. Nobody else may write. */
export async function sweepBucket(connection: PostgresConnection): Promise<Swept | null> {
  const { bucket } = connection;
  if (bucket === null) return null;
  let [objects, removed] = [0, 0];
  for await (const keys of bucket.keys()) {
    const names = keys.flatMap((key) => {
      const name = /^blobs\/([0-9a-f]{64})$/.exec(key)?.[1];
      return name === undefined ? [] : [Buffer.from(name, 'hex')];
    });
    const rows = await connection.lists<readonly [Uint8Array]>(
      'SELECT DISTINCT b.name FROM unnest($1::bytea[]) AS n (name) JOIN sites s ON true JOIN blobs b ON b.site = s.site AND b.name = n.name',
      names,
    );
    const named = new Set(rows.map(([name]) => objectKey(name)));
    const unnamed = names.map(objectKey).filter((key) => !named.has(key));
    await bucket.remove(unnamed);
    objects += names.length;
    removed += unnamed.length;
  }
  return { objects, removed };
}

function elsewhere(name: string, wanted: BucketAddress, place: Place | undefined): ArgiopeError {
  const where = place === undefined ? 'the database' : place.address;
  return new ArgiopeError('CONFIG', `${name} has its blobs in ${where}, not in ${wanted.name}`, {
    advice:
      'leave ?blobs=… out: the store knows where they are; or begin a new store (another schema, or --fresh)',
  });
}
