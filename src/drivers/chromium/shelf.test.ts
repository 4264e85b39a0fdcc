import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../../test/cases.ts';
import { Kept } from './kept.ts';
import { Press, readPressed } from './press.ts';
import { asksAgain, Shelf } from './shelf.ts';

const now = Date.parse('2026-01-10T00:00:00Z');
const at = (days: number) => new Date(now + days * 86_400_000).toUTCString();

test('a file that a browser may keep for the length of a crawl is left to the browser', () => {
  const kept = [
    { 'cache-control': 'public, max-age=86400' },
    { 'cache-control': 'immutable, max-age=31536000', etag: '"x"' },
    { expires: at(1) },
    { 'last-modified': at(-10), date: at(0) },
  ];
  const asked = [
    {},
    { etag: '"x"' },
    { 'cache-control': 'no-store' },
    { 'cache-control': 'no-cache, max-age=86400' },
    { 'cache-control': 'max-age=0, must-revalidate' },
    { 'cache-control': 'max-age=86400', age: '86000' },
    { 'cache-control': 'max-age=60', expires: at(1) },
    { expires: '0' },
    { expires: at(-1) },
    { pragma: 'no-cache' },
    { vary: '*', 'cache-control': 'max-age=86400' },
    { 'last-modified': at(-0.1), date: at(0) },
  ];
  for (const headers of kept) assert.equal(asksAgain(headers, now), false, JSON.stringify(headers));
  for (const headers of asked) assert.equal(asksAgain(headers, now), true, JSON.stringify(headers));
});

describe('the shelf', () => {
  const request = {
    url: 'http://a/x.js',
    method: 'GET',
    headers: {},
    initialPriority: 'High',
    referrerPolicy: 'origin',
  } as const;
  const [first, second] = [{}, {}];

  test('gives a file as storable, without the headers that told how it came', () => {
    const shelf = new Shelf();
    const headers = {
      'cache-control': 'no-store',
      'content-encoding': 'br',
      'access-control-allow-origin': '*',
    };
    shelf.put(request.url, 'Script', headers, 'text/javascript;charset=utf-8', Buffer.from('a = 1'), first);
    const answer = shelf.answer(request, 'Script');
    assert.equal(Buffer.from(answer?.body ?? '', 'base64').toString(), 'a = 1');
    assert.deepEqual(answer?.responseHeaders, [
      { name: 'access-control-allow-origin', value: '*' },
      { name: 'content-type', value: 'text/javascript;charset=utf-8' },
      { name: 'cache-control', value: 'max-age=86400' },
    ]);
    assert.equal(shelf.answer(request, 'Image'), null, 'as what it was loaded');
    assert.equal(shelf.answer({ ...request, headers: { Range: 'bytes=0-1' } }, 'Script'), null);
    shelf.drop(request.url);
    assert.equal(shelf.answer(request, 'Script'), null);
  });

  test('looks out for what the browser would ask for again: in another browser, everything', () => {
    const shelf = new Shelf();
    const put = (url: string, control: string) =>
      shelf.put(url, 'Script', { 'cache-control': control }, 'text/javascript', Buffer.from('x'), first);
    put('http://a/kept', 'max-age=86400');
    put('http://a/never', 'no-store');
    assert.deepEqual(shelf.watched(first), ['http://a/never']);
    assert.deepEqual(shelf.watched(second), ['http://a/kept', 'http://a/never']);
  });

  test('claims a file once, and only what is fetched like a file', () => {
    const shelf = new Shelf();
    assert.deepEqual(
      ['Script', 'Script', 'XHR', 'Document'].map((type, index) =>
        shelf.claim(`http://a/${index >> 1}`, type),
      ),
      [true, false, false, false],
    );
  });
});

test('what is kept never takes more room than allowed, and what was used last stays', () => {
  const uses = fc.array(fc.record({ key: fc.nat(20), size: fc.integer({ min: 1, max: 12 }) }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(uses, (puts) => {
      const kept = new Kept<{ size: number }>(40);
      for (const { key, size } of puts) {
        kept.put(String(key), { size });
        assert.equal(kept.use(String(key))?.size, size);
      }
      const all = [...kept.entries()];
      assert.ok(all.reduce((sum, [, thing]) => sum + thing.size, 0) <= 40);
      assert.equal(all.length, kept.count);
      assert.equal(all.at(-1)?.[0], String(puts.at(-1)?.key));
    }),
  );
});

test('texts that were put away read as they were, pressed or not yet', () => {
  const press = new Press();
  const texts = Array.from({ length: 30 }, (_, index) => `${index} – äö 漢字 `.repeat(1000 + index));
  const sheets = texts.map((text) => press.add(text));
  assert.deepEqual(sheets.map(readPressed), texts);
  assert.ok(sheets.filter(({ pack }) => pack !== null).length > 0);
  assert.ok(sheets.filter(({ pack }) => pack === null).length > 0);
});
