import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { contentOf, documentOf, queuedPage } from '../../../test/contract/store.ts';
import { startPostgres, type TestServer } from '../../../test/postgres.ts';
import { startBucket, type TestBucket } from '../../../test/s3.ts';
import { eraseStore, openStoreAt, sweepBlobs } from '../index.ts';

describe('a store whose blobs are in a bucket', () => {
  let [server, bucket]: [TestServer, TestBucket] = [] as never;
  const environment = { ...process.env };
  before(async () => {
    [server, bucket] = await Promise.all([startPostgres(), startBucket()]);
    Object.assign(process.env, bucket.env);
  });
  after(async () => {
    process.env = environment;
    await server?.stop();
    await bucket?.close();
  });
  const at = (schema: string, prefix?: string) =>
    `${server.url}?schema=${schema}${prefix === undefined ? '' : `&${bucket.blobs(prefix)}`}`;
  const siteOf = async (url: string, options = {}) => {
    const store = await openStoreAt(url, options);
    const site = await store.site('site.test', { seeds: [], settings: {} });
    if (!site) throw new Error('expected a site');
    return { store, site };
  };
  const keep = (number: number) => ({
    queued: [queuedPage(number)],
    kept: { number, content: contentOf(number), document: documentOf(number) },
  });
  const keysOf = (prefix: string) =>
    [...bucket.objects.keys()].filter((key) => key.startsWith(`${prefix}/blobs/`));

  test('has each body in it before the row that names it, and knows where they are', async () => {
    const { store, site } = await siteOf(at('one', 'one'));
    const named: Promise<{ rowCount: number | null }>[] = [];
    bucket.onPut = () => named.at(named.push(server.client.query('SELECT 1 FROM one.blobs')) - 1);
    await site.commit(keep(0));
    await site.putResource({
      url: 'http://site.test/a',
      status: 200,
      contentType: 'text/css',
      body: documentOf(7),
    });
    bucket.onPut = () => {};
    assert.deepEqual(
      (await Promise.all(named)).map(({ rowCount }) => rowCount),
      [0, 1],
    );
    const rows = await server.client.query('SELECT body FROM one.blobs');
    assert.deepEqual(rows.rows, [{ body: null }, { body: null }], 'none is in the database');
    await store.close();
    const again = await siteOf(at('one'), { readOnly: true });
    const blob = (await again.site.page(0))?.content?.blob ?? '';
    assert.deepEqual(Buffer.from((await again.site.blob(blob)) ?? []), Buffer.from(documentOf(0)));
    assert.deepEqual(
      Buffer.from((await again.site.resource('http://site.test/a'))?.body ?? []),
      Buffer.from(documentOf(7)),
    );
    await again.store.close();
    const stored = JSON.stringify((await server.client.query('SELECT * FROM one.blob_place')).rows);
    assert.match(stored, /s3:\/\/crawls\/one/);
    assert.doesNotMatch(stored, /AKIATEST|secret/);
  });

  test('writes no row where the bucket does not take the body', async () => {
    const { store, site } = await siteOf(at('two', 'two'));
    await site.commit(keep(0));
    bucket.fail(100);
    await assert.rejects(site.commit(keep(1)), { code: 'STORE_UNREACHABLE' });
    bucket.fail(0);
    assert.equal(await site.page(1), null);
    await site.commit(keep(1));
    assert.equal(await site.count('kept'), 2);
    await store.close();
  });

  test('is swept of what nobody names, which a kill leaves behind, while nobody writes', async () => {
    const { store, site } = await siteOf(at('three', 'three'));
    await site.commit(keep(0));
    await site.commit(keep(1));
    const unnamed = `three/blobs/${'ab'.repeat(32)}`;
    bucket.objects.set(unnamed, Buffer.from('left behind'));
    await assert.rejects(sweepBlobs(at('three')), { code: 'STORE_LOCKED' });
    await store.close();
    assert.deepEqual(await sweepBlobs(at('three')), { objects: 3, removed: 1 });
    assert.deepEqual([keysOf('three').length, bucket.objects.has(unnamed)], [2, false]);
    assert.deepEqual(await sweepBlobs(at('three')), { objects: 2, removed: 0 });
  });

  test('refuses the prefix of another store, another place, and one that comes too late', async () => {
    await (await siteOf(at('four', 'four'))).store.close();
    await assert.rejects(openStoreAt(at('five', 'four')), /holds the blobs of another store/);
    await assert.rejects(openStoreAt(at('four', 'elsewhere')), /has its blobs in s3:\/\/crawls\/four/);
    const { store, site } = await siteOf(at('six'));
    await site.commit(keep(0));
    await store.close();
    await assert.rejects(openStoreAt(at('six', 'six')), /has its blobs in the database/);
    assert.equal(await sweepBlobs(at('six')), null);
  });

  test('leaves nothing in the bucket when it is erased, and its prefix is free again', async () => {
    const { store, site } = await siteOf(at('seven', 'seven'));
    await site.commit(keep(0));
    await store.close();
    await eraseStore(at('seven'));
    assert.deepEqual(
      [...bucket.objects.keys()].filter((key) => key.startsWith('seven/')),
      [],
    );
    await (await siteOf(at('seven', 'seven'))).store.close();
  });
});
