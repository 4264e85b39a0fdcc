import { after, before } from 'node:test';
import { storeContract } from '../../../test/contract/store.ts';
import { startPostgres, type TestServer } from '../../../test/postgres.ts';
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
