import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page, SiteStore } from '../../src/model/index.ts';
import { contentOf, documentOf, queuedPage } from './store.ts';

/** What a store promises about waiting addresses and about several steps in one transaction. */
export function aboutQueues(newSite: () => Promise<SiteStore>): void {
  it('waiting addresses are listed by host, the highest priority first, then by number', async () => {
    const site = await newSite();
    const at = (number: number, host: string, more: Partial<Page> = {}) =>
      queuedPage(number, { entry: { kind: 'url', url: `http://${host}/${number}` }, ...more });
    const state = queuedPage(9, { entry: { kind: 'action', source: 0, ord: 0 }, document: 0 });
    const all = [
      at(0, 'b.test'),
      at(1, 'a.test:81', { priority: 5 }),
      at(2, 'a.test:81', { foundOn: 1 }),
      at(3, 'a.test:81', { priority: -2 }),
      at(4, 'a.test:81', { priority: 5 }),
    ];
    await site.commit({ queued: [...all, state] });
    assert.deepEqual(await site.hostsWaiting(), ['a.test:81', 'b.test']);
    assert.deepEqual(await site.waiting('a.test:81', 10), [all[1], all[4], all[2], all[3]]);
    assert.deepEqual(await site.waiting('a.test:81', 2), [all[1], all[4]]);
    await site.commit({ failed: { number: 0, code: 'LOST', message: '' } });
    assert.deepEqual(await site.hostsWaiting(), ['a.test:81']);
    assert.deepEqual([await site.count('queued'), await site.count('failed')], [5, 1]);
  });

  it('several steps become one, in their order, with the last totals', async () => {
    const site = await newSite();
    const totals = (await site.info()).totals;
    await site.commitAll([
      { queued: [queuedPage(0)], instructions: [{ fingerprint: 'b', number: 0 }], nextNumber: 1 },
      { queued: [queuedPage(1)], instructions: [{ fingerprint: 'a', number: 1 }] },
      { kept: { number: 0, content: contentOf(0), document: documentOf(0) } },
      { merged: [{ number: 1, into: 0 }], totals: { ...totals, duplicates: 1 }, nextNumber: 7 },
      { totals: { ...totals, duplicates: 1, requests: 2 } },
    ]);
    const info = await site.info();
    assert.deepEqual([info.nextNumber, info.totals.duplicates, info.totals.requests], [7, 1, 2]);
    assert.deepEqual(await site.counts(), {
      queued: 0,
      kept: 1,
      merged: 1,
      failed: 0,
      unchanged: 0,
      gone: 0,
    });
    assert.deepEqual([...(await site.numbersOf(['a', 'b', 'c']))].sort(), [
      ['a', 0],
      ['b', 0],
    ]);
  });

  it('of several steps none is written where one is refused', async () => {
    const site = await newSite();
    await assert.rejects(
      site.commitAll([{ queued: [queuedPage(0)] }, { failed: { number: 5, code: 'LOST', message: '' } }]),
      /number 5 names no page/,
    );
    assert.equal(await site.page(0), null);
    await site.commitAll([{ queued: [queuedPage(0)] }]);
    assert.equal((await site.page(0))?.status, 'queued');
  });
}
