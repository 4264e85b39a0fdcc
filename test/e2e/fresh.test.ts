import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { defaultSettings } from '../../src/config/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { testFolder } from '../folder.ts';
import { startServer, stopServer } from '../servers.ts';

const ends: (() => unknown)[] = [];
after(async () => {
  for (const end of ends) await end();
});

/** A site whose sitemap names forty pages, the later ones newer; gives its origin and the pages asked for. */
async function news(): Promise<{ origin: string; asked: number[] }> {
  const asked: number[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const number = Number(/^\/page\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    if (path === '/robots.txt') return response.writeHead(404).end();
    if (path === '/sitemap.xml') {
      response.setHeader('content-type', 'application/xml');
      return response.end(sitemap(`http://${request.headers.host}`));
    }
    if (!Number.isNaN(number)) asked.push(number);
    response.setHeader('content-type', 'text/html').end(`<title>${path}</title><p>Text of ${path}</p>`);
  });
  ends.push(() => stopServer(server));
  return { origin: await startServer(server), asked };
}

function sitemap(origin: string): string {
  const entries = Array.from({ length: 40 }, (_, at) => {
    const lastmod = new Date(Date.now() - 86_400_000 * (40 - at) ** 2).toISOString();
    return `<url><loc>${origin}/page/${at}</loc><lastmod>${lastmod}</lastmod></url>`;
  });
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
}

for (const engine of ['http', 'browser'] as const) {
  test(`with --order fresh a small crawl has the newest pages, and some of the others (${engine})`, async () => {
    const { origin, asked } = await news();
    const out = testFolder('fresh');
    const summary = await runCrawl(
      defaultSettings([`${origin}/`], {
        engine,
        out,
        store: `sqlite:${join(out, 'argiope.db')}`,
        order: 'fresh',
        sitemap: ['auto'],
        maxPages: 21,
        workers: 1,
      }),
    );
    assert.equal(summary.pages, 21);
    const newest = asked.filter((page) => page >= 30).length;
    assert.equal(newest, 10, `all of the newest: ${asked.join()}`);
    assert.ok(
      asked.some((page) => page < 20),
      'and some of the oldest',
    );
  });
}
