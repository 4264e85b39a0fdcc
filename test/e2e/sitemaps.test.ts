import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type CrawlSettings, defaultSettings } from '../../src/config/index.ts';
import { lastmodNotes, PageNotes } from '../../src/frontier/index.ts';
import type { CrawlEvent } from '../../src/model/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { openStoreAt } from '../../src/store/index.ts';
import { testFolder } from '../folder.ts';
import { jsonLines } from '../json-lines.ts';
import { startServer, stopServer } from '../servers.ts';

describe('sitemaps as seeds', () => {
  const out = testFolder('sitemaps');
  const asked: string[] = [];
  let origin = '';
  let busy = 0;
  let robots = '';
  const body = (path: string): string | Buffer | null => {
    const set = (...paths: readonly string[]) =>
      `<urlset>${paths.map((each) => `<url><loc>${origin}${each}</loc><lastmod>2026-05-0${each.length}</lastmod></url>`).join('')}</urlset>`;
    switch (path) {
      case '/robots.txt':
        return robots;
      case '/index.xml':
        return `<sitemapindex>${['/packed.xml.gz', '/feed', '/list.txt', '/gone.xml'].map((each) => `<sitemap><loc>${origin}${each}</loc></sitemap>`).join('')}</sitemapindex>`;
      case '/packed.xml.gz':
        return gzipSync(set('/a', '/bb', '/private/x', '/logout'));
      case '/feed':
        return `<rss><channel><item><link>${origin}/news</link></item></channel></rss>`;
      case '/list.txt':
        return `${origin}/listed\nhttp://elsewhere.example/x\n${origin}/\n${origin}/a\n`;
      case '/sitemap.xml':
        return null;
      default:
        return /^\/(?:a|bb|news|listed|private\/x|logout|)$/.test(path)
          ? `<title>${path}</title><p>page ${path}`
          : null;
    }
  };
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url === '/feed' && busy-- > 0) {
      response.writeHead(503, { 'retry-after': '0' }).end();
      return;
    }
    const found = body(url);
    const type =
      typeof found === 'string' && found.startsWith('<title>') ? 'text/html' : 'application/octet-stream';
    response.writeHead(found === null ? 404 : 200, { 'content-type': type }).end(found);
  });
  before(async () => {
    origin = await startServer(server);
    robots = `User-agent: *\nDisallow: /private/\nSitemap: ${origin}/index.xml\nSitemap: /list.txt\n`;
  });
  beforeEach(() => {
    asked.length = 0;
    busy = 1;
  });
  after(async () => {
    await stopServer(server);
  });

  async function run(name: string, settings: Partial<CrawlSettings>) {
    const notes: string[] = [];
    const dir = join(out, name);
    const listen = (event: CrawlEvent) => {
      if (event.kind === 'note') notes.push(`${event.level} ${event.text}`);
    };
    const store = `sqlite:${join(dir, 'argiope.db')}`;
    const more: Partial<CrawlSettings> = { engine: 'http', ...settings, out: dir, store };
    const summary = await runCrawl(defaultSettings([`${origin}/`], more), { listen });
    const pages = jsonLines<{ number: number; url: string }>(join(dir, 'pages.jsonl'));
    return { summary, notes: notes.join('\n'), store, pages };
  }
  const paths = (pages: readonly { url: string }[]) => pages.map(({ url }) => new URL(url).pathname);

  it('are found by robots.txt, whatever their form, and give the addresses that belong to the crawl', async () => {
    const { pages, notes, store } = await run('auto', { sitemap: ['auto'] });
    assert.deepEqual(paths(pages).toSorted(), ['/', '/a', '/bb', '/listed', '/news']);
    assert.equal(paths(pages)[0], '/');
    assert.ok(asked.includes('/sitemap.xml'));
    assert.match(notes, /warning sitemap \S+\/gone\.xml: .*HTTP 404/);
    assert.doesNotMatch(notes, /\/sitemap\.xml/);
    assert.match(notes, /info 6 of 9 addresses in 3 sitemaps belong to the crawl/);
    assert.equal(asked.filter((path) => path === '/feed').length, 2);

    const kept = await openStoreAt(store);
    const site = await kept.site(new URL(origin).host);
    assert.ok(site);
    const dates = await new PageNotes(site, lastmodNotes).below(100);
    const dated = pages.flatMap(({ number, url }) => {
      const date = dates.get(number);
      return date === undefined ? [] : [`${new URL(url).pathname} ${date.slice(0, 10)}`];
    });
    await kept.close();
    assert.deepEqual(dated.toSorted(), ['/a 2026-05-02', '/bb 2026-05-03']);
  });

  it('are not read again when the crawl is taken up', async () => {
    await run('again', { sitemap: ['auto'], maxPages: 2 });
    asked.length = 0;
    const { pages } = await run('again', { sitemap: ['auto'] });
    assert.deepEqual(paths(pages).toSorted(), ['/', '/a', '/bb', '/listed', '/news']);
    assert.deepEqual(
      asked.filter((path) => /index|packed|list\.txt|feed/.test(path)),
      [],
    );
  });

  it('may be named, and without the option none is asked for', async () => {
    const { pages } = await run('named', { sitemap: [`${origin}/list.txt`] });
    assert.deepEqual(paths(pages).toSorted(), ['/', '/a', '/listed']);
    assert.ok(!asked.includes('/index.xml'));
    asked.length = 0;
    assert.deepEqual(paths((await run('without', {})).pages), ['/']);
    assert.deepEqual(asked.filter((path) => /xml|txt/.test(path)).toSorted(), ['/robots.txt']);
  });

  it('with --robots ignore give what robots.txt forbids too, and nothing unsafe', async () => {
    const { pages } = await run('ignore', { sitemap: ['auto'], robots: 'ignore' });
    assert.deepEqual(paths(pages).toSorted(), ['/', '/a', '/bb', '/listed', '/news', '/private/x']);
  });

  it('are a matter of the web: FTP seeds with them are refused', async () => {
    const settings = defaultSettings(['ftp://127.0.0.1:9/'], { sitemap: ['auto'], out: join(out, 'ftp') });
    await assert.rejects(runCrawl(settings), /--sitemap is for web sites/);
  });
});
