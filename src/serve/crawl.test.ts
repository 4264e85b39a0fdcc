import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { contentOf, documentOf, queuedPage } from '../../test/contract/store.ts';
import { openStoreAt } from '../store/index.ts';
import type { LiveStart } from './api/live.ts';
import { type ServedFixture, serveShop } from './fixture.ts';
import type { LiveFigures } from './live/figures.ts';
import type { LogLine } from './live/log.ts';

let shop: ServedFixture;
before(async () => {
  shop = await serveShop();
});
after(() => shop.close());

interface Told {
  readonly event: string;
  readonly data: unknown;
}

/** Watches a crawl until somebody has heard enough. */
async function watch(crawl: string, isEnough: (told: Told) => boolean): Promise<readonly Told[]> {
  const { body } = await fetch(`${shop.serving.origin}/api/crawls/${crawl}/live`, {
    headers: { authorization: `Bearer ${shop.serving.token}` },
  });
  const heard: Told[] = [];
  let text = '';
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(part).toString('utf8');
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (event === undefined || data === undefined) continue;
      const told = { event, data: JSON.parse(data) };
      heard.push(told);
      if (isEnough(told)) return heard;
    }
  }
  return heard;
}

const turnedTo = (state: string) => (told: Told) =>
  (told.event === 'state' || told.event === 'start') && (told.data as { state: string }).state === state;
const begin = (folder: string) =>
  shop.json('/api/crawls', { seeds: [shop.siteUrl], folder, options: { engine: 'http' } });
const crawlNow = (crawl: string) =>
  shop.json<{ state: string; figures: LiveFigures | null; failure: { code: string } | null }>(
    `/api/crawls/${crawl}`,
  );

describe('a crawl that is begun here', () => {
  test('is told from its start to its end', async () => {
    await begin('told');
    const heard = await watch('told', turnedTo('finished'));
    assert.equal(heard[0]?.event, 'start');
    const start = heard[0]?.data as LiveStart;
    const lines = [
      ...start.lines,
      ...heard.flatMap(({ event, data }) => (event === 'log' ? (data as LogLine[]) : [])),
    ];
    assert.deepEqual(
      lines.filter(({ kind }) => kind === 'page').map(({ page }) => page),
      [0, 1, 2, 3],
    );
    assert.deepEqual(
      lines.filter(({ kind }) => kind === 'failed').map(({ level, page }) => [level, page]),
      [['warning', 4]],
    );
    assert.match(lines.at(-1)?.text ?? '', /^finished: 4 pages$/);
    const { state, figures } = await crawlNow('told');
    assert.equal(state, 'finished');
    assert.deepEqual([figures?.pages, figures?.waiting, figures?.errors], [4, 0, 1]);
  });

  test('keeps nothing while it is held, and everything when it goes on', async () => {
    await begin('held');
    await shop.json('/api/crawls/held/pause', {});
    assert.equal((await crawlNow('held')).state, 'paused');
    const ended = watch('held', turnedTo('finished'));
    await shop.json('/api/crawls/held/continue', {});
    await ended;
    assert.equal((await crawlNow('held')).figures?.pages, 4);
  });

  test('is stopped while it is held, and can be gone on with', async () => {
    await begin('stopped');
    await shop.json('/api/crawls/stopped/pause', {});
    await shop.json('/api/crawls/stopped/stop', {});
    await shop.serving.crawls.get('stopped').ended;
    assert.notEqual((await crawlNow('stopped')).state, 'running');
    const before = (await crawlNow('stopped')).state;
    if (before !== 'finished') await shop.json('/api/crawls/stopped/continue', {});
    await shop.serving.crawls.get('stopped').ended;
    assert.equal((await crawlNow('stopped')).figures?.pages, 4);
  });

  test('cannot be begun twice, nor steered when it is over', async () => {
    const both = await Promise.allSettled([begin('twice'), begin('twice')]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    await shop.serving.crawls.get('twice').ended;
    await assert.rejects(shop.json('/api/crawls/twice/pause', {}), /it does not run in this process/);
  });

  test('says why it failed', async () => {
    await shop.json('/api/crawls', {
      seeds: ['http://127.0.0.1:9/'],
      folder: 'nothing',
      options: { engine: 'http' },
    });
    await shop.serving.crawls.get('nothing').ended;
    const { state, failure } = await crawlNow('nothing');
    assert.deepEqual([state, failure?.code], ['failed', 'NOTHING_CRAWLED']);
  });
});

describe('a crawl of another process', () => {
  test('is watched beside its writer, and left alone', async () => {
    const store = await openStoreAt(`sqlite:${join(shop.root, 'argiope-out', 'shop', 'argiope.db')}`);
    try {
      const [info] = await store.sites();
      const site = await store.site(info?.name ?? '');
      assert.equal((await crawlNow('shop')).state, 'elsewhere');
      const heard = watch(
        'shop',
        (told) => told.event === 'figures' && (told.data as LiveFigures).pages === 5,
      );
      await site?.commit({ queued: [queuedPage(90)] });
      await site?.commit({ kept: { number: 90, content: contentOf(90), document: documentOf(90) } });
      assert.equal((await heard).at(-1)?.event, 'figures');
      await assert.rejects(shop.json('/api/crawls/shop/stop', {}), /Ctrl-C where it was started/);
      await assert.rejects(begin('shop'), /409 .*is being crawled already/);
    } finally {
      await store.close();
    }
    assert.notEqual((await crawlNow('shop')).state, 'elsewhere');
  });
});
