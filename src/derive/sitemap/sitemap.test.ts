import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { validateXML } from 'xmllint-wasm';
import { ArgiopeError } from '../../model/errors.ts';
import { doc, fixture, h } from '../fixture.ts';
import { changeFrequency, measuredFrequency, priority, w3cTime } from './values.ts';
import { writeSitemap } from './write.ts';

async function valid(xml: string, schema: 'sitemap' | 'siteindex'): Promise<void> {
  const xsd = await readFile(join(import.meta.dirname, `../../../test/schema/${schema}.xsd`), 'utf8');
  const result = await validateXML({ xml: { fileName: 'x.xml', contents: xml }, schema: [xsd] });
  assert.deepEqual([result.valid, result.errors.map((error) => error.message)], [true, []]);
}

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);

test('every kept page is listed under the base address, the start page as the folder itself', async (t) => {
  const { site, dir, close } = await fixture([
    {
      document: doc([h('b', {}, 'x')]),
      go: [
        { xpath: '/HTML/BODY[1]/B[1]', to: 1 },
        { xpath: '/HTML/BODY[1]/B[1]', to: 3 },
      ],
    },
    { content: { lastModified: '2026-04-28T10:00:00.000Z' } },
    { mergedInto: 1 },
    { failed: true },
  ]);
  t.after(close);
  const report = await writeSitemap(site, { dir, baseUrl: "https://m.test/a&b/it's" });
  const live = { path: join(dir, 'live', 'sitemap.xml'), urls: 2, parts: 0 };
  assert.deepEqual(report, { path: join(dir, 'sitemap.xml'), urls: 2, parts: 0, live });
  const xml = await readFile(report.path, 'utf8');
  await valid(xml, 'sitemap');
  assert.deepEqual(locations(xml), [
    'https://m.test/a&amp;b/it&apos;s/',
    'https://m.test/a&amp;b/it&apos;s/1.html',
  ]);
  assert.match(
    xml,
    /<lastmod>2026-05-01T12:00:00Z<\/lastmod><changefreq>daily<\/changefreq><priority>1\.0<\/priority>/,
  );
  assert.match(
    xml,
    /<lastmod>2026-04-28T10:00:00Z<\/lastmod><changefreq>daily<\/changefreq><priority>0\.9<\/priority>/,
  );
});

test('without a base address the entries are the files of the mirror', async (t) => {
  const { site, dir, close } = await fixture([
    {},
    { document: doc([], { url: 'http://site.test/a/%C3%BCber%20uns' }) },
  ]);
  t.after(close);
  await writeSitemap(site, { dir, baseUrl: null });
  const xml = await readFile(join(dir, 'sitemap.xml'), 'utf8');
  await valid(xml, 'sitemap');
  const mirror = pathToFileURL(join(dir, 'mirror')).href;
  assert.deepEqual(locations(xml), [`${mirror}/index.html`, `${mirror}/a/%C3%BCber-uns.html`]);
});

test('past the limit of one file there are parts and an index, and old parts go when they are not needed', async (t) => {
  const { site, dir, close } = await fixture([{}, {}, {}, {}, {}]);
  t.after(close);
  const report = await writeSitemap(site, {
    dir,
    baseUrl: 'https://m.test',
    limits: { urls: 2, bytes: 1 << 20 },
  });
  assert.deepEqual([report.urls, report.parts], [5, 3]);
  const index = await readFile(join(dir, 'sitemap.xml'), 'utf8');
  await valid(index, 'siteindex');
  assert.deepEqual(locations(index), [
    'https://m.test/sitemap-1.xml',
    'https://m.test/sitemap-2.xml',
    'https://m.test/sitemap-3.xml',
  ]);
  const parts = await Promise.all(
    [1, 2, 3].map((part) => readFile(join(dir, `sitemap-${part}.xml`), 'utf8')),
  );
  for (const part of parts) await valid(part, 'sitemap');
  assert.deepEqual(
    parts.map((part) => locations(part).length),
    [2, 2, 1],
  );

  await writeSitemap(site, { dir, baseUrl: 'https://m.test' });
  assert.deepEqual(
    (await readdir(dir)).filter((name) => name.startsWith('sitemap')),
    ['sitemap.xml'],
  );
});

test('a part also ends where its bytes would pass the limit', async (t) => {
  const { site, dir, close } = await fixture([{}, {}, {}]);
  t.after(close);
  const report = await writeSitemap(site, {
    dir,
    baseUrl: 'https://m.test',
    limits: { urls: 100, bytes: 400 },
  });
  assert.ok(report.parts >= 2);
  for (const name of (await readdir(dir)).filter((file) => /^sitemap-/.test(file))) {
    assert.ok((await readFile(join(dir, name))).length <= 400, name);
  }
});

