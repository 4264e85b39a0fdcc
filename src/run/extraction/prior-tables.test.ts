import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPostgres, type TestServer } from '../../../test/postgres.ts';
import { readPrior } from './prior.ts';

let server: TestServer;

before(async () => {
  server = await startPostgres();
  await server.client.query(`CREATE TABLE "my books" (title text, year integer, price numeric, added timestamptz,
    authors jsonb, blank text)`);
  await server.client.query(`INSERT INTO "my books" VALUES
    ('Moby "Dick"', 1851, 12.50, '2026-05-01T00:00:00Z', '["Melville", "Editor"]', NULL), ('Emma', 1815, NULL, NULL, '"Austen"', ' ')`);
  await server.client.query('CREATE SCHEMA other; CREATE TABLE other.films (title text)');
  await server.client.query(`INSERT INTO other.films VALUES ('Vertigo')`);
});

after(() => server?.stop());

test('known records are read from a table of a PostgreSQL database', async () => {
  assert.deepEqual(Object.fromEntries((await readPrior([`${server.url}#my books`])).known), {
    title: ['Moby "Dick"', 'Emma'],
    year: ['1851', '1815'],
    price: ['12.50'],
    added: ['2026-05-01'],
    authors: ['Melville', 'Editor', 'Austen'],
  });
  const { known: films } = await readPrior([`${server.url}#other.films`]);
  assert.deepEqual(Object.fromEntries(films), { title: ['Vertigo'] });
});

test('a table that is not there is named with those that are, and no password is told', async () => {
  const tables = /expected one of the tables my books, other\.films, got/;
  for (const source of [server.url, `${server.url}#none`])
    await assert.rejects(readPrior([source]), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'CONFIG');
      assert.match(error.message, tables);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  await assert.rejects(readPrior([`${server.url.replace('secret', 'wrong-word')}#films`]), (error: Error) => {
    assert.match(error.message, /password authentication failed/);
    assert.doesNotMatch(error.message, /wrong-word/);
    return true;
  });
});
