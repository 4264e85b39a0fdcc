import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../test/folder.ts';
import { defaultExtraction } from '../../config/index.ts';
import { openStoreAt } from '../../store/index.ts';
import { keepSettings, keptSettings } from './settings.ts';

test('settings of records are kept with the crawl, passwords are not', async () => {
  const dir = testFolder('settings');
  const store = await openStoreAt(`sqlite:${join(dir, 'store.db')}`);
  try {
    const site = await store.site('s.test', { seeds: [], settings: {} });
    assert.ok(site);
    assert.equal(await keptSettings(site), null);
    const secret = 'postgres://me:hidden@db.test/shop';
    const records = ['csv', 'postgres://me@db.test/shop', secret];
    await keepSettings(
      site,
      defaultExtraction('/out', { minConfidence: 0.7, records, prior: ['/known.csv', `${secret}#books`] }),
    );
    const kept = await keptSettings(site);
    assert.equal(kept?.minConfidence, 0.7);
    assert.deepEqual(kept?.records, ['csv', 'postgres://me@db.test/shop']);
    assert.deepEqual(kept?.prior, ['/known.csv']);
    assert.deepEqual(kept?.left, ['postgres://me@db.test/shop']);
    assert.doesNotMatch(JSON.stringify(kept), /hidden/);
  } finally {
    await store.close();
  }
});
