import type { Facet } from '../../model/search.ts';
import { facetsFrom } from '../facets.ts';
import type { SqliteConnection } from './connection.ts';

/** Counts the values of each field among some records. */
export function facetsOf(
  connection: SqliteConnection,
  site: number,
  ids: readonly number[],
  most: number,
): Readonly<Record<string, Facet>> {
  const asked = JSON.stringify(ids);
  const counted = connection.all<{ field: string; text: string; count: number }>(
    `SELECT field, min(text) AS text, count(DISTINCT record) AS count
     FROM search_values WHERE site = ? AND record IN (SELECT value FROM json_each(?))
     GROUP BY field, plain ORDER BY field, count DESC, plain`,
    ...[site, asked],
  );
  const ranges = connection.all<{ field: string; least: number; most: number }>(
    `SELECT field, min(number) AS least, max(number) AS most
     FROM search_values WHERE site = ? AND record IN (SELECT value FROM json_each(?))
     GROUP BY field HAVING count(number) = count(*)`,
    ...[site, asked],
  );
  return facetsFrom(counted, ranges, most);
}
