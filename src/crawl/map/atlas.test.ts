import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Crawl } from '../fixture.ts';
import { pager } from '../fixture-tables.ts';
import { Atlas } from './atlas.ts';
import { DocumentMap } from './document-map.ts';

describe('the maps of documents', () => {
  let crawl: Crawl;
  before(async () => {
    crawl = await Crawl.begin();
    await crawl.run({ ...pager('/a', 3, { links: ['/b'] }), '/b': { calls: { 'noop(1)': '/b' } } });
  });
  after(() => crawl.close());

  async function numbers(): Promise<Map<string, number>> {
    const pages = await crawl.site.pages({ status: 'kept' });
    return new Map(pages.map((page) => [page.content?.title ?? '', page.number]));
  }

  test('a document is read from the store with its pages and the events between them, without links', async () => {
    const of = await numbers();
    const map = await new Atlas(crawl.site).enter(of.get('/a') as number);
    for (const name of ['/a', '/a 2', '/a 3']) assert.ok(map.isKept(of.get(name) as number), name);
    assert.equal(map.isKept(of.get('/b') as number), false);
    const targets = [...map.from(of.get('/a 2') as number)].map(({ target }) => target);
    assert.deepEqual(targets, [of.get('/a'), of.get('/a 3')]);
    const edge = map.edge(of.get('/a 2') as number, 0);
    assert.deepEqual(edge?.order, { id: null, xpath: '/HTML/BODY[1]/SPAN[1]', event: 'click' });
    assert.equal(edge.className, 'inline:load');
  });

  test('a page is never another name of itself, by whatever way', () => {
    const atlas = new Atlas(crawl.site);
    atlas.noteMerge(5, 5);
    assert.equal(atlas.resolve(5), 5);
    for (const [number, into] of [
      [5, 6],
      [6, 7],
      [7, 5],
      [6, 5],
    ] as const)
      atlas.noteMerge(number, into);
    assert.deepEqual(
      [5, 6, 7].map((number) => atlas.resolve(number)),
      [7, 7, 7],
    );
  });

  test('pages are found by fingerprint', async () => {
    const of = await numbers();
    const map = await new Atlas(crawl.site).enter(0);
    const second = of.get('/a 2') as number;
    assert.equal(map.numberOf(map.fingerprintOf(second) ?? ''), second);
    assert.equal(map.numberOf('0000000000000000'), null);
    assert.equal(map.fingerprintOf(999), null);
    assert.deepEqual(
      map.recentFingerprints(1),
      new Set([
        map.fingerprintOf(0),
        map.fingerprintOf(Math.max(...[of.get('/a 2'), of.get('/a 3')].map(Number))),
      ]),
    );
  });

  test('two tabs that enter at once see the same whole map', async () => {
    const atlas = new Atlas(crawl.site);
    const [one, other] = await Promise.all([
      atlas.enter(0),
      atlas.enter(0).then((map) => ({ map, kept: map.isKept(0) })),
    ]);
    assert.equal(one, other.map);
    assert.equal(other.kept, true);
  });

  test('a map is forgotten when the last tab leaves, not before', async () => {
    const atlas = new Atlas(crawl.site);
    const map = await atlas.enter(0);
    assert.equal(await atlas.enter(0), map);
    atlas.leave(0);
    assert.equal(await atlas.enter(0), map);
    atlas.leave(0);
    atlas.leave(0);
    assert.notEqual(await atlas.enter(0), map);
    atlas.leave(99);
  });

  test('merged numbers lead to the page they were merged into, through chains', async () => {
    const atlas = new Atlas(crawl.site);
    atlas.noteMerge(5, 4);
    atlas.noteMerge(4, 3);
    assert.deepEqual(
      [5, 4, 3, 2].map((number) => atlas.resolve(number)),
      [3, 3, 3, 2],
    );
  });

  test('an edge can be turned elsewhere, taken away, and found later', async () => {
    const [leaving = []] = [await crawl.site.transitions(0)];
    const map = new DocumentMap(0, (number) => number);
    map.add(0, { fingerprint: 'f' }, leaving);
    map.redirect(0, 0, 77);
    map.redirect(0, 1, null);
    map.redirect(42, 0, null);
    assert.deepEqual([...map.from(0)], [{ ord: 0, target: 77 }]);
    const found = leaving[1];
    assert.ok(found);
    map.addTransition({ ...found, ord: 9, target: 5 });
    assert.deepEqual([...map.from(0)].at(-1), { ord: 9, target: 5 });
  });

  test('edges that are queued anew are turned in every map', async () => {
    const atlas = new Atlas(crawl.site);
    const map = await atlas.enter(0);
    atlas.requeue([{ source: 0, ord: 0, target: 88, reason: 'queued' }]);
    assert.equal([...map.from(0)][0]?.target, 88);
  });
});
