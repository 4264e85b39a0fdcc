import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startPostgres, type TestServer } from '../../../test/postgres.ts';
import { type ExtractedRecord, parseSchema } from '../../records/index.ts';
import { writePostgres } from './postgres.ts';
import { Shapes } from './tables.ts';

const record = (page: string, fields: ExtractedRecord['fields']): ExtractedRecord => ({
  page,
  url: null,
  type: 'book',
  path: null,
  fields,
  confidence: {},
});

describe('records in PostgreSQL', () => {
  let server: TestServer;
  let client: TestServer['client'];
  let url: string;

  before(async () => {
    server = await startPostgres();
    ({ client, url } = server);
  });

  after(() => server?.stop());

  const schema = parseSchema({ properties: { price: { type: 'number' }, pages: { type: 'integer' } } }, 's');
  const tablesOf = (records: readonly ExtractedRecord[]) => {
    const shapes = new Shapes(schema);
    for (const record of records) shapes.see(record);
    return shapes.tables();
  };
  const write = (records: readonly ExtractedRecord[], source = 'books.test') =>
    writePostgres(url, source, tablesOf(records), records);

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
    await assert.rejects(writePostgres(wrong, 's', new Map(), []), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'STORE_UNREACHABLE');
      assert.match(error.message, /127\.0\.0\.1:\d+\/records: .*password/);
      assert.doesNotMatch(error.message, /wrong-word/);
      return true;
    });
  });
});
