import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Capture, CrawlEvent, Driver, Tab } from '../model/index.ts';
import { WatchedTab, watchedDriver } from './watched.ts';

const jpeg = new Uint8Array([1, 2, 3]);

/** A tab whose events and pictures end when they are told to; notes what it does. */
function heldTab() {
  const done: string[] = [];
  const [event, picture] = [Promise.withResolvers<Capture>(), Promise.withResolvers<Uint8Array>()];
  const tab = {
    historyGrew: false,
    open: async () => {
      done.push('opens');
      const capture = await event.promise;
      done.push('opened');
      return capture;
    },
    glance: async () => {
      done.push('looks');
      return picture.promise;
    },
    close: async () => {
      done.push('closed');
    },
  } as unknown as Tab;
  return { tab, done, event, picture };
}

describe('a tab that is looked at', () => {
  test('is pictured after the event that is under way, and before the next', async () => {
    const { tab, done, event, picture } = heldTab();
    const watched = new WatchedTab(tab, () => {}, 60_000);
    const opening = watched.open('http://site.test/');
    const looked = watched.look();
    assert.equal(watched.look(), looked, 'one picture for all who ask');
    assert.deepEqual(done, ['opens']);
    event.resolve({} as Capture);
    await opening;
    const next = watched.open('http://site.test/2');
    assert.deepEqual(done, ['opens', 'opened', 'looks']);
    picture.resolve(jpeg);
    assert.deepEqual((await looked)?.jpeg, jpeg);
    await next;
    assert.deepEqual(done, ['opens', 'opened', 'looks', 'opens', 'opened']);
  });

  test('does not suffer from pictures that fail or never come', async () => {
    const failing = heldTab();
    failing.picture.reject(new Error('no'));
    assert.equal(await new WatchedTab(failing.tab).look(), null);
    const hanging = heldTab();
    const watched = new WatchedTab(hanging.tab, () => {}, 1);
    assert.equal(await watched.look(), null);
    assert.equal(await watched.look(), null);
    assert.deepEqual(hanging.done, ['looks'], 'it is not asked again');
    hanging.event.resolve({} as Capture);
    await watched.open('http://site.test/');
  });

  test('closes while somebody waits for a picture', async () => {
    const { tab, done, event } = heldTab();
    const watched = new WatchedTab(tab);
    const opening = watched.open('http://site.test/');
    const looked = watched.look();
    await watched.close();
    assert.equal(await looked, null);
    assert.equal(await watched.look(), null);
    event.resolve({} as Capture);
    await opening;
    assert.deepEqual(done, ['opens', 'closed', 'opened']);
  });

  test('has the lowest number that is free, and is told of where it has a window', async () => {
    const told: number[] = [];
    const listen = (event: CrawlEvent) => event.kind === 'window' && told.push(event.tab);
    const driver = watchedDriver({ tab: async () => heldTab().tab } as unknown as Driver, listen);
    const first = await driver.tab();
    await first.close();
    await driver.tab();
    await driver.tab();
    assert.deepEqual(told, [1, 1, 2]);
    const plain = watchedDriver({ tab: async () => ({}) as Tab } as unknown as Driver, listen);
    await plain.tab();
    assert.equal(told.length, 3);
  });
});
