import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { testFolder } from '../../test/folder.ts';
import { html } from '../../test/sites/answer.ts';
import { startSite } from '../../test/sites/site.ts';
import { defaultSettings } from '../config/index.ts';
import { runCrawl } from './crawl.ts';

test('each page has a picture and a print, states too, named as in the mirror', async () => {
  const tall = '<div style="height:2000px;background:rgb(0,128,0)"></div>';
  const site = await startSite({
    name: 'pictured',
    start: '/',
    respond: ({ path }) =>
      path === '/tall'
        ? html(`<!doctype html><title>Tall</title><body style="margin:0"><p>tall</p>${tall}`)
        : html(`<!doctype html><title>Start</title><a href="/tall">tall</a>
          <button onclick="this.nextSibling.textContent='shown by a script'">more</button><p></p>`),
  });
  const out = testFolder('pictures');
  try {
    const where = { out, store: `sqlite:${join(out, 'argiope.db')}`, engine: 'browser' as const };
    await runCrawl(defaultSettings([site.url], { ...where, screenshots: true, pdf: true }));
    const pages = (await readFile(join(out, 'pages.jsonl'), 'utf8')).trim().split('\n');
    const names = pages.map((line) => String(JSON.parse(line).file).replace(/\.html$/, '')).sort();
    assert.equal(names.length, 3);
    assert.deepEqual(
      (await readdir(join(out, 'screenshots'))).sort(),
      names.map((name) => `${name}.png`),
    );
    assert.deepEqual(
      (await readdir(join(out, 'pdf'))).sort(),
      names.map((name) => `${name}.pdf`),
    );
    const { width, height, data } = PNG.sync.read(await readFile(join(out, 'screenshots', 'tall.png')));
    assert.equal(width, 1280);
    assert.ok(height > 2000, `${height}`);
    assert.deepEqual([...data.subarray((1500 * width + 9) * 4, (1500 * width + 9) * 4 + 3)], [0, 128, 0]);
    assert.match((await readFile(join(out, 'pdf', 'tall.pdf'))).toString('latin1'), /^%PDF-1/);
  } finally {
    await site.close();
  }
});
