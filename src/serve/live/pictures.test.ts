import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LiveFeed } from './feed.ts';
import { TabPictures } from './pictures.ts';

const glance = (byte: number, ms = 1) => ({ jpeg: new Uint8Array([byte]), ms });

describe('pictures of tabs', () => {
  test('are taken in turn, and less often where they take longer', async () => {
    const pictures = new TabPictures();
    const asked: number[] = [];
    const look = (tab: number, ms: number) => async () => {
      asked.push(tab);
      return glance(tab, ms);
    };
    pictures.open(1, look(1, 50));
    pictures.open(2, look(2, 1));
    const start = Date.now();
    assert.equal(await pictures.next(start), true);
    // 50 ms are half a hundredth of ten seconds.
    assert.equal(await pictures.next(start + 9_000), false);
    assert.equal(await pictures.next(start + 100_000), true);
    assert.deepEqual(asked, [1, 2]);
    assert.deepEqual([pictures.of(1)?.jpeg[0], pictures.of(2)?.jpeg[0]], [1, 2]);
    pictures.clear();
    assert.equal(pictures.of(1), null);
    assert.equal(await pictures.next(start + 200_000), false);
  });

  test('are taken only while somebody looks', async () => {
    const feed = new LiveFeed();
    let asked = 0;
    feed.hear({ kind: 'window', tab: 1, look: async () => glance(++asked) });
    feed.hear({ kind: 'tab', tab: 1, page: 3, source: null, text: 'http://site.test/' });
    const leave = feed.watch(() => {});
    await feed.look();
    assert.equal(asked, 0, 'figures alone need none');
    const looking = feed.watch(() => {}, true);
    await feed.look();
    assert.equal(asked, 1);
    assert.equal(typeof feed.tabs[0]?.pictured, 'number');
    assert.deepEqual(feed.picture(1)?.jpeg, new Uint8Array([1]));
    looking();
    leave();
    await feed.look();
    assert.equal(asked, 1);
    feed.turn(true);
    assert.equal(feed.picture(1), null, 'a crawl that is over shows nothing');
  });
});