test('a base address that is none is refused before anything is written', async (t) => {
  const { site, dir, close } = await fixture([{}]);
  t.after(close);
  for (const baseUrl of ['mirror', 'ftp://m.test/', 'https://m.test/?a=1']) {
    await assert.rejects(
      writeSitemap(site, { dir, baseUrl }),
      (error: unknown) =>
        error instanceof ArgiopeError && error.code === 'USAGE' && error.message.includes(baseUrl),
    );
  }
  assert.ok(!(await readdir(dir)).includes('sitemap.xml'));
});

test('the frequency of change follows the age of the last one, else the depth', () => {
  const at = '2026-05-01T12:00:00Z';
  const cases = {
    '2026-05-01T11:30:00Z': 'always',
    '2026-05-01T00:00:00Z': 'hourly',
    '2026-04-26T00:00:00Z': 'daily',
    '2026-04-10T00:00:00Z': 'weekly',
    '2025-12-01T00:00:00Z': 'monthly',
    '2019-01-01T00:00:00Z': 'yearly',
  };
  for (const [modified, expected] of Object.entries(cases))
    assert.equal(changeFrequency(modified, at, 0), expected);
  assert.deepEqual(
    [0, 1, 2, 3].map((depth) => changeFrequency(null, at, depth)),
    ['daily', 'weekly', 'weekly', 'monthly'],
  );
});

test('priority falls with depth and rises with links, between 0.1 and 1.0', () => {
  assert.equal(priority(0, 0, 0), '1.0');
  assert.equal(priority(1, 10, 10), '0.9');
  assert.equal(priority(1, 0, 10), '0.6');
  assert.equal(priority(30, 0, 10), '0.1');
});

test('times are told to the second in UTC', () => {
  assert.equal(w3cTime('2026-05-01T12:00:00.123+02:00'), '2026-05-01T10:00:00Z');
  assert.equal(w3cTime('yesterday'), null);
});

test('what visits have shown decides on lastmod and changefreq', async (t) => {
  const { site, dir, close } = await fixture([{}, { content: { lastModified: '2026-04-28T10:00:00.000Z' } }]);
  t.after(close);
  const visits = {
    page: 1,
    firstSeen: '2026-05-01T00:00:00.000Z',
    lastSeen: '2026-05-21T00:00:00.000Z',
    checks: 40,
    changes: 20,
    changedAt: '2026-05-20T09:00:00.000Z',
    quiet: 10,
    dated: 20,
    stirs: [],
    goneAt: null,
  };
  await site.commit({ visited: [visits] });
  await writeSitemap(site, { dir, baseUrl: null });
  const xml = await readFile(join(dir, 'sitemap.xml'), 'utf8');
  assert.match(xml, /<lastmod>2026-05-20T09:00:00Z<\/lastmod><changefreq>hourly<\/changefreq>/);
  assert.equal(measuredFrequency({ ...visits, dated: 0, quiet: 1000 }), 'yearly');
  assert.equal(measuredFrequency({ ...visits, dated: 0, quiet: 0, stirs: [10, 10, 10] }), 'daily');
});

test('the sitemap of the live site has the addresses that answered, and says no more than is known', async (t) => {
  const at = (url: string) => ({ document: doc([], { url }) });
  const { site, dir, close } = await fixture([
    {
      ...at('http://site.test/'),
      content: { dated: { moment: '2026-02-03T04:05:06.000Z', source: 'published' } },
    },
    { ...at('http://site.test/new?a=1&b=2'), entry: { kind: 'url', url: 'http://site.test/old' } },
    at('http://site.test/app#/route'),
    at('http://other.test/'),
    { ...at('http://site.test/'), entry: { kind: 'action', source: 0, ord: 0 } },
    { failed: true },
  ]);
  t.after(close);
  const { live } = await writeSitemap(site, { dir, baseUrl: null });
  assert.deepEqual(live, { path: join(dir, 'live', 'sitemap.xml'), urls: 2, parts: 0 });
  const xml = await readFile(live?.path ?? '', 'utf8');
  await valid(xml, 'sitemap');
  assert.deepEqual(locations(xml), ['http://site.test/', 'http://site.test/new?a=1&amp;b=2']);
  assert.deepEqual(xml.match(/<lastmod>[^<]*/g), ['<lastmod>2026-02-03T04:05:06Z']);
  assert.doesNotMatch(xml, /changefreq/);
});
