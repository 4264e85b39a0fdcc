import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture } from '../../derive/fixture.ts';
import type { Resource } from '../../model/index.ts';
import { AssetKeeper, assetLimits } from './assets.ts';

const at = (path: string) => `http://site.test/${path}`;
const file = (path: string, contentType: string, text: string): Resource => ({
  url: at(path),
  status: 200,
  contentType,
  body: Buffer.from(text),
});

const files = new Map(
  [
    file('a.css', 'text/css', '@import "b.css"; p{background:url(a.png)}'),
    file('b.css', 'text/css; charset=utf-8', '@import "a.css"; p{background:url(b.png)}'),
    file('a.png', 'image/png', 'a'),
    file('b.png', 'image/png', 'b'),
  ].map((each) => [each.url, each]),
);

const all = [...files.keys()].sort();

test('style sheets that name each other are kept with all that they name', async (t) => {
  const { site, close } = await fixture([]);
  t.after(close);
  const asked: string[] = [];
  const keeper = new AssetKeeper(site, async (url) => {
    asked.push(url);
    return files.get(url) ?? null;
  });
  keeper.take(files.get(at('b.css')) as Resource);
  await Promise.all([keeper.ensureAll([at('a.css')]), keeper.ensureAll([at('b.css'), at('a.css')])]);
  for (const url of all) assert.equal(await site.hasResource(url), true, url);
  assert.deepEqual(asked.sort(), [at('a.css'), at('a.png'), at('b.png')]);
  assert.equal(keeper.isBusy, false);
});

// The sheet was stored first: after a kill it was there, and nobody asked for its pictures any more.
test('a style sheet is stored behind what it names, so that a crawl that was cut off asks for that again', async (t) => {
  const { site, close } = await fixture([]);
  t.after(close);
  const asked = Promise.withResolvers<void>();
  const cutOff = new AssetKeeper(site, (url) => {
    if (!url.endsWith('.png')) return Promise.resolve(files.get(url) ?? null);
    asked.resolve();
    return new Promise(() => {});
  });
  void cutOff.ensureAll([at('a.css')]);
  await asked.promise;
  assert.equal(await site.hasResource(at('a.css')), false);
  const next = new AssetKeeper(site, async (url) => files.get(url) ?? null);
  await next.ensureAll([at('a.css')]);
  for (const url of all) assert.equal(await site.hasResource(url), true, url);
});

// One page held up all others, of every host, and the end of the crawl too: 29,000 requests in four minutes.
test('style sheets that name each other without end hold up nobody else, and come to an end', async (t) => {
  const { site, close } = await fixture([]);
  t.after(close);
  const told: string[] = [];
  const chain = (url: string) =>
    file(
      `chain${Number(/\d+/.exec(url)?.[0] ?? 0)}.css`,
      'text/css',
      `@import "chain${Number(/\d+/.exec(url)?.[0] ?? 0) + 1}.css"`,
    );
  let asked = 0;
  const keeper = new AssetKeeper(
    site,
    async (url) => {
      asked++;
      return chain(url);
    },
    (text) => told.push(text),
  );
  await keeper.ensureAll([at('chain0.css')]);
  assert.equal(asked, assetLimits.depth + 1);
  assert.equal(await site.hasResource(at('chain0.css')), true);
  assert.match(told.join(), /site\.test: a page uses more than/);
});

test('a page waits for its own files, not for what sheets of others name', async (t) => {
  const { site, close } = await fixture([]);
  t.after(close);
  const keeper = new AssetKeeper(site, (url) =>
    url === at('never.png') ? new Promise(() => {}) : Promise.resolve(files.get(url) ?? null),
  );
  keeper.take(file('theirs.css', 'text/css', 'p{background:url(never.png)}'));
  keeper.take(file('handed.png', 'image/png', 'x'));
  await keeper.ensureAll([at('a.css')]);
  for (const url of [...all, at('handed.png')]) assert.equal(await site.hasResource(url), true, url);
});
