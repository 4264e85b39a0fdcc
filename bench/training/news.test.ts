import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { anchorsOf, hasChanged } from './generic.ts';
import { news } from './news.ts';
import { variants } from './site/variant.ts';
import { wirings } from './site/wiring.ts';
import { Visitor } from './visitor.ts';

describe('the news site', () => {
  let visitor: Visitor;
  before(async () => {
    visitor = await Visitor.start();
  });
  after(() => visitor.close());

  test('has 7, 8 and 11 comment pages, and three articles to train on', () => {
    const { truth } = news();
    assert.deepEqual(
      [1, 2, 3].map((article) => truth.keys(article).length),
      [7, 8, 11],
    );
    assert.equal(truth.keys().length, 43);
    assert.deepEqual(truth.keys(1).slice(0, 2), ['comments 1/1', 'comments 1/2']);
  });

  test('turns its comments by script under one address, in each of the three ways and every variant', async () => {
    for (const variant of variants) {
      const site = news({ variant });
      const { origin } = await visitor.serve(site);
      for (const article of [1, 2, 3]) {
        const address = origin + site.truth.path(article);
        const first = await visitor.tab.open(address);
        assert.equal(site.truth.keyOf(first.document), `comments ${article}/1`, `${variant} ${article}`);
        const last = await visitor.click(first, 'Last');
        const before = await visitor.click(last, 'Previous');
        const pages = site.truth.keys(article).length;
        assert.equal(
          site.truth.keyOf(last.document),
          `comments ${article}/${pages}`,
          `${variant} ${article}`,
        );
        assert.equal(site.truth.keyOf(before.document), `comments ${article}/${pages - 1}`, variant);
        assert.equal(before.document.url, address);
      }
    }
  });

  test('has 147 to 212 anchors on a comment page, and over a hundred of them lead to no comments', async () => {
    const { origin } = await visitor.serve(news());
    for (const article of [1, 2, 3]) {
      const page = await visitor.click(await visitor.tab.open(`${origin}/comments/${article}`), '3');
      const anchors = anchorsOf(page);
      assert.ok(anchors.length >= 147 && anchors.length <= 212, `${article}: ${anchors.length}`);
      const pager = anchors.filter(({ hints }) => hints.split(' ').includes('turn'));
      assert.equal(pager.length, [10, 11, 12][article - 1], 'of the pager');
    }
  });

  test('keeps the comments through everything that is not the pager, and changes but slightly', async () => {
    const site = news();
    const { origin } = await visitor.serve(site);
    for (const [article, wiring] of wirings.entries()) {
      const address = `${origin}/comments/${article + 1}`;
      for (const text of ['Reply', 'Report', 'Menu 2', 'Top 2', 'Hot comments', 'Hide']) {
        const first = await visitor.tab.open(address);
        const next = await visitor.click(first, text);
        assert.notEqual(next.fingerprint, first.fingerprint, `${wiring}: ${text} does something`);
        assert.equal(hasChanged(first.document, next.document), false, `${wiring}: ${text}`);
        assert.equal(site.truth.keyOf(next.document), `comments ${article + 1}/1`, `${wiring}: ${text}`);
      }
      const first = await visitor.tab.open(address);
      assert.equal(hasChanged(first.document, (await visitor.click(first, '2')).document), true, wiring);
    }
  });

  test('shows no comment page where there is none', async () => {
    const site = news();
    const { origin } = await visitor.serve(site);
    for (const path of ['/story/101', '/section/2', '/about/1']) {
      assert.equal(site.truth.keyOf((await visitor.tab.open(origin + path)).document), null, path);
    }
  });
});
