import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crawlResult } from './fixture.ts';
import { summaryJson, summaryTable } from './summary.ts';

test('the table says what was found, what it took and what to open', () => {
  assert.equal(
    summaryTable(crawlResult(), '/w'),
    `381 pages in 12 s: nothing is left to visit

  pages            381  50 by address, 331 by events
  duplicates        12  merged into pages of the same content
  redirects          3  to pages that have another address
  instructions  12,345  seen, 393 of them distinct
  events           343  fired, 20 replayed on the way to a page
  not fired      4,321  0 as too unlikely
  tested             4  skips, 1 gave something new after all
  resets             7  pages loaded again to reach another
  requests         431  99 from the cache, 1.2 MB
  errors             0

  open     out/mirror/index.html
  pages    out/mirror/overview.html
  graph    out/graph.json
  sitemap  out/sitemap.xml
  listing  out/pages.jsonl
`,
  );
});

test('the table stays within 80 columns for a crawl of millions', () => {
  const many = 123_456_789;
  const table = summaryTable(
    crawlResult({
      pages: many,
      urlPages: many,
      statePages: many,
      events: { fired: many, replayed: many, skipped: many, suspended: many, audited: many, wrong: many },
      instructions: { seen: many, unique: many },
      bytes: 9e14,
      errors: many,
      seconds: 1e6,
      stopped: 'limit',
      engines: { http: many, browser: many, compared: 12_345, still: many, types: [] },
    }),
    '/w',
  );
  for (const line of table.split('\n')) assert.ok(line.length <= 80, line);
  assert.match(table, /stopped by a limit/);
});

test('the table and the JSON say how pages were opened, where that was decided page by page', () => {
  const types = [{ address: 'http://a.test/#', engine: 'http', pages: 3, compared: 3, why: 'x' }] as const;
  const engines = { http: 1200, browser: 85, compared: 7, still: 900, types };
  const result = crawlResult({ engines });
  assert.match(
    summaryTable(result, '/w'),
    /^ {2}by requests +1,200 {2}pages, 85 in the browser, 7 both ways$/m,
  );
  assert.deepEqual(JSON.parse(summaryJson(result)).engines, engines);
});

test('a folder elsewhere is named in full', () => {
  assert.match(
    summaryTable(crawlResult({ out: '/elsewhere/out' }), '/w'),
    /open {5}\/elsewhere\/out\/mirror/,
  );
});

test('the JSON has the documented fields in the documented order', () => {
  const shuffled = Object.fromEntries(Object.entries({ ...crawlResult(), more: 1 }).reverse());
  assert.equal(
    summaryJson(shuffled as unknown as ReturnType<typeof crawlResult>),
    '{"command":"crawl","pages":381,"urlPages":50,"statePages":331,"duplicates":12,"redirects":3,' +
      '"instructions":{"seen":12345,"unique":393},' +
      '"events":{"fired":343,"replayed":20,"skipped":4321,"suspended":0,"audited":4,"wrong":1},' +
      '"resets":7,"requests":431,"requestsFromCache":99,"bytes":1234567,"errors":0,"seconds":12.34,' +
      '"finished":true,"out":"/w/out","outputSeconds":0.5,"stopped":"done"}',
  );
});
