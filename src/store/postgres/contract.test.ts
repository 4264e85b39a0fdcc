import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { aboutSameAnswers } from '../../../test/contract/search-alike.ts';
import { storeContract } from '../../../test/contract/store.ts';
import { testFolder } from '../../../test/folder.ts';
import { startPostgres, type TestServer } from '../../../test/postgres.ts';
import { startBucket } from '../../../test/s3.ts';
import type { SiteStore, Store } from '../../model/index.ts';
import { openStoreAt } from '../index.ts';

let server: TestServer;
let schemas = 0;
before(async () => {
  server = await startPostgres();
});
after(() => server?.stop());

storeContract('PostgreSQL', async () => {
  const url = `${server.url}?schema=contract_${++schemas}`;
  return { open: (options) => openStoreAt(url, options), remove: async () => {} };
});

storeContract('PostgreSQL with blobs in a bucket', async () => {
  const bucket = await startBucket();
  Object.assign(process.env, bucket.env);
  const url = `${server.url}?schema=bucket_${++schemas}&${bucket.blobs('contract')}`;
  return { open: (options) => openStoreAt(url, options), remove: () => bucket.close() };
});

describe('search in PostgreSQL and SQLite', () => {
  const folder = testFolder('alike');
  const opened: Store[] = [];
  after(async () => {
    for (const store of opened) await store.close();
  });
  const siteAt = async (url: string): Promise<SiteStore> => {
    const store = await openStoreAt(url);
    opened.push(store);
    return (await store.site('site.test', { seeds: [], settings: {} })) as SiteStore;
  };
  aboutSameAnswers(async () => [
    await siteAt(`sqlite:${join(folder, 'argiope.db')}`),
    await siteAt(`${server.url}?schema=alike`),
  ]);
});
