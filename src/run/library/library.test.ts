import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { PNG } from 'pngjs';
import { testFolder } from '../../../test/folder.ts';
import { jsonLines } from '../../../test/json-lines.ts';
import { html, routes } from '../../../test/sites/answer.ts';
import { startShop, things } from '../../../test/sites/shop.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { ArgiopeError } from '../../model/index.ts';
import { graph, recrawl, train } from './commands.ts';
import { crawl } from './crawl-run.ts';
import { mostWaiting } from './feed.ts';
import type { CrawledPage } from './page.ts';
import { csvSink, jsonlSink } from './sinks.ts';
import { openStore } from './store.ts';

const folder = testFolder('library');
const labels = things.flatMap((name) => [name, `${name} › Reviews`]);

const isUsage = (text: RegExp) => (error: unknown) =>
  error instanceof ArgiopeError && error.code === 'USAGE' && text.test(error.message);

describe('options that a program gives', () => {
  test('unknown ones are errors that name the nearest', () => {
    const wrong = { maxPage: 3, enigne: 'http' };
    assert.throws(
      () => crawl('http://127.0.0.1/', wrong as object),
      isUsage(
        /^unknown options "maxPage" \(did you mean "maxPages"\?\), "enigne" \(did you mean "engine"\?\)/,
      ),
    );
    const terminal = { json: true };
    assert.throws(() => crawl('http://127.0.0.1/', terminal as object), isUsage(/unknown option "json"/));
  });

  test('wrong values get the words of the command line', () => {
    const tried = (options: object) => () => crawl('http://127.0.0.1/', options);
    assert.throws(tried({ maxPages: 0 }), isUsage(/^maxPages must be a whole number from 1 on; got "0"$/));
    assert.throws(tried({ engine: 'htpp' }), isUsage(/^engine must be auto, http or browser; got "htpp"$/));
    assert.throws(tried({ dedupe: 'none' }), isUsage(/--dedupe none needs/));
    assert.throws(tried({ auth: { user: 'me' } }), isUsage(/^auth must be .*; got something else$/));
    assert.throws(() => crawl([]), isUsage(/at least one address/));
    assert.throws(() => crawl('not an address'), isUsage(/cannot start from/));
  });

  test('other functions check theirs too', async () => {
    await assert.rejects(
      graph(folder, { format: 'png' } as object),
      isUsage(/^format must be json, graphml or dot/),
    );
    await assert.rejects(recrawl(folder, { out: 'x' } as object), isUsage(/first argument says it/));
    await assert.rejects(train({}), isUsage(/one of sample, seeds and from; got none/));
    await assert.rejects(
      openStore(join(folder, 'nowhere')),
      (error) => error instanceof ArgiopeError && error.code === 'STORE_UNREACHABLE',
    );
    assert.equal(existsSync(join(folder, 'nowhere')), false);
  });
});

