import { nearest, withoutCredentials } from '../../config/index.ts';
import { ArgiopeError } from '../../model/errors.ts';
import { type BucketAddress, parseBucket } from '../s3/address.ts';

/** Where a store is in PostgreSQL. */
export interface PostgresAddress {
  readonly kind: 'postgres';
  /** What the client is told; may hold a password. */
  readonly url: string;
  /** Schema that holds the tables: one crawl each. */
  readonly schema: string;
  /** The address as people may see it. */
  readonly name: string;
  /** Where blobs are to be, if not in the database; `null` where nothing is said: as the store has it. */
  readonly blobs: BucketAddress | null;
}

/** Schema where the address names none. */
const usualSchema = 'argiope';

/**
 * Reads `postgres://user:password@host:port/database?schema=NAME&blobs=s3://…`; all but the database may be left out.
 * `endpoint` and `region` belong to the blobs.
 */
export function parsePostgresUrl(text: string): PostgresAddress {
  // Where it cannot be read a password may stand anywhere before the last `@`.
  const shown = text.replace(/^([a-z]+:\/\/).*@/is, '$1');
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed === null || parsed.pathname.length < 2) throw unusable(shown, 'names no database');
  const schema = parsed.searchParams.get('schema') ?? usualSchema;
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema))
    throw unusable(shown, 'has a schema that is not made of small letters, digits and underscores');
  const blobs = blobsOf(parsed.searchParams);
  for (const name of own) parsed.searchParams.delete(name);
  for (const name of parsed.searchParams.keys()) {
    // What is not ours is the client's (sslmode, …).
    const meant = nearest(name, own);
    if (meant !== null) throw unusable(shown, `says “${name}”: did you mean “${meant}”?`);
  }
  const url = parsed.href;
  const bare = withoutCredentials(url).replace(/\?.*$/s, '');
  const name = schema === usualSchema ? bare : `${bare}?schema=${schema}`;
  return { kind: 'postgres', url, schema, name, blobs };
}

/** What is said of blobs beside their address. */
const ofBlobs = ['endpoint', 'region'] as const;
/** What an address may say that is not for the client. */
const own = ['schema', 'blobs', ...ofBlobs];

function blobsOf(params: URLSearchParams): BucketAddress | null {
  const given = params.get('blobs');
  if (given === null) return null;
  const more = ofBlobs.flatMap((name) => {
    const value = params.get(name);
    return value === null ? [] : [[name, value]];
  });
  const query = new URLSearchParams(more);
  return parseBucket(query.size === 0 ? given : `${given}${given.includes('?') ? '&' : '?'}${query}`);
}

function unusable(shown: string, why: string): ArgiopeError {
  return new ArgiopeError('CONFIG', `--store expects the address of a database, but “${shown}” ${why}`, {
    advice:
      'use postgres://USER:PASSWORD@HOST:PORT/DATABASE, with ?schema=NAME for each further crawl; in a password / ? # @ are %2F %3F %23 %40',
  });
}
