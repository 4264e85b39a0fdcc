import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { defaultSettings } from '../../src/config/index.ts';
import type { FileRow } from '../../src/derive/index.ts';
import { runCrawl as crawlSite } from '../../src/run/crawl.ts';
import { runExport } from '../../src/run/derived.ts';
import { runRecrawl } from '../../src/run/recrawl.ts';
import { testFolder } from '../folder.ts';
import { jsonLines } from '../json-lines.ts';
import { file, html, redirect, routes } from '../sites/answer.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { argiope, crawl } from './command.ts';

const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const scripted = drawing.replace('<rect', '<script>alert(1)</script><rect');
const attached = { 'content-disposition': 'attachment; filename="x"' };

/** Links of the start page, and what they lead to. */
const links = ['/a', '/paper.pdf', '/paper.pdf#page=2', '/saved.json', '/clean.svg', '/bad.svg', '/big.zip'];
const further = ['/feed', '/moved', '/page.html', '/nameless.tar'];
const found = { pdf: 2, svg: 2, html: 1, json: 1, rss: 1, tar: 1, zip: 1 };

describe('files that links lead to', () => {
  let site: RunningSite;
  const folder = testFolder('files');
  let asked: string[] = [];
  /** Whether `/a` is a file by now. */
  let isFile = false;

  before(async () => {
    const answers = routes({
      '/': () =>
        html(
          `<!doctype html><title>Home</title>${[...links, ...further].map((at) => `<a href="${at}">${at}</a> `).join('')}`,
        ),
      '/a': () =>
        isFile
          ? file('application/pdf', pdf)
          : html(`<!doctype html><title>A</title><p>words <a href="/paper.pdf">the paper</a>
          <button onclick="location = '/late.pdf'">another</button>`),
      '/paper.pdf': () => file('application/pdf', pdf),
      '/late.pdf': () => file('application/pdf', `${pdf}late`),
      '/saved.json': () => ({
        ...file('application/json', '{"a":1}'),
        headers: { 'content-type': 'application/json', ...attached },
      }),
      '/clean.svg': () => file('image/svg+xml', drawing),
      '/bad.svg': () => file('image/svg+xml', scripted),
      '/big.zip': () => file('application/zip', 'PK'),
      '/feed': () => file('application/rss+xml', '<rss/>'),
      '/moved': () => redirect('/other.pdf'),
      '/other.pdf': () => file('application/pdf', `${pdf}other`),
      '/page.html': () => ({
        ...html('<title>x</title>'),
        headers: { 'content-type': 'text/html', ...attached },
      }),
      '/nameless.tar': () => file('application/octet-stream', Buffer.from([0, 1, 2])),
    });
    site = await startSite({
      name: 'files',
      start: '/',
      respond: (ask) => {
        asked.push(ask.path);
        return answers(ask);
      },
    });
  });
  after(async () => {
    await site.close();
  });

  const hrefs = async (out: string) => {
    const text = await readFile(join(out, 'mirror/index.html'), 'utf8');
    return Object.fromEntries(
      [...text.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, href, at]) => [at, href]),
    ) as Record<string, string>;
  };
  const rowsOf = async (out: string) => jsonLines<FileRow>(join(out, 'files.jsonl'));

  for (const engine of ['http', 'browser', 'auto'] as const) {
    it(`are no errors with --engine ${engine}, and the mirror has those that are kept`, async () => {
      asked = [];
      const out = join(folder, engine);
      const summary = await crawlSite({
        ...defaultSettings([site.url], { engine }),
        out,
        store: `sqlite:${out}/argiope.db`,
      });
      // An event leads to one more, which plain requests do not see.
      const more = engine === 'http' ? found : { ...found, pdf: 3 };
      assert.deepEqual([summary.pages, summary.errors, summary.stopped], [2, 0, 'done']);
      assert.deepEqual({ ...summary.files }, more);
      const local = await hrefs(out);
      const saved = async (at: string) =>
        readFile(join(out, 'mirror', (local[at] ?? '').replace(/#.*/, '')), 'utf8');
      assert.match(local['/paper.pdf'] ?? '', /^assets\/[0-9a-f]{20}\.pdf$/);
      assert.equal(local['/paper.pdf#page=2'], `${local['/paper.pdf']}#page=2`);
      assert.equal(await saved('/paper.pdf'), pdf);
      assert.equal(await saved('/moved'), `${pdf}other`);
      assert.equal(await saved('/saved.json'), '{"a":1}');
      assert.equal(await saved('/clean.svg'), drawing);
      assert.match(local['/bad.svg'] ?? '', /^assets\/[0-9a-f]{20}\.svg$/);
      assert.doesNotMatch(await saved('/bad.svg'), /script|onload|javascript/i);
      for (const at of ['/big.zip', '/feed', '/page.html', '/nameless.tar'])
        assert.equal(local[at], site.origin + at, 'left to the site');
      const rows = await rowsOf(out);
      assert.deepEqual(
        rows
          .filter(({ kept }) => kept)
          .map(({ url }) => url.slice(site.origin.length))
          .sort(),
        [
          '/bad.svg',
          '/clean.svg',
          '/moved',
          '/paper.pdf',
          '/saved.json',
          ...(engine === 'http' ? [] : ['/late.pdf']),
        ].sort(),
      );
      assert.equal(rows.find(({ url }) => url.endsWith('.zip'))?.contentType, 'application/zip');
      assert.equal(rows.find(({ url }) => url.endsWith('/paper.pdf'))?.foundOn, 0);
      assert.ok(rows.every(({ foundOn }) => foundOn !== null));
      if (engine === 'http')
        assert.deepEqual(
          asked.filter((path) => path === '/paper.pdf'),
          ['/paper.pdf'],
        );
    });
  }

  it('are told in the graph, in the same word by every engine', async () => {
    for (const engine of ['http', 'browser', 'auto']) {
      const graph = JSON.parse(await readFile(join(folder, engine, 'graph.json'), 'utf8')) as {
        edges: { source: number; target: number | null; reason: string; label: string; count: number }[];
      };
      const ofHome = graph.edges.filter(({ source, label }) => source === 0 && label !== '/a');
      const actions = ofHome.reduce((sum, { count }) => sum + count, 0);
      assert.equal(actions, links.length + further.length - 1);
      for (const { target, reason, label } of ofHome)
        assert.deepEqual([label, target, reason], [label, null, 'file']);
    }
  });

  it('are in the archive, where they are kept', async () => {
    const out = join(folder, 'http');
    const report = await runExport({ out, format: 'warc' });
    assert.deepEqual([report.pages, 'files' in report && report.files], [2, 5]);
  });

  it('take the place of pages that are gone by then, which is no error', async () => {
    const out = join(folder, 'http');
    const store = `sqlite:${join(out, 'argiope.db')}`;
    isFile = true;
    try {
      const plain = { budget: null, every: null, since: null, maxTime: null, crawl: {} };
      const { gone, unchanged, errors, files } = await runRecrawl({ out, store, ...plain });
      assert.deepEqual([gone, unchanged, errors, files], [1, 1, 0, undefined]);
    } finally {
      isFile = false;
    }
  });

  it('are left before their body where none are to be kept, and end with 0', async () => {
    const out = join(folder, 'none');
    const summary = await crawl(site.url, out, ['--engine', 'http', '--keep-files', 'none']);
    assert.deepEqual([summary.errors, summary.files], [0, found]);
    assert.ok((await rowsOf(out)).every(({ kept }) => !kept));
    assert.equal((await hrefs(out))['/paper.pdf'], `${site.origin}/paper.pdf`);
  });

  it('are counted in the table, and are the reason where a seed is nothing else', async () => {
    const out = join(folder, 'table');
    const { stdout, code } = await argiope([
      'crawl',
      site.url,
      '--out',
      out,
      '--engine',
      'http',
      '--keep-files',
      '*/*',
    ]);
    assert.equal(code, 0);
    assert.match(stdout, /other files +9 {2}2 pdf, 2 svg, 1 html, 1 json, 1 rss, 1 tar, …/);
    assert.match(stdout, /errors +0$/m);
    assert.equal((await rowsOf(out)).filter(({ kept }) => kept).length, 8, 'all but the web page');
    const seed = await argiope([
      'crawl',
      `${site.origin}/paper.pdf`,
      '--out',
      join(folder, 'seed'),
      '--engine',
      'http',
    ]);
    assert.deepEqual([seed.code, /a file \(application\/pdf\)/.test(seed.stderr)], [3, true]);
  });
});
