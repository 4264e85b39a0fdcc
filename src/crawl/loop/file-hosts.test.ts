import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ArgiopeError, type CrawlEvent, type Resource } from '../../model/index.ts';
import { FileHosts, fileHostLimits } from './file-hosts.ts';

const { together, failures } = fileHostLimits;
const addresses = (host: string, count: number) =>
  Array.from({ length: count }, (_, at) => `http://${host}/${at}.png`);
const file = (url: string): Resource => ({
  url,
  status: 200,
  contentType: 'image/png',
  body: Buffer.from('x'),
});
const down = (url: string) => new ArgiopeError('UNREACHABLE', 'nobody answers', { url });

describe('files of a host', () => {
  test('that is down are asked for a few times, told once, and hold up no other host', async () => {
    const asked: string[] = [];
    const told: CrawlEvent[] = [];
    const hosts = new FileHosts(
      async (url) => {
        asked.push(url);
        await null;
        if (url.startsWith('http://dead.test')) throw down(url);
        return file(url);
      },
      (event) => told.push(event),
    );
    const gone = addresses('dead.test', 1900).map((url) => hosts.fetch(url).catch(() => null));
    const had = await Promise.all(addresses('live.test', 200).map((url) => hosts.fetch(url)));
    assert.deepEqual(new Set(await Promise.all(gone)), new Set([null]));
    assert.equal(had.filter(Boolean).length, 200);
    const inVain = asked.filter((url) => url.startsWith('http://dead.test')).length;
    assert.ok(inVain >= failures && inVain <= together + failures, `${inVain} requests`);
    assert.equal(told.length, 1);
  });

  test('that fails now and then are all asked for', async () => {
    let asked = 0;
    const hosts = new FileHosts(async (url) => {
      if (++asked % failures === 0) throw down(url);
      return file(url);
    });
    const all = [];
    for (const url of addresses('slow.test', 100)) all.push(await hosts.fetch(url).catch(() => null));
    assert.deepEqual([asked, all.filter(Boolean).length], [100, 100 - 100 / failures]);
  });

  test('that never answers are waited for no longer than the crawl lasts', async () => {
    const cut = new AbortController();
    const hosts = new FileHosts(() => new Promise(() => {}), undefined, cut.signal);
    const waiting = addresses('mute.test', 100).map((url) => hosts.fetch(url).catch(() => null));
    cut.abort();
    assert.equal((await Promise.all(waiting)).filter(Boolean).length, 0);
  });
});
