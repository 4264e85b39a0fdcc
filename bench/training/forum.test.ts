import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { forum } from './forum.ts';
import { anchorsOf, hasChanged } from './generic.ts';
import { variants } from './site/variant.ts';
import { wirings } from './site/wiring.ts';
import { Visitor } from './visitor.ts';

describe('the forum', () => {
  let visitor: Visitor;
  before(async () => {
    visitor = await Visitor.start();
  });
  after(() => visitor.close());

  test('has 2,000 valid pages, each under one name, and is the same for the same seed', () => {
    const { truth } = forum();
    assert.equal(truth.valid, 2000);
    assert.equal(new Set(truth.keys()).size, 2000);
    assert.deepEqual([truth.board.lists, truth.board.threads.length], [40, 800]);
    assert.deepEqual(forum().truth.keys(), truth.keys());
    assert.notDeepEqual(forum({ seed: 2 }).truth.keys(), truth.keys());
  });

  test('turns lists and threads by script under one address, in every way and variant', async () => {
    for (const [index, variant] of variants.entries()) {
      const site = forum({ valid: 150, variant, wiring: wirings[index % 3] ?? 'inline' });
      const { truth } = site;
      const { url, origin } = await visitor.serve(site);
      const first = await visitor.tab.open(url);
      const list = await visitor.click(first, 'Next');
      assert.equal(truth.keyOf(first.document), 'list 1', variant);
      assert.equal(truth.keyOf(list.document), 'list 2', variant);
      assert.equal(list.document.url, url);
      const long = truth.board.threads.findIndex((pages) => pages > 2) + 1;
      const thread = await visitor.tab.open(`${origin}/thread/${long}`);
      const turned = await visitor.click(thread, '3');
      assert.equal(truth.keyOf(thread.document), `thread ${long}/1`, variant);
      assert.equal(truth.keyOf(turned.document), `thread ${long}/3`, variant);
      assert.ok(hasChanged(thread.document, turned.document), variant);
    }
  });

  test('links 20 threads from a list page, and fills thread pages with anchors that lead to none', async () => {
    const site = forum({ valid: 100 });
    const { url, origin } = await visitor.serve(site);
    const threads = anchorsOf(await visitor.tab.open(url)).filter(({ href }) => href?.includes('/thread/'));
    assert.equal(threads.length, 20);
    const page = await visitor.tab.open(`${origin}/thread/1`);
    const kinds = ['/member/', '/out/', '/hub/', '/tag/', '/help/', '/board'];
    const counts = kinds.map((kind) => anchorsOf(page).filter(({ href }) => href?.includes(kind)).length);
    assert.deepEqual(counts, [10, 10, 18, 4, 8, 1]);
    const scripted = anchorsOf(page).filter(({ href }) => href === undefined);
    assert.equal(scripted.filter(({ text }) => text === 'Quote' || text === 'Report').length, 20);
    assert.equal((await visitor.click(page, 'Report')).fingerprint, page.fingerprint);
    for (const path of ['/compose', '/member/member-1', '/hub/3', '/tag/2', '/help/9']) {
      assert.equal(site.truth.keyOf((await visitor.tab.open(origin + path)).document), null, path);
    }
  });

  test('opens threads by script where it is told to', async () => {
    const { url, origin } = await visitor.serve(forum({ valid: 100, threads: 'script' }));
    const page = await visitor.tab.open(url);
    const [first] = anchorsOf(page).filter(({ hints }) => hints.includes('title'));
    assert.ok(first);
    const { id, xpath, event } = first;
    const outcome = await visitor.tab.fire({ id, xpath, event }, new Set([page.fingerprint]));
    assert.ok(outcome.kind !== 'lost');
    const { wanted } = outcome.kind === 'known' ? outcome : outcome.capture;
    assert.deepEqual(wanted, [`${origin}/thread/1`]);
  });
});
