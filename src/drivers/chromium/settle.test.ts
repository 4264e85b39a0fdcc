import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { timers, timersTruth } from '../../../test/sites/timers.ts';
import type { Capture } from '../../model/index.ts';
import {
  captured,
  element,
  elements,
  failsWith,
  orderOf,
  scripted,
  startDriver,
  type TestDriver,
  textOf,
} from './fixture.ts';

/** What a page of the site says, apart from its buttons. */
function said({ document }: Capture): string {
  const place = ['out', 'view'].find((id) => elements(document).some((node) => node.attrs?.id === id));
  return textOf(element(document, place ?? (document.title === 'Timers' ? 'h1' : 'p')));
}

describe('a settled page', { concurrency: 3 }, () => {
  let site: RunningSite;
  let driver: TestDriver;
  before(async () => {
    site = await startSite(timers());
    driver = await startDriver(site.url);
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  const fired = /slow|unfold|typed|ask|askName|warn|work/;

  test('that hangs while it loads is given up, and the tab works again', async () => {
    const tab = await driver.tab();
    const error = await failsWith('PAGE_HUNG', tab.open(`${site.origin}/hang/load`));
    assert.equal(error.consequence, 'retry');
    assert.equal(said(await tab.open(`${site.origin}/late`)), 'Came after five seconds');
    await tab.close();
  });

  test('that hangs on a click is given up, and the other button works in a fresh one', async () => {
    const tab = await driver.tab();
    const hanging = await tab.open(`${site.origin}/hang/click`);
    await failsWith('PAGE_HUNG', tab.fire(orderOf(scripted(hanging, 'hang()')), new Set()));
    assert.deepEqual(await tab.fire(orderOf(scripted(hanging, 'work()')), new Set()), { kind: 'lost' });
    const again = await tab.open(`${site.origin}/hang/click`);
    const worked = captured(await tab.fire(orderOf(scripted(again, 'work()')), new Set()));
    assert.equal(said(worked), 'The other button works');
    await tab.close();
  });

  for (const { path, text, states = [] } of timersTruth.pages) {
    test(`${path} says "${text}"${states.length > 0 ? ' and, after an event, what the event brings' : ''}`, async () => {
      const tab = await driver.tab();
      const loaded = await tab.open(site.origin + path);
      assert.equal(said(loaded), text);
      const events = loaded.candidates.filter(({ call }) => call !== undefined && fired.test(call));
      const found: string[] = [];
      for (const event of events) {
        const fresh = await tab.open(site.origin + path);
        assert.equal(fresh.fingerprint, loaded.fingerprint, 'two visits are one page');
        found.push(said(captured(await tab.fire(orderOf(event), new Set()))));
      }
      assert.deepEqual(found, [...states]);
      await tab.close();
    });
  }

  test('says whether it came to rest: polls and finite waits do, what is endless is cut off', async () => {
    const tab = await driver.tab();
    const settled: Record<string, string> = {};
    for (const path of ['/late', '/frames', '/idle', '/jsonp', '/transition', '/polling', '/endless'])
      settled[path] = (await tab.open(site.origin + path)).settled;
    const quiet = { '/late': 'quiet', '/frames': 'quiet', '/idle': 'quiet', '/jsonp': 'quiet' };
    assert.deepEqual(settled, {
      ...quiet,
      '/transition': 'quiet',
      '/polling': 'quiet',
      '/endless': 'budget',
    });
    await tab.close();
  });
});

describe('a page between events', () => {
  test('stands still: a poll asks nothing while nobody looks', async () => {
    const site = await startSite(timers());
    const driver = await startDriver(site.url);
    try {
      const [tab, other] = [await driver.tab(), await driver.tab()];
      await tab.open(`${site.origin}/polling`);
      const asked = site.stats().paths['/tick'];
      for (let visit = 0; visit < 3; visit++) await other.open(`${site.origin}/late`);
      assert.equal(site.stats().paths['/tick'], asked);
      assert.ok(asked !== undefined && asked > 0);
    } finally {
      await driver.close();
      await site.close();
    }
  });
});
