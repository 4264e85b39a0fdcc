import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { incompletePages } from '../../bench/gather/mixed-check.ts';
import { type CrawlSettings, defaultSettings } from '../../src/config/index.ts';
import type { CrawlEvent } from '../../src/model/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { testFolder } from '../folder.ts';
import { html, routes, type Site } from '../sites/answer.ts';
import { mixed } from '../sites/mixed.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { argiope, crawlArgs, linesOf } from './command.ts';

const small = { doc: 6, story: 14, item: 5, app: 9, thread: 4, news: 16, price: 12 };

describe('a crawl that chooses its engine', () => {
  const folder = testFolder('engines');
  const running: RunningSite[] = [];
  after(async () => {
    for (const site of running) await site.close();
  });

  async function served(site: Site): Promise<RunningSite> {
    const started = await startSite(site);
    running.push(started);
    return started;
  }

  async function crawled(url: string, name: string, more: Partial<CrawlSettings> = {}) {
    const out = join(folder, name);
    const told: string[] = [];
    const listen = (event: CrawlEvent) => {
      if (event.kind === 'note' && event.level === 'detail') told.push(event.text);
    };
    const settings = defaultSettings([url], { out, store: `sqlite:${join(out, 'argiope.db')}`, ...more });
    const summary = await runCrawl(settings, { listen });
    const { engines } = summary;
    assert.ok(engines);
    return { summary, engines, told, out };
  }

  it('finds every page whole, opens few in the browser that do not need it, and nothing changed the next time', async () => {
    const site = mixed(small);
    const { url, stats } = await served(site);
    const { summary, engines, told, out } = await crawled(url, 'mixed');
    assert.deepEqual(await incompletePages(site.pages, out), []);
    assert.equal(summary.statePages, small.thread);
    assert.equal(engines.http + engines.browser, summary.urlPages);
    assert.equal(summary.requests, stats().requests);
    const lively = site.pages.filter((page) => page.lively).length;
    // Three samples and one check for each of four types, and what was opened again with the products.
    assert.ok(engines.browser <= lively + 4 * 4 + 6, `${engines.browser} in the browser, ${lively} need it`);
    const verdicts = engines.types.map(({ address, engine }) => `${new URL(address).pathname} ${engine}`);
    assert.deepEqual(verdicts.toSorted(), [
      ...['/app/ browser', '/item/ http', '/news/ browser', '/news/ http', '/price/ browser'],
      ...['/story/ http', '/thread/ browser'],
    ]);
    assert.ok(
      told.some((text) => /price.* need the browser: text that .*; \d+ that were only read/.test(text)),
    );
    // By whichever engine pages were seen.
    const { stdout } = await argiope(['recrawl', '--out', out, '--json', '--quiet']);
    const { changed, unchanged, opened } = JSON.parse(stdout);
    assert.deepEqual({ changed, unchanged, opened }, { changed: 0, unchanged: summary.pages, opened: 0 });
  });

  it('goes on with what it knows when it is run again, and comes to the same pages', async () => {
    const site = mixed(small);
    const { url } = await served(site);
    let summary = await crawled(url, 'parts', { maxPages: 20 });
    for (let run = 2; summary.summary.stopped === 'limit' && run < 9; run++)
      summary = await crawled(url, 'parts', { maxPages: 20 * run });
    assert.equal(summary.summary.finished, true);
    assert.deepEqual(await incompletePages(site.pages, summary.out), []);
    const { engines } = summary;
    assert.equal(engines.http + engines.browser, summary.summary.urlPages);
    for (const { address, engine, compared } of engines.types)
      assert.ok(engine !== 'undecided' && compared <= 6, `${address}: ${engine} after ${compared}`);
  });

  it('reads a site without scripts, without a browser, and does not miss one', async () => {
    const { url } = await served(
      mixed({ ...small, story: 0, item: 0, app: 0, thread: 0, news: 0, price: 0 }),
    );
    const args = crawlArgs(url, join(folder, 'still'), ['--browser', '/there/is/none']);
    const { code, stdout, stderr } = await argiope(args);
    assert.equal(code, 0, stderr);
    const { pages, engines } = JSON.parse(linesOf(stdout).at(-1) ?? '');
    assert.equal(pages, 7);
    assert.deepEqual(engines, { http: 7, browser: 0, compared: 0, still: 7, types: [] });
  });

  it('says that the browser is missing where a page needs one', async () => {
    const { origin } = await served(mixed(small));
    const args = crawlArgs(`${origin}/app/1`, join(folder, 'missing'), ['--browser', '/there/is/none']);
    const { code, stderr } = await argiope(args);
    assert.equal(code, 6);
    assert.match(stderr, /--browser \/there\/is\/none does not exist/);
  });

  it('reads pages with the cookies that scripts have set', async () => {
    const door = '<script>document.cookie = "seen=yes; path=/"; location.reload()</script>';
    const respond = routes({
      '/': ({ headers }) =>
        html(/seen=yes/.test(headers.cookie ?? '') ? '<p>Welcome <a href=/in>In</a>' : door),
      '/in': ({ headers }) => html(/seen=yes/.test(headers.cookie ?? '') ? '<p>Further' : door),
    });
    const { url } = await served({ name: 'door', start: '/', respond });
    const { summary, engines } = await crawled(url, 'door');
    assert.deepEqual([summary.pages, summary.errors], [2, 0]);
    assert.deepEqual([engines.http, engines.browser], [1, 1]);
  });

  it('opens pages in the browser that are refused to everyone else', async () => {
    const respond = routes({
      '/': ({ headers }) =>
        headers['sec-fetch-mode'] === 'navigate' ? html('<p>Welcome <a href=/in>In</a>') : { status: 403 },
      '/in': ({ headers }) =>
        headers['sec-fetch-mode'] === 'navigate' ? html('<p>Further') : { status: 403 },
      '/robots.txt': () => ({ status: 404 }),
    });
    const { url } = await served({ name: 'picky', start: '/', respond });
    const { summary, engines } = await crawled(url, 'picky');
    assert.deepEqual([summary.pages, summary.errors, engines.browser], [2, 0, 2]);
  });
});
