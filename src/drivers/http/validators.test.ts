import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionalHeaders, etagOf, freshUntil } from './validators.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

function until(headers: Record<string, string>): string | null {
  return freshUntil((name) => headers[name] ?? '', now);
}

test('an entity tag is kept as it was written, and what is none is not', () => {
  assert.equal(etagOf(' W/"a-1" '), 'W/"a-1"');
  assert.equal(etagOf('"x"'), '"x"');
  assert.equal(etagOf('unquoted'), null);
  assert.equal(etagOf('"line\nfeed"'), null);
  assert.equal(etagOf(`"${'x'.repeat(600)}"`), null);
});

test('an answer is fresh for its max-age less its age, else until it expires by the clock of the server', () => {
  assert.equal(until({}), null);
  assert.equal(until({ 'cache-control': 'public, max-age=3600' }), '2026-01-01T01:00:00.000Z');
  assert.equal(until({ 'cache-control': 'max-age=3600', age: '1800' }), '2026-01-01T00:30:00.000Z');
  assert.equal(until({ 'cache-control': 'max-age=60', age: '90' }), '2026-01-01T00:00:00.000Z');
  const expires = { expires: 'Thu, 01 Jan 2020 02:00:00 GMT', date: 'Thu, 01 Jan 2020 00:00:00 GMT' };
  assert.equal(until(expires), '2026-01-01T02:00:00.000Z');
  assert.equal(until({ ...expires, 'cache-control': 'max-age=60' }), '2026-01-01T00:01:00.000Z');
});

test('an answer that must be asked for anew, or whose date cannot be read, is stale at once', () => {
  for (const control of ['no-cache', 'private, no-store', 'max-age=0']) {
    assert.equal(until({ 'cache-control': control }), '2026-01-01T00:00:00.000Z', control);
  }
  assert.equal(until({ expires: '0' }), '2026-01-01T00:00:00.000Z');
  assert.equal(until({ 'cache-control': 'max-age=9999999999' })?.slice(0, 4), '2342');
});

test('a server is asked by what it said, in the form that it understands', () => {
  assert.deepEqual(conditionalHeaders({ etag: 'W/"7"', lastModified: '2026-01-02T03:04:05.000Z' }), {
    'if-none-match': 'W/"7"',
    'if-modified-since': 'Fri, 02 Jan 2026 03:04:05 GMT',
  });
  assert.deepEqual(conditionalHeaders({ etag: null, lastModified: null }), {});
});
