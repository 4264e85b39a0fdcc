import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { testFolder } from '../../test/folder.ts';
import { startServer, stopServer } from '../../test/servers.ts';
import { defaultSettings } from '../config/index.ts';
import type { CrawlSettings } from '../config/settings.ts';
import type { Hooks } from '../hooks/index.ts';
import { ArgiopeError, type CrawlSummary } from '../model/index.ts';
import { runCrawl } from './crawl.ts';

const pages: Readonly<Record<string, string>> = {
  '/': '<title>Home</title><h1>Home</h1><a href="/a">one</a> <a href="/b">two</a> <a href="/none">three</a>',
  '/a': '<title>A</title><p>the first page',
  '/b': '<title>B</title><p>the second page',
};

describe('the same command once more', () => {
  const folder = testFolder('again');
  let server: Server;
  let seed: string;
  let asked: string[] = [];
  /** Paths that the server is in trouble with. */
  let broken = new Set<string>();
  let made = 0;

  const settings = (more: Partial<CrawlSettings> = {}): CrawlSettings => {
    const out = join(folder, `out-${made++}`);
    return {
      ...defaultSettings([seed]),
      engine: 'http',
      out,
      store: `sqlite:${join(out, 'argiope.db')}`,
      ...more,
    };
  };
  const failure = async (promise: Promise<CrawlSummary>) => {
    const error = await promise.then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ArgiopeError);
    return error.code;
  };

  before(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '';
      asked.push(path);
      const page = pages[path];
      response.statusCode = broken.has(path) ? 500 : page === undefined ? 404 : 200;
      response.setHeader('content-type', 'text/html').end(page ?? 'nothing');
    });
    seed = `${await startServer(server)}/`;
  });

  after(async () => {
    await stopServer(server);
  });

  it('finds the pages of a site that was in trouble when it was crawled first', async () => {
    const same = settings();
    broken = new Set(['/']);
    assert.equal(await failure(runCrawl(same)), 'NOTHING_CRAWLED');
    assert.equal(await failure(runCrawl(same)), 'NOTHING_CRAWLED');
    broken = new Set();
    const { pages: found, errors } = await runCrawl(same);
    assert.deepEqual([found, errors], [3, 1]);
  });

  it('takes other settings where an earlier crawl came to nothing, and refuses them once there is a page', async () => {
    const first = settings();
    broken = new Set(['/']);
    assert.equal(await failure(runCrawl(first)), 'NOTHING_CRAWLED');
    broken = new Set();
    const other = { ...first, depth: 1 };
    assert.equal((await runCrawl(other)).pages, 3);
    assert.equal(await failure(runCrawl(first)), 'CONFIG');
  });

  it('asks again for what failed in a way that may pass, and leaves what is not there alone', async () => {
    const same = settings();
    broken = new Set(['/b']);
    const first = await runCrawl(same);
    assert.deepEqual([first.pages, first.errors], [2, 2]);
    broken = new Set();
    asked = [];
    const second = await runCrawl(same);
    assert.deepEqual([second.pages, second.errors, second.finished], [3, 1, true]);
    assert.deepEqual(
      asked.filter((path) => path !== '/robots.txt'),
      ['/b'],
    );
  });

  it('visits the pages at which a hook had failed', async () => {
    const same = settings();
    const failing: Hooks = {
      name: 'failing',
      page: ({ url }) => {
        if (url.endsWith('/a')) throw new Error('no');
      },
    };
    const first = await runCrawl(same, { hooks: [failing] });
    assert.deepEqual([first.pages, first.errors], [2, 2]);
    const second = await runCrawl(same, { hooks: [{ name: 'mended', page: () => undefined }] });
    assert.deepEqual([second.pages, second.errors], [3, 1]);
  });
});
