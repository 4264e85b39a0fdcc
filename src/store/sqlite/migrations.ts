import { ArgiopeError } from '../../model/errors.ts';
import type { SqliteConnection } from './connection.ts';
import { foreign } from './errors.ts';
import { applicationId } from './file.ts';
import {
  actionValues,
  firstSchema,
  hostQueues,
  linkMeta,
  pageDates,
  pageHistory,
  pageRelevance,
  pageTags,
  pageTypes,
  pageValidators,
  searchIndex,
  searchLists,
  sentPages,
  templateRules,
} from './schema.ts';

/** Steps from one format of the store to the next; step n leads to `user_version` n + 1. Append only. */
const migrations: readonly string[] = [
  ...[firstSchema, actionValues, pageTypes, pageValidators, pageTags, hostQueues],
  ...[sentPages, linkMeta, pageDates, pageRelevance, pageHistory, templateRules],
  ...[searchIndex, searchLists],
];

/** Format that this version writes. */
export const currentVersion = migrations.length;

/** Brings a store to the current format, or to an older one for who tries that; or refuses it untouched. */
export function migrate(connection: SqliteConnection, to = currentVersion): void {
  const version = versionOf(connection);
  if (version === to) return;
  connection.transaction(() => {
    for (const step of migrations.slice(version, to)) connection.exec(step);
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${to}`);
  });
}

/** Refuses a store that cannot be read without changing it. */
export function requireCurrent(connection: SqliteConnection): void {
  const version = versionOf(connection);
  if (version === currentVersion) return;
  const state =
    version === 0
      ? 'holds nothing yet'
      : `is of the older format ${version} (this version reads ${currentVersion})`;
  throw new ArgiopeError('STORE_UNREACHABLE', `the store ${connection.file} ${state}`, {
    advice: 'run `argiope crawl` on it once: it brings the store up to date',
  });
}

function versionOf(connection: SqliteConnection): number {
  const id = connection.get<{ application_id: number }>('PRAGMA application_id')?.application_id ?? 0;
  const version = connection.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (id !== applicationId) {
    const blank = id === 0 && version === 0 && !connection.get('SELECT 1 FROM sqlite_schema LIMIT 1');
    if (blank) return 0;
    throw foreign(new Error('it is a database of another program'), connection.file);
  }
  if (version > currentVersion) throw tooNew(connection.file, version);
  return version;
}

function tooNew(file: string, version: number): ArgiopeError {
  return new ArgiopeError(
    'STORE_UNREACHABLE',
    `the store ${file} was written by a newer argiope (format ${version}; this version knows up to ${currentVersion})`,
    { advice: 'use that newer version, or give another --out' },
  );
}
