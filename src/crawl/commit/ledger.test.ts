import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Change, type CrawlEvent, noTotals, type SiteStore } from '../../model/index.ts';
import { openStoreAt } from '../../store/index.ts';
import { Ledger, stepsAhead } from './ledger.ts';

/** A site whose steps become durable when the test says so. */
function slowSite() {
  const steps: (PromiseWithResolvers<void> & { readonly change: Change })[] = [];
  const site = {
    commit: (change: Change) => {
      const step = { ...Promise.withResolvers<void>(), change };
      steps.push(step);
      return step.promise;
    },
  } as unknown as SiteStore;
  return { site, steps };
}

const merged = (number: number): CrawlEvent => ({ kind: 'merged', number, into: 0 });
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the ledger', () => {
  test('tells of a step when it and all before it are durable, in order', async () => {
    const { site, steps } = slowSite();
    const told: CrawlEvent[] = [];
    const ledger = new Ledger(site, (event) => told.push(event));
    await ledger.commit({ nextNumber: 1 });
    ledger.tell(merged(1));
    await ledger.commit({ nextNumber: 2 });
    ledger.tell(merged(2));
    steps[1]?.resolve();
    await turn();
    assert.deepEqual(told, []);
    steps[0]?.resolve();
    await ledger.settled();
    assert.deepEqual(told, [merged(1), merged(2)]);
    ledger.tell(merged(3));
    assert.deepEqual(told.at(-1), merged(3), 'nothing to wait for');
  });

  test('lets so many steps be on their way and no more', async () => {
    const { site, steps } = slowSite();
    const ledger = new Ledger(site, () => {});
    for (let step = 0; step < stepsAhead; step++) await ledger.commit({});
    let over = false;
    const next = ledger.commit({}).then(() => {
      over = true;
    });
    await turn();
    assert.deepEqual([steps.length, over], [stepsAhead, false]);
    steps[0]?.resolve();
    await next;
    assert.equal(steps.length, stepsAhead + 1);
  });

  test('throws what a step failed by at the next, and tells nothing that came after', async () => {
    const { site, steps } = slowSite();
    const told: CrawlEvent[] = [];
    const ledger = new Ledger(site, (event) => told.push(event));
    await ledger.commit({});
    ledger.tell(merged(1));
    await ledger.commit({});
    ledger.tell(merged(2));
    steps[0]?.resolve();
    steps[1]?.reject(new Error('no space'));
    await turn();
    ledger.tell(merged(3));
    await assert.rejects(ledger.commit({}), /no space/);
    await assert.rejects(ledger.settled(), /no space/);
    assert.deepEqual([told, steps.length], [[merged(1)], 2]);
  });

  test('what a store was handed is read at once, and there after closing, though nobody waited', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'argiope-ledger-'));
    const address = `sqlite:${join(folder, 'argiope.db')}`;
    const creation = { seeds: ['http://site.test/'], settings: {} };
    try {
      const store = await openStoreAt(address);
      const site = (await store.site('site.test', creation)) as SiteStore;
      const ledger = new Ledger(site, () => {});
      await ledger.commit({ nextNumber: 7 });
      assert.equal((await site.info()).nextNumber, 7);
      const unwaited = site.commit({ totals: { ...noTotals, errors: 3 } });
      await store.close();
      await unwaited;
      const reader = await openStoreAt(address, { readOnly: true });
      assert.equal((await reader.sites())[0]?.totals.errors, 3);
      await reader.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
