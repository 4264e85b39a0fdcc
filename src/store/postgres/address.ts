import { withoutCredentials } from '../../config/index.ts';
import { ArgiopeError } from '../../model/errors.ts';

/** Where a store is in PostgreSQL. */
export interface PostgresAddress {
  readonly kind: 'postgres';
  /** What the client is told; may hold a password. */
  readonly url: string;
  /** Schema that holds the tables: one crawl each. */
  readonly schema: string;
  /** The address as people may see it. */
  readonly name: string;
}

/** Schema where the address names none. */
const usualSchema = 'argiope';

/** Reads `postgres://user:password@host:port/database?schema=NAME`; all but the host may be left out. */
export function parsePostgresUrl(text: string): PostgresAddress {
  const shown = withoutCredentials(text);
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed === null || parsed.pathname.length < 2) throw unusable(shown, 'names no database');
  const schema = parsed.searchParams.get('schema') ?? usualSchema;
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema))
    throw unusable(shown, 'has a schema that is not made of small letters, digits and underscores');
  parsed.searchParams.delete('schema');
  const url = parsed.href;
  const bare = withoutCredentials(url).replace(/\?.*$/s, '');
  return { kind: 'postgres', url, schema, name: schema === usualSchema ? bare : `${bare}?schema=${schema}` };
}

function unusable(shown: string, why: string): ArgiopeError {
  return new ArgiopeError('CONFIG', `--store expects the address of a database, but “${shown}” ${why}`, {
    advice: 'use postgres://USER:PASSWORD@HOST:PORT/DATABASE, with ?schema=NAME for each further crawl',
  });
}
