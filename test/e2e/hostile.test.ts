import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultSettings } from '../../src/config/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { openStoreAt } from '../../src/store/index.ts';
import { testFolder } from '../folder.ts';
import { type HostileSite, startHostile } from '../sites/hostile.ts';
import { judgeHostile } from '../sites/hostile-verdict.ts';

let site: HostileSite;
const out = testFolder('hostile');
before(async () => {
  site = await startHostile({ good: 60, malformed: 120 });
});
after(async () => {
  await site.close();
});

test('everything that servers do wrong ends with its reason, and the good pages between are all there', async () => {
  const seeds = [site.url, ...Object.values(site.robots), ...site.tls];
  const settings = defaultSettings(seeds, { out, engine: 'http', workers: 8, timeout: 5, maxSize: 8 << 20 });
  const summary = await runCrawl(settings);
  assert.equal(summary.finished, true);
  const store = await openStoreAt(settings.store, { readOnly: true });
  try {
    const [info] = await store.sites();
    const found = await store.site(info?.name ?? '');
    assert.ok(found);
    const { good, malformed, wrong } = await judgeHostile(found, site);
    assert.deepEqual(wrong, []);
    assert.equal(good, 60);
    assert.equal(malformed, 120);
  } finally {
    await store.close();
  }
});
