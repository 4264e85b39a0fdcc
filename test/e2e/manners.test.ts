import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { keptPages, withStore } from '../../bench/ajax/outputs.ts';
import { visibleText } from '../../src/dom/text.ts';
import { readDocument } from '../../src/html/stored.ts';
import type { SiteStore } from '../../src/model/index.ts';
import { testFolder } from '../folder.ts';
import { bad, badTruth } from '../sites/bad.ts';
import { quirks, quirksTruth } from '../sites/quirks.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { crawl } from './command.ts';

describe('a site with doors that are better left closed', () => {
  const folder = testFolder('manners');
  let running: RunningSite;
  const at = (name: string) => join(folder, name);
  const asked = (path: string) => running.stats().paths[path] ?? 0;

  before(async () => {
    running = await startSite(quirks());
  });
  after(async () => {
    await running.close();
  });

  it('is crawled whole without opening one of them', async () => {
    await crawl(running.url, at('careful'));
    for (const path of quirksTruth.never) assert.equal(asked(path), 0, path);
    const texts = await withStore(at('careful'), textsOf);
    for (const { path, text, states = [] } of quirksTruth.pages) {
      for (const wanted of [text, ...states])
        assert.ok(
          texts.some((shown) => shown.includes(wanted)),
          `${path}: ${wanted}`,
        );
    }
  });

  it('has its doors in the graph, with the reason why they stayed closed', async () => {
    const graph = JSON.parse(await readFile(at('careful/graph.json'), 'utf8'));
    const reasons = (reason: string): string[] =>
      graph.edges
        .filter((edge: { reason: string }) => edge.reason === reason)
        .map((edge: { label: string }) => edge.label);
    for (const label of ['Log out', '退出登录', 'Delete', '删除', 'Pay now'])
      assert.ok(reasons('unsafe').includes(label), label);
    assert.deepEqual(reasons('robots'), ['private']);
    assert.ok(reasons('offsite').includes('off-site'));
  });

  it('has them opened with --unsafe, but not those that robots.txt forbids', async () => {
    running.reset();
    const flags = ['--unsafe', '--methods', 'GET,POST', '--include', '/unsafe$|/logout$|/signout$'];
    await crawl(running.url, at('unsafe'), flags);
    for (const path of ['/logout', '/user/signout', '/delete/1', '/delete/2', '/pay'])
      assert.ok(asked(path) > 0, path);
    assert.equal(asked('/private/page'), 0);
  });

  it('is sent nothing but questions with --unsafe alone', async () => {
    running.reset();
    await crawl(running.url, at('asking'), ['--unsafe', '--include', '/unsafe$|/logout$|/signout$']);
    for (const path of ['/logout', '/user/signout']) assert.ok(asked(path) > 0, path);
    for (const path of ['/delete/1', '/delete/2']) assert.equal(asked(path), 0, path);
  });

  it('has the forbidden page fetched with --robots ignore, and no unsafe one', async () => {
    running.reset();
    await crawl(running.url, at('rude'), ['--robots', 'ignore', '--include', '/private/|/unsafe$']);
    assert.ok(asked('/private/page') > 0);
    assert.equal(asked('/robots.txt'), 0);
    for (const path of quirksTruth.never) if (path !== '/private/page') assert.equal(asked(path), 0, path);
  });
});

describe('a site where things go wrong', () => {
  const folder = testFolder('manners');
  let running: RunningSite;
  before(async () => {
    running = await startSite(bad());
  });
  after(async () => {
    await running.close();
  });

  for (const engine of ['browser', 'http']) {
    it(`is crawled to its end in the ${engine} engine, each bad address with its own code`, async () => {
      const out = join(folder, engine);
      const summary = await crawl(running.url, out, ['--engine', engine]);
      const failed = await withStore(out, async (site) => {
        const rows = (await site.pages({ status: 'failed' })).map(({ entry, error }) => [
          entry.kind === 'url' ? entry.url.replace(running.origin, '') : '',
          error?.code,
        ]);
        return Object.fromEntries(rows);
      });
      assert.deepEqual(failed, { ...badTruth.failing, '/away': 'REDIRECT' });
      assert.equal(summary.errors, 7);
      assert.deepEqual(summary.files, { json: 1, pdf: 1, png: 1 });
      const texts = await withStore(out, textsOf);
      assert.equal(texts.length, 3);
      for (const { text } of badTruth.good) assert.ok(texts.some((shown) => shown.includes(text)));
      assert.ok(texts.includes(''), 'the empty page is kept');
      assert.equal(summary.finished, true);
    });
  }
});

/** What each kept page shows. */
async function textsOf(site: SiteStore): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { content } of await keptPages(site)) {
    const document = await readDocument(site, content);
    if (document) texts.push(visibleText(document).replace(/\s+/g, ' '));
  }
  return texts;
}
