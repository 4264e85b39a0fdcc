import type { SharedDocuments, SharedSite, ShareReport } from '../../model/share.ts';
import { noTotals, type SiteInfo, type SiteStore, type Store } from '../../model/store.ts';
import { type SiteRow, siteOf } from '../rows.ts';
import type { PostgresAddress } from './address.ts';
import { emptyBucket, findBlobs, type Swept, sweepBucket } from './blob-place.ts';
import { PostgresConnection } from './connection.ts';
import { lockedStore } from './errors.ts';
import { blobFormat, bringUpToFormat, formatOf, lockKeys, requireFormat } from './migrations.ts';
import { withPatience } from './passing.ts';
import { ownTables } from './schema.ts';
import { SharedDocumentsSite, shareDocuments } from './sharing/documents.ts';
import { shareHosts } from './sharing/hosts.ts';
import { joinSite } from './sharing/join.ts';
import { reportShare, sumOfTotals } from './sharing/report.ts';
import { SharedPostgresSite } from './sharing/site.ts';
import { PostgresSite } from './site.ts';

/** Milliseconds that a writer waits for one before it whose connection is just being ended. */
const lookMs = 1000;

/** Opens a schema of a PostgreSQL database as a store: as its only writer, or as one of many readers. */
export function openPostgres(
  address: PostgresAddress,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<PostgresStore> {
  return withPatience(() => openOnce(address, readOnly));
}

async function openOnce(address: PostgresAddress, readOnly: boolean): Promise<PostgresStore> {
  const connection = await PostgresConnection.open(address, readOnly);
  try {
    if (readOnly) await requireFormat(connection, address.schema);
    else {
      await lockForWriting(connection, address);
      await bringUpToFormat(connection, address.schema);
      await foldWorkers(connection);
    }
    await findBlobs(connection, address.blobs, readOnly ? 'read' : 'begin');
    return new PostgresStore(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/**
 * Takes the right to write, or throws STORE_LOCKED. The lock belongs to the session that writes: whoever loses it
 * cannot write any more, and the server drops it when the process ends, however it ends.
 */
async function lockForWriting(
  connection: PostgresConnection,
  { schema, name }: PostgresAddress,
): Promise<void> {
  for (const end = performance.now() + lookMs; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const row = await connection.get<{ got: boolean }>(
      `SELECT pg_try_advisory_lock(${lockKeys(schema, 'writer')}) AS got`,
    );
    if (row?.got) return;
    if (performance.now() > end) throw lockedStore(name);
  }
}

/** What workers have counted becomes part of the totals: there are none while one process writes alone. */
async function foldWorkers(connection: PostgresConnection): Promise<void> {
  if (!(await connection.get('SELECT 1 FROM workers LIMIT 1'))) return;
  await connection.transaction(async (queries) => {
    for (const row of await queries.all<SiteRow>('SELECT * FROM sites')) {
      const totals = await sumOfTotals(queries, row.site, siteOf(row).totals);
      await queries.run('UPDATE sites SET totals = $2 WHERE site = $1', row.site, JSON.stringify(totals));
      await queries.run('DELETE FROM workers WHERE site = $1', row.site);
    }
  });
}

/** A crawl that was joined. */
export interface JoinedCrawl {
  /** For one who gathers: hosts are leased. */
  readonly hosts: SharedSite;
  /** For one who explores: documents are leased. */
  readonly documents: SharedDocuments;
  /** What workers have to know of the crawl, as it was filed. */
  readonly settings: string;
  close(): Promise<void>;
}

/** Joins the crawl of a store as a worker; `null` where none was filed, or nothing of it is left (`onlyOpen`). */
export function joinPostgres(
  address: PostgresAddress,
  how: { readonly leaseSeconds: number; readonly onlyOpen: boolean },
): Promise<JoinedCrawl | null> {
  return withPatience(() => joinOnce(address, how));
}

async function joinOnce(
  address: PostgresAddress,
  { leaseSeconds, onlyOpen }: { readonly leaseSeconds: number; readonly onlyOpen: boolean },
): Promise<JoinedCrawl | null> {
  const connection = await PostgresConnection.open(address);
  const opened = [connection];
  const close = async () => {
    for (const each of opened) await each.close();
  };
  try {
    const row = await connection.get<{ got: boolean }>(
      `SELECT pg_try_advisory_lock_shared(${lockKeys(address.schema, 'writer')}) AS got`,
    );
    if (!row?.got) throw lockedStore(address.name);
    const site =
      (await formatOf(connection, address.schema, address.name)) === 0
        ? undefined
        : await sharedSite(connection, address, onlyOpen);
    if (!site) {
      await close();
      return null;
    }
    const { schema } = address;
    const aside = await PostgresConnection.open(address);
    opened.push(aside);
    await findBlobs(connection, address.blobs, 'write');
    aside.keepBlobsIn(connection.bucket);
    const place = await joinSite(connection, aside, site.site, { schema, leaseSeconds });
    const hosts = new SharedPostgresSite(connection, aside, site.site, place);
    const documents = new SharedDocumentsSite(connection, aside, site.site, place);
    return { hosts, documents, settings: site.shared, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function sharedSite(connection: PostgresConnection, { schema }: PostgresAddress, onlyOpen: boolean) {
  await requireFormat(connection, schema);
  return connection.get<{ site: number; shared: string }>(
    `SELECT site, shared FROM sites s WHERE shared IS NOT NULL
       AND (NOT $1 OR EXISTS (SELECT 1 FROM hosts h WHERE h.site = s.site AND h.open)) ORDER BY site LIMIT 1`,
    onlyOpen,
  );
}

/** Does something that may be begun anew at any time, in a session of its own. */
function inSession<Result>(
  address: PostgresAddress,
  readOnly: boolean,
  work: (connection: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  return withPatience(async () => {
    const connection = await PostgresConnection.open(address, readOnly);
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  });
}

/** Whether some process writes to a store. */
export function isPostgresBusy(address: PostgresAddress): Promise<boolean> {
  return inSession(address, true, async (connection) => {
    const row = await connection.get<{ got: boolean }>(
      `SELECT pg_try_advisory_lock(${lockKeys(address.schema, 'writer')}) AS got`,
    );
    return row?.got === false;
  });
}

/** Whether there is a store at an address. */
export function isPostgresThere(address: PostgresAddress): Promise<boolean> {
  return inSession(address, true, async (connection) => {
    return (await formatOf(connection, address.schema, address.name)) > 0;
  });
}

/** Removes the tables of a store, and its schema where nothing else is in it; refuses one in use. */
export function erasePostgres(address: PostgresAddress): Promise<void> {
  return inSession(address, false, async (connection) => {
    await lockForWriting(connection, address);
    const format = await formatOf(connection, address.schema, address.name);
    if (format === 0) return;
    if (format >= blobFormat) await emptyBucket(connection);
    await connection.transaction(async (queries) => {
      await queries.exec(
        `DROP TABLE IF EXISTS ${ownTables.join(', ')}; DROP FUNCTION IF EXISTS note_for_search()`,
      );
    });
    if (address.schema !== 'public') await connection.exec(`DROP SCHEMA "${address.schema}"`).catch(() => {});
  });
}

/** Removes from the bucket of a store what no row names; `null` where its blobs are in the database. */
export function sweepPostgres(address: PostgresAddress): Promise<Swept | null> {
  return inSession(address, false, async (connection) => {
    await requireFormat(connection, address.schema);
    await lockForWriting(connection, address);
    await findBlobs(connection, address.blobs, 'write');
    return sweepBucket(connection);
  });
}

/** Sites in one schema. */
export class PostgresStore implements Store {
  readonly #connection: PostgresConnection;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async sites(): Promise<readonly SiteInfo[]> {
    const rows = await this.#connection.all<SiteRow>('SELECT * FROM sites ORDER BY site');
    return Promise.all(
      rows.map(siteOf).map(async (info) => {
        return { ...info, totals: await sumOfTotals(this.#connection, info.site, info.totals) };
      }),
    );
  }

  async site(name: string, create: Parameters<Store['site']>[1]): Promise<SiteStore | null> {
    const find = () => this.#connection.get<{ site: number }>('SELECT site FROM sites WHERE name = $1', name);
    let row = await find();
    if (!row && create) {
      await this.#connection.run(
        `INSERT INTO sites (name, seeds, settings, created_at, next_number, totals)
         VALUES ($1, $2, $3, $4, 0, $5) ON CONFLICT DO NOTHING`,
        name,
        JSON.stringify(create.seeds),
        JSON.stringify(create.settings),
        new Date().toISOString(),
        JSON.stringify(noTotals),
      );
      row = await find();
    }
    return row ? new PostgresSite(this.#connection, row.site) : null;
  }

  /** Files the crawl of a site for workers that lease its hosts, or its documents: nobody has one yet. */
  async share(name: string, settings: string, leases: 'hosts' | 'documents'): Promise<void> {
    await this.#connection.transaction(async (queries) => {
      const row = await queries.get<{ site: number }>('SELECT site FROM sites WHERE name = $1', name);
      const share = leases === 'hosts' ? shareHosts : shareDocuments;
      if (row) await share(queries, row.site, settings);
    });
  }

  /** How the work on the only crawl is shared; `null` where one process does it. */
  async shareReport(): Promise<ShareReport | null> {
    const [row] = await this.#connection.all<SiteRow>('SELECT * FROM sites ORDER BY site LIMIT 1');
    return row ? reportShare(this.#connection, row.site, siteOf(row).totals) : null;
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}
