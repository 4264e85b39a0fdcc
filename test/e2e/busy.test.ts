import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { defaultSettings } from '../../src/config/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { testFolder } from '../folder.ts';
import { startServer, stopServer } from '../servers.ts';

/** Refuses each address until the moment that it names at the first request, once more for each that comes too early. */
class BusySite {
  readonly refusals = new Map<string, number>();
  readonly #until = new Map<string, number>();

  /** Status and `Retry-After`, `null` where the page may be had. */
  refuse(path: string): [status: number, retryAfter: string] | null {
    // Dates have whole seconds: the one after the next is a second away at least.
    const second = Math.floor(Date.now() / 1000 + 2) * 1000;
    const until = this.#until.get(path) ?? (path === '/date' ? second : Date.now() + 1000);
    this.#until.set(path, until);
    if (Date.now() >= until) return null;
    this.refusals.set(path, (this.refusals.get(path) ?? 0) + 1);
    return path === '/date' ? [503, new Date(until).toUTCString()] : [429, '1'];
  }
}

describe('a site that asks for a rest', () => {
  const out = testFolder('busy');
  let site = new BusySite();
  const server = createServer(({ url = '' }, response) => {
    const refusal = /^\/(?:seconds|date)$/.test(url) ? site.refuse(url) : null;
    if (refusal) response.writeHead(refusal[0], { 'retry-after': refusal[1] }).end();
    else if (url === '/robots.txt') response.writeHead(404).end();
    else {
      const links = url === '/' ? '<a href="/seconds">one</a> <a href="/date">other</a>' : '';
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${url}</title><p>${url} ${links}`);
    }
  });
  let origin = '';
  before(async () => {
    origin = await startServer(server);
  });
  after(async () => {
    await stopServer(server);
  });

  for (const engine of ['http', 'browser'] as const) {
    it(`is not asked before the moment it names, in seconds or by date, and then again (${engine})`, async () => {
      site = new BusySite();
      const dir = join(out, engine);
      const store = `sqlite:${join(dir, 'argiope.db')}`;
      const summary = await runCrawl(
        defaultSettings([`${origin}/`], { engine, out: dir, store, workers: 1 }),
      );
      assert.equal(summary.pages, 3);
      assert.equal(summary.errors, 0);
      assert.equal(site.refusals.get('/seconds'), 1);
      assert.equal(site.refusals.get('/date'), 1);
    });
  }
});
