import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { findBrowser } from '../src/drivers/chromium/find.ts';
import { launch } from '../src/drivers/chromium/launch.ts';
import * as library from '../src/index.ts';
import { buildSite } from './site.ts';

const out = mkdtempSync(join(tmpdir(), 'argiope-site-'));
let pages: readonly string[];
const read = (file: string) => readFileSync(join(out, file), 'utf8');

before(() => {
  pages = buildSite(out);
});
after(() => rmSync(out, { recursive: true }));

test('there is a page for each task, and one for each part of the reference', () => {
  const names = ['first-crawl', 'mirror', 'training', 'extraction', 'recrawl', 'scaling', 'troubleshooting'];
  for (const name of names) assert.ok(pages.includes(`tasks/${name}.html`), name);
  for (const file of ['index.html', 'library.html', 'cli.html', 'api.html'])
    assert.ok(pages.includes(file), file);
});

test('every link inside the site leads to a file and a place that are there', () => {
  const lost: string[] = [];
  for (const file of pages)
    for (const [, href = ''] of read(file).matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^[a-z]+:/i.test(href)) continue;
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? file : normalize(join(dirname(file), path));
      if (!existsSync(join(out, target))) lost.push(`${file}: ${href}`);
      else if (anchor && !read(target).includes(`id="${decodeURIComponent(anchor)}"`))
        lost.push(`${file}: ${href}`);
    }
  assert.deepEqual(lost, []);
});

test('the reference has everything that the library exports', () => {
  const text = read('api.html');
  for (const name of Object.keys(library)) assert.ok(text.includes(`<h3 id="${name.toLowerCase()}">`), name);
  for (const type of ['CrawledPage', 'CrawlOptions', 'CrawlFlags'])
    assert.ok(text.includes(`<h3 id="${type.toLowerCase()}">`), type);
  assert.match(text, /<td><code>maxPages\?: number \| null \| undefined<\/code><\/td><td>[^<]+/);
});

test('the search finds an error by its name and shows where it is explained', async () => {
  const browser = await launch(await findBrowser({ path: null }), {
    proxy: null,
    userAgent: 'test',
    viewport: [1000, 800] as const,
  });
  try {
    const { root } = browser.connection;
    const { targetId } = await root.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
    const session = browser.connection.session(sessionId);
    await session.send('Page.enable');
    const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()));
    await session.send('Page.navigate', { url: pathToFileURL(join(out, 'tasks', 'mirror.html')).href });
    await loaded;
    const { result } = await session.send('Runtime.evaluate', {
      expression: `input.value = 'store locked'; input.dispatchEvent(new Event('input'));
        [...list.querySelectorAll('a')].map((link) => link.href).join(' ')`,
    });
    const [first = ''] = String(result.value).split(' ');
    assert.match(first, /(?:troubleshooting|exit-codes)\.html#/);
    assert.ok(existsSync(new URL(first.split('#')[0] ?? '')));
  } finally {
    await browser.close();
  }
});
