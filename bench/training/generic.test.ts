import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { visibleText } from '../../src/dom/text.ts';
import { startDriver, type TestDriver } from '../../src/drivers/chromium/fixture.ts';
import type { DocumentTree } from '../../src/model/index.ts';
import { html, routes } from '../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../test/sites/site.ts';
import { genericCrawl } from './generic.ts';

const page = `<!doctype html><title>Letters</title><div id="list"></div>
<p><a onclick="turn(1)">1</a><a onclick="turn(2)">2</a><a onclick="turn(3)">3</a></p>
<a id="more" onclick="this.insertAdjacentHTML('afterend', '<i>more</i>')">more</a><a>nothing</a>
<a href="/other">other</a><a href="/letters">letters</a>
<script>function turn(page) {
  list.innerHTML = Array.from({ length: 20 }, (_, n) => '<p>letter ' + page + '.' + n + '</p>').join('');
}
turn(1);</script>`;

const keyOf = (document: DocumentTree) => /letter (\d)\.0/.exec(visibleText(document))?.[1] ?? null;

describe('the generic crawl', () => {
  let site: RunningSite;
  let driver: TestDriver;
  before(async () => {
    const other = html('<!doctype html><title>Other</title><p>Nothing to see</p><a href="/letters">back</a>');
    site = await startSite({
      name: 'letters',
      start: '/letters',
      respond: routes({ '/letters': () => html(page), '/other': () => other }),
    });
    driver = await startDriver(site.url, { tags: ['a'], events: ['click'] });
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  test('fires every anchor of every page under the address, and finds all of them', async () => {
    const run = await genericCrawl(driver, { start: site.url, mostEvents: 99, queue: 'same-address', keyOf });
    assert.deepEqual(run.valid, ['1', '2', '3']);
    assert.equal(run.events, 3 * 7);
    assert.equal(run.visited, 3);
    assert.equal(run.finished, true);
    assert.deepEqual(run.curve, [
      { events: 0, valid: 1 },
      { events: 2, valid: 2 },
      { events: 3, valid: 3 },
    ]);
  });

  test('goes back before each event after one that changed the page, and counts the way apart', async () => {
    const run = await genericCrawl(driver, { start: site.url, mostEvents: 7, queue: 'valid', keyOf });
    // The start, its visit, and after 2 and 3: `1` and what comes after `more` leave the page as it was.
    assert.deepEqual([run.events, run.resets, run.replayed], [7, 5, 0]);
  });

  test('does not queue pages that are not wanted, wherever they are', async () => {
    const start = `${site.origin}/other`;
    const run = await genericCrawl(driver, { start, mostEvents: 99, queue: 'valid', keyOf });
    assert.deepEqual([run.events, run.visited, run.valid.length], [1 + 3 * 7, 4, 3]);
  });

  test('ends when its events are spent', async () => {
    const run = await genericCrawl(driver, { start: site.url, mostEvents: 2, queue: 'valid', keyOf });
    assert.deepEqual([run.events, run.valid.length, run.finished], [2, 2, false]);
  });
});
