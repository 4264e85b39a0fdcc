import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { incompletePages } from '../../bench/gather/mixed-check.ts';
import { type CrawlSettings, defaultSettings } from '../../src/config/index.ts';
import type { CrawlEvent } from '../../src/model/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { html, routes, type Site } from '../sites/answer.ts';
import { mixed } from '../sites/mixed.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { argiope, crawlArgs, linesOf, makeFolder, startArgiope } from './command.ts';

/** Enough pages that are only read for them to be gathered, with some among them that are not. */
const wide = { doc: 30, story: 60, item: 8, app: 8, thread: 3, news: 8, price: 24 };
const small = { doc: 6, story: 14, item: 5, app: 9, thread: 4, news: 16, price: 12 };

interface Graph {
  readonly nodes: readonly { readonly number: number; readonly url: string | null }[];
  readonly edges: readonly { readonly source: number; readonly target: number }[];
}

/** Which addresses lead to which. */
function edgesOf(out: string): readonly string[] {
  const { nodes, edges } = JSON.parse(readFileSync(join(out, 'graph.json'), 'utf8')) as Graph;
  const urls = new Map(nodes.map(({ number, url }) => [number, url]));
  const named = edges.map(({ source, target }) => [urls.get(source), urls.get(target)]);
  return [...new Set(named.filter((pair) => pair.every(Boolean)).map((pair) => pair.join(' ')))].sort();
}

describe('a crawl that chooses its engine', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  const running: RunningSite[] = [];
  before(async () => {
    folder = await makeFolder();
  });
  after(async () => {
    for (const site of running) await site.close();
    await folder.remove();
  });

  async function served(site: Site): Promise<RunningSite> {
    const started = await startSite(site);
    running.push(started);
    return started;
  }

  async function crawled(url: string, name: string, more: Partial<CrawlSettings> = {}) {
    const out = join(folder.path, name);
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

  it('finds nothing changed when it is visited again, by whichever engine pages were seen', async () => {
    const { url } = await served(mixed(small));
    const { summary, out } = await crawled(url, 'again');
    const { stdout } = await argiope(['recrawl', '--out', out, '--json', '--quiet']);
    const { changed, unchanged, opened } = JSON.parse(stdout);
    assert.deepEqual({ changed, unchanged, opened }, { changed: 0, unchanged: summary.pages, opened: 0 });
  });

  it('finds every page whole, and opens few in the browser that do not need it', async () => {
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

  it('gathers pages that need no browser, asks for none twice, and opens those that turn out to need it', async () => {
    const site = mixed(wide);
    const { url, stats } = await served(site);
    const { summary, engines, out } = await crawled(url, 'gathered');
    assert.deepEqual(await incompletePages(site.pages, out), []);
    assert.equal(summary.statePages, wide.thread);
    assert.equal(engines.http + engines.browser, summary.urlPages);
    assert.equal(summary.requests, stats().requests);
    assert.ok(engines.http >= wide.doc + wide.story, `${engines.http} were read`);
    const asked = Object.entries(stats().paths).filter(([path]) => /^\/(?:doc|story)\//.test(path));
    assert.deepEqual(
      asked.filter(([, times]) => times > 1),
      [],
    );
    assert.equal(asked.length, wide.doc + wide.story);
  });

  it('by SIGKILL again and again ends with the pages of one that was not broken off', async () => {
    const site = mixed(wide);
    const { url } = await served(site);
    const out = join(folder.path, 'killed');
    for (const more of [12, 20, 10]) {
      const child = startArgiope(['crawl', url, '--out', out, '--verbose', '--json']);
      await child.seen(/^page \d+: kept/, more);
      child.kill();
      await child.ended;
    }
    const { summary } = await crawled(url, 'killed');
    assert.equal(summary.finished, true);
    assert.deepEqual(await incompletePages(site.pages, out), []);
    assert.equal(summary.statePages, wide.thread);
    const whole = await crawled(url, 'unbroken');
    assert.deepEqual(edgesOf(out), edgesOf(whole.out));
    assert.equal(summary.urlPages, whole.summary.urlPages);
  });

  it('reads a site without scripts, without a browser, and does not miss one', async () => {
    const { url } = await served(
      mixed({ ...small, story: 0, item: 0, app: 0, thread: 0, news: 0, price: 0 }),
    );
    const args = crawlArgs(url, join(folder.path, 'still'), ['--browser', '/there/is/none']);
    const { code, stdout, stderr } = await argiope(args);
    assert.equal(code, 0, stderr);
    const { pages, engines } = JSON.parse(linesOf(stdout).at(-1) ?? '');
    assert.equal(pages, 7);
    assert.deepEqual(engines, { http: 7, browser: 0, compared: 0, still: 7, types: [] });
  });

  it('says that the browser is missing where a page needs one', async () => {
    const { origin } = await served(mixed(small));
    const args = crawlArgs(`${origin}/app/1`, join(folder.path, 'missing'), ['--browser', '/there/is/none']);
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
