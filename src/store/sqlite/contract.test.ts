import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { storeContract } from '../../../test/contract/store.ts';
import { testFolder } from '../../../test/folder.ts';
import { openStoreAt } from '../index.ts';

storeContract('SQLite', async () => {
  const folder = testFolder('store');
  return {
    open: (options) => openStoreAt(`sqlite:${join(folder, 'argiope.db')}`, options),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});
