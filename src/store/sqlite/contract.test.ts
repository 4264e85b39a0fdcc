import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeContract } from '../../../test/contract/store.ts';
import { openStoreAt } from '../index.ts';

storeContract('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'argiope-store-'));
  return {
    open: (options) => openStoreAt(`sqlite:${join(folder, 'argiope.db')}`, options),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});