describe('a crawl in the library', () => {
  let site: RunningSite;
  const out = join(folder, 'shop');
  const pages: CrawledPage[] = [];

  before(async () => {
    site = await startShop();
    for await (const page of crawl(site.url, { out })) pages.push(page);
  });
  after(() => site.close());

  test('gives every page and state once, with what led to it', () => {
    assert.deepEqual(pages.map(({ label }) => label).sort(), [...labels, 'Shop'].sort());
    const state = pages.find(({ label }) => label === 'New thing › Reviews');
    assert.equal(state?.kind, 'state');
    assert.equal(state.url, null);
    assert.equal(state.address, `${site.origin}/thing/0`);
    assert.deepEqual(
      state.entry.map((step) => ('open' in step ? step.open : `${step.fire} ${step.label}`)),
      [`${site.origin}/thing/0`, 'click Reviews'],
    );
  });

  test('pages give their contents after the crawl has ended', async () => {
    const state = pages.find(({ label }) => label === 'Old thing › Reviews');
    assert.match((await state?.html()) ?? '', /<main>Everybody likes the Old thing<\/main>/);
    assert.match((await state?.text()) ?? '', /Everybody likes the Old thing/);
    assert.match((await state?.markdown()) ?? '', /^# Old thing/m);
    assert.equal((await state?.document())?.title, 'Old thing');
  });

  test('links say where they lead, and failures which of them lead nowhere', async () => {
    const thing = pages.find(({ url }) => url === `${site.origin}/thing/1`);
    assert.deepEqual(
      thing?.links.map(({ url, text }) => [new URL(url).pathname, text]),
      [
        ['/', 'All'],
        ['/gone', 'Maker'],
      ],
    );
    const store = await openStore(out);
    const failed = [];
    for await (const failure of store.failures()) failed.push(failure);
    await store.close();
    assert.deepEqual(
      failed.map(({ url, code }) => [url, code]),
      [[`${site.origin}/gone`, 'HTTP_STATUS']],
    );
    assert.equal(thing?.links.at(-1)?.page, failed[0]?.number);
  });

  test('the folder is that of the command line, and gives the same pages again', async () => {
    for (const file of ['mirror/index.html', 'graph.json', 'argiope.db', 'pages.jsonl'])
      assert.ok(existsSync(join(out, file)), file);
    const store = await openStore(out);
    const again: CrawledPage[] = [];
    for await (const page of store) again.push(page);
    assert.deepEqual(again.map(({ label }) => label).sort(), pages.map(({ label }) => label).sort());
    const page = await store.page(`${site.origin}/thing/2`);
    assert.equal(page?.title, 'Blue thing');
    assert.equal(await page?.html(), await pages.find(({ url }) => url === page?.url)?.html());
    assert.equal(await store.page('http://127.0.0.1/nothing'), null);
    await store.close();
  });

  test('a picture shows the state, without asking the site', async () => {
    const store = await openStore(out, { viewport: [400, 300] });
    const state = pages.find(({ label }) => label === 'Old thing › Reviews');
    site.reset();
    const shown = await (await store.page(state?.number ?? -1))?.screenshot();
    const before = await (await store.page(`${site.origin}/thing/1`))?.screenshot();
    await store.close();
    const [one, other] = [shown, before].map((png) => PNG.sync.read(Buffer.from(png ?? [])));
    assert.deepEqual([one?.width, one?.height], [400, 300]);
    assert.ok(!one?.data.equals(other?.data ?? Buffer.alloc(0)), 'the state looks like its document');
    assert.equal(site.stats().requests, 0);
  });
});

describe('a crawl that goes elsewhere', () => {
  let site: RunningSite;
  before(async () => {
    site = await startShop();
  });
  after(() => site.close());

  test('sinks get every page; rows are made of them', async () => {
    const [csv, lines] = [join(folder, 'sunk', 'pages.csv'), join(folder, 'sunk', 'pages.jsonl')];
    const run = crawl(site.url, {
      sinks: [
        csvSink(csv, ({ title, kind }) => (kind === 'url' ? { title, kind } : null)),
        jsonlSink(lines, async (page) => ({ label: page.label, text: await page.text() })),
      ],
    });
    const summary = await run.summary;
    assert.equal(summary.pages, 7);
    assert.deepEqual(
      readFileSync(csv, 'utf8').trim().split('\r\n').sort(),
      [...things.map((name) => `${name},url`), 'Shop,url', 'title,kind'].sort(),
    );
    const rows = jsonLines(lines);
    assert.deepEqual(rows.map(({ label }) => label).sort(), [...labels, 'Shop'].sort());
    assert.ok(rows.some(({ text }) => text.includes('Everybody likes the New thing')));
    await run.close();
    assert.equal(existsSync(run.out), false);
  });

  test('a sink that fails ends the crawl with its error', async () => {
    const run = crawl(site.url, {
      sinks: [
        {
          page() {
            throw new Error('the disk is elsewhere');
          },
        },
      ],
    });
    await assert.rejects(run.summary, /the disk is elsewhere/);
  });

  test('records come with their pages', async () => {
    const found = new Map<string, unknown>();
    const shop = await startSite({ ...records(8) });
    for await (const page of crawl(shop.url, { engine: 'http', extract: true }))
      if (page.record) found.set(page.title, page.record.price);
    await shop.close();
    assert.equal(found.get('Book 3'), '13.00 €');
    assert.equal(found.size, 8);
  });

  test('hooks of a program are called, and a signal ends the crawl gracefully', async () => {
    const end = new AbortController();
    const seen: string[] = [];
    const run = crawl(site.url, {
      signal: end.signal,
      hooks: { page: () => ({ tags: ['seen'] }) },
      workers: 1,
    });
    for await (const page of run) {
      seen.push(...page.tags);
      end.abort();
    }
    const summary = await run.summary;
    assert.equal(summary.stopped, 'interrupted');
    assert.ok(seen.length >= 1 && seen.length < 7, `${seen.length}`);
  });

  test('nothing is asked before somebody asks, and leaving the loop ends the crawl', async () => {
    const long = await startSite(chained(600));
    const run = crawl(long.url, { engine: 'http', batch: 1000 });
    assert.equal(long.stats().requests, 0);
    for await (const page of run) {
      assert.equal(page.title, 'All');
      break;
    }
    const { stopped, pages } = await run.summary;
    await long.close();
    assert.equal(stopped, 'interrupted');
    assert.ok(pages < 600, `${pages} pages`);
  });

  test('a crawl does not run ahead of who takes its pages slowly, and loses none', async () => {
    const count = 400;
    const long = await startSite(chained(count));
    const taken = new Set<number>();
    let ahead = 0;
    for await (const { number } of crawl(long.url, { engine: 'http', batch: 1000, workers: 4 })) {
      taken.add(number);
      // The first page takes as long as the whole crawl would.
      for (let turns = 0; turns < (taken.size === 1 ? 4000 : 2); turns++) await setImmediate();
      ahead = Math.max(ahead, long.stats().requests - taken.size);
    }
    await long.close();
    assert.equal(taken.size, count + 1);
    // What waits, what is in hand, and one batch.
    assert.ok(ahead < mostWaiting + 60, `${ahead} ahead`);
  });

  test('what cannot be crawled is an error of both the loop and the summary', async () => {
    const run = crawl(`${site.origin}/gone`);
    const isNothing = (error: unknown) => error instanceof ArgiopeError && error.code === 'NOTHING_CRAWLED';
    await assert.rejects(async () => {
      for await (const _ of run);
    }, isNothing);
    await assert.rejects(run.summary, isNothing);
  });
});

/** A list of so many pages. */
function chained(count: number): Parameters<typeof startSite>[0] {
  const links = Array.from({ length: count }, (_, at) => `<a href="/${at + 1}">${at}</a>`).join(' ');
  return {
    name: 'long',
    start: '/',
    respond: ({ path }) =>
      html(
        path === '/' ? `<title>All</title>${links}` : `<title>${path}</title>${'word '.repeat(200)}${path}`,
      ),
  };
}

function records(count: number): Parameters<typeof startSite>[0] {
  const links = Array.from({ length: count }, (_, at) => `<a href="/book/${at}">Book ${at}</a>`).join(' ');
  const book = (at: string) =>
    html(
      `<title>Book ${at}</title><h1>Book ${at}</h1><table><tr><th>Price</th><td>1${at}.00 €</td></tr>
       <tr><th>Author</th><td>Writer ${Number(at) * 7}</td></tr></table>`,
    );
  return {
    name: 'books',
    start: '/',
    respond: routes({
      '/': () => html(`<title>All</title>${links}`),
      '/book/:at': (_, [at = '']) => book(at),
    }),
  };
}
