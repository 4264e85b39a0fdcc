import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { keptPage } from '../../test/contract/store.ts';
import { testFolder } from '../../test/folder.ts';
import { startPostgres, type TestServer } from '../../test/postgres.ts';
import { noTotals } from '../model/store.ts';
import { openStoreAt } from './index.ts';
import { parsePostgresUrl } from './postgres/address.ts';
import { PostgresConnection } from './postgres/connection.ts';
import { bringUpToFormat, currentFormat } from './postgres/migrations.ts';
import { SqliteConnection } from './sqlite/connection.ts';
import { currentVersion, migrate } from './sqlite/migrations.ts';

const body = Buffer.from('<p>A page that an older version has stored</p>');
const name = hash('sha256', body, 'hex');

/** A crawl with a page that is kept and one that waits, in words that all formats of both stores understand. */
function oldCrawl(bytes: (hex: string) => string): string {
  const totals = JSON.stringify(noTotals);
  return `INSERT INTO sites (name, seeds, settings, created_at, next_number, totals)
      VALUES ('old.test', '["http://old.test/"]', '{}', '2026-01-01T00:00:00.000Z', 2, '${totals}');
    INSERT INTO blobs (site, name, codec, body) VALUES (1, ${bytes(name)}, 0, ${bytes(body.toString('hex'))});
    INSERT INTO notes (site, key, value) VALUES (1, 'remark', 'kept');
    INSERT INTO transitions (site, source, ord, target, reason, xpath, event, label, kind, scope, text, fingerprint)
      VALUES (1, 0, 0, 1, 0, '/HTML/A[1]', 'click', 'Next', 0, 0, 'http://old.test/next', 'print');`;
}

const columns = 'site, number, status, url, document, depth, attempts';
const contents =
  'fingerprint, address, title, lang, http_status, content_type, last_modified, captured_at, blob';
const values = (bytes: string) =>
  `'f', 'http://old.test/', 'Old', 'en', 200, 'text/html', '', '2026-01-01T00:00:00.000Z', ${bytes}`;

/** What is left of it in a store that was brought up, and whether that can be written to. */
async function assertWhole(url: string): Promise<void> {
  const store = await openStoreAt(url);
  try {
    const site = await store.site('old.test');
    assert.ok(site);
    const [kept, waiting] = [await site.page(0), await site.page(1)];
    assert.deepEqual([kept?.content?.title, kept?.content?.blob, waiting?.status], ['Old', name, 'queued']);
    assert.deepEqual(Buffer.from((await site.blob(name)) ?? []), body);
    assert.deepEqual(
      [await site.note('remark'), (await site.transitions(0)).map(({ target }) => target)],
      ['kept', [1]],
    );
    assert.deepEqual(await site.hostsWaiting(), ['old.test']);
    await site.commit({ ...keptPage(2), nextNumber: 3 });
    assert.equal(await site.count('kept'), 2);
  } finally {
    await store.close();
  }
}

describe('a store of an older version', () => {
  const folder = testFolder('older');
  let server: TestServer;
  before(async () => {
    server = await startPostgres();
  });
  after(async () => {
    await server?.stop();
  });

  for (let version = 1; version < currentVersion; version++)
    it(`of format ${version} in SQLite is brought up to date with all that it holds`, async () => {
      const file = join(folder, `${version}.db`);
      const connection = new SqliteConnection(file);
      migrate(connection, version);
      const bytes = (hex: string) => `x'${hex}'`;
      // From the format on in which hosts have queues, they are part of a page.
      const hasHosts =
        connection.get("SELECT 1 FROM pragma_table_info('pages') WHERE name = 'host'") !== undefined;
      const [more, host] = hasHosts ? [', host', ", 'old.test'"] : ['', ''];
      connection.exec(`${oldCrawl(bytes)}
        INSERT INTO pages (${columns}, ${contents}) VALUES (1, 0, 1, 'http://old.test/', 0, 0, 0, ${values(bytes(name))});
        INSERT INTO pages (${columns}${more}) VALUES (1, 1, 0, 'http://old.test/next', 1, 1, 0${host});`);
      connection.close();
      await assert.rejects(openStoreAt(`sqlite:${file}`, { readOnly: true }), /older format/);
      await assertWhole(`sqlite:${file}`);
    });

  for (let format = 1; format < currentFormat; format++)
    it(`of format ${format} in PostgreSQL is brought up to date with all that it holds`, async () => {
      const url = `${server.url}?schema=older_${format}`;
      const address = parsePostgresUrl(url);
      const connection = await PostgresConnection.open(address);
      await bringUpToFormat(connection, address.schema, format);
      const bytes = (hex: string) => `decode('${hex}', 'hex')`;
      await connection.exec(`${oldCrawl(bytes)}
        INSERT INTO pages (${columns}, priority, host, ${contents})
          VALUES (1, 0, 1, 'http://old.test/', 0, 0, 0, 0, 'old.test', ${values(bytes(name))});
        INSERT INTO pages (${columns}, priority, host) VALUES (1, 1, 0, 'http://old.test/next', 1, 1, 0, 0, 'old.test');`);
      await connection.close();
      await assert.rejects(openStoreAt(url, { readOnly: true }), /older format/);
      await assertWhole(url);
    });
});
