import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { queuedPage } from '../../../test/contract/store.ts';
import { openStoreAt } from '../../store/index.ts';
import { PageShelf } from './shelf.ts';

const out = mkdtempSync(join(tmpdir(), 'argiope-shelf-'));
after(() => rmSync(out, { recursive: true }));

// On a busy machine the dashboard told of a crawl that it had failed.
test('a store that nobody has read for a while is not closed under who reads it again', async () => {
  const url = `sqlite:${join(out, 'argiope.db')}`;
  const store = await openStoreAt(url);
  const site = await store.site('site.test', { seeds: [], settings: {} });
  await site?.commit({ queued: [queuedPage(0)], nextNumber: 1 });
  await store.close();
  const [idle, slow] = [5, 50];
  const shelf = new PageShelf({ out, store: url }, { browser: null, viewport: [1, 1] }, idle);
  assert.equal(await shelf.read((read) => read.count('queued')), 1);
  const later = shelf.read(async (read) => {
    await wait(slow);
    return read.count('queued');
  });
  assert.equal(await later, 1);
  await shelf.close();
});
