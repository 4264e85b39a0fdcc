import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { bad, badTruth } from './bad.ts';
import { forum } from './forum.ts';
import { countCandidates, portal, portalTruth } from './portal.ts';
import { quirks, quirksTruth } from './quirks.ts';
import { type RunningSite, startSite } from './site.ts';
import { timers, timersTruth } from './timers.ts';

function served(make: Parameters<typeof startSite>[0]): { get(path: string): Promise<Response> } {
  let running: RunningSite;
  before(async () => {
    running = await startSite(make);
  });
  after(() => running.close());
  return { get: (path) => fetch(running.origin + path, { redirect: 'manual' }) };
}

describe('the portal', () => {
  const site = served(portal());

  it('has 628 candidates of which 26 react, and 26 links of 29', async () => {
    const page = await (await site.get('/')).text();
    assert.equal(countCandidates(page), 628);
    assert.equal(page.match(/onclick=|javascript:/g)?.length, 26);
    assert.equal(page.match(/href="http:/g)?.length, 26);
    assert.deepEqual([portalTruth.changing, portalTruth.links, portalTruth.pages], [26, 29, 27]);
  });

  it('has three links in panels only, and the text of each panel', async () => {
    let links = 0;
    for (let number = 1; number <= 18; number++) {
      const panel = await (await site.get(`/panel/${number}`)).text();
      assert.ok(panel.includes(portalTruth.texts[number - 1] ?? 'none'));
      links += panel.match(/href=/g)?.length ?? 0;
    }
    assert.equal(links, 3);
  });
});

describe('the forum', () => {
  const site = served(forum());
  const { truth } = forum();

  it('has 51 addresses and 335 states, each with marks of its own', async () => {
    assert.deepEqual([truth.addresses, truth.states], [51, 335]);
    assert.equal(new Set(truth.pages.flat()).size, truth.pages.flat().length);
    const seen: string[] = [];
    for (const name of ['board', ...Array.from({ length: 50 }, (_, at) => String(at + 1))]) {
      for (let page = 1; ; page++) {
        const answer = await site.get(`/part/${name}/${page}`);
        if (answer.status !== 200) break;
        seen.push(await answer.text());
      }
    }
    assert.equal(seen.length, 386);
    for (const marks of truth.pages)
      assert.equal(seen.filter((text) => marks.every((mark) => text.includes(mark))).length, 1);
  });
});

describe('the site of quirks', () => {
  const site = served(quirks());

  it('serves every page of its truth in its own encoding', async () => {
    for (const { path, text } of quirksTruth.pages) {
      const answer = await site.get(path);
      assert.equal(answer.status, 200, path);
      const charset = /gbk/.test(path) ? 'gbk' : 'utf-8';
      const page = new TextDecoder(charset).decode(await answer.arrayBuffer());
      const bare = page
        .replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&');
      assert.ok(bare.includes(text), `${path} says "${text}"`);
    }
  });

  it('has one page for each address of its truth', () => {
    const paths = quirksTruth.pages.map((page) => page.path);
    assert.equal(new Set(paths).size, paths.length);
  });

  it('links what must not be asked for, and has it', async () => {
    const pages = await Promise.all(['/', '/unsafe'].map(async (path) => (await site.get(path)).text()));
    for (const path of quirksTruth.never) {
      assert.ok(
        pages.some((page) => page.includes(path)),
        path,
      );
      assert.equal((await site.get(path)).status, 200);
    }
  });

  it('has the files its pages use', async () => {
    for (const path of [
      '/css/main.css',
      '/css/deep/more.css',
      '/font/made.woff2',
      '/img/wide.png',
      '/elsewhere/pic.png',
    ]) {
      assert.equal((await site.get(path)).status, 200, path);
    }
  });
});

describe('the site of timers', () => {
  const site = served(timers());

  it('serves every page of its truth and links those that are linked', async () => {
    for (const { path } of timersTruth.pages) assert.equal((await site.get(path)).status, 200, path);
    const start = await (await site.get('/')).text();
    assert.equal(start.match(/<li>/g)?.length, 18);
  });

  it('answers JSONP with the callback asked for', async () => {
    assert.match(await (await site.get('/jsonp.js?callback=f')).text(), /^f\(\{/);
  });
});

describe('the site of what goes wrong', () => {
  const site = served(bad());

  it('answers each address as named', async () => {
    for (const { path, text } of badTruth.good)
      assert.ok((await (await site.get(path)).text()).includes(text));
    for (const [path, status] of [
      ['/missing', 404],
      ['/broken', 500],
      ['/busy', 429],
      ['/loop', 302],
      ['/away', 302],
    ] as const) {
      assert.equal((await site.get(path)).status, status, path);
    }
    assert.equal(await (await site.get('/empty')).text(), '');
    assert.equal((await site.get('/busy')).headers.get('retry-after'), '1');
  });

  it('sends a body without end for as long as it is read', async () => {
    const reader = (await site.get('/endless')).body?.getReader();
    let bytes = 0;
    while (bytes < 1_000_000) bytes += (await reader?.read())?.value?.length ?? Number.NaN;
    await reader?.cancel();
    assert.ok(bytes >= 1_000_000);
  });

  it('sends a gigabyte folded into a megabyte', () => {
    const pieces = [...(bad().respond(askFor('/bomb')).pieces?.() ?? [])];
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    assert.ok(size < 2 << 20, `${size} bytes`);
    assert.throws(
      () => gunzipSync(Buffer.concat(pieces), { maxOutputLength: 64 << 20 }),
      /ERR_BUFFER_TOO_LARGE|larger than/,
    );
  });
});

function askFor(path: string) {
  return {
    method: 'GET',
    path,
    query: new URLSearchParams(),
    origin: 'http://127.0.0.1',
    headers: {},
    body: '',
  };
}
