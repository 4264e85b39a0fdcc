import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sources } from './sources.ts';

const url = 'http://site.test/app.js';
const record = { method: 'GET', url, status: 200, kind: 'script' } as const;

test('what one tab has read holds until another has read its own answer', () => {
  const sources = new Sources();
  sources.answered(url, {});
  assert.ok(sources.wants(url));
  sources.read(url, 'one');
  assert.ok(!sources.wants(url));

  sources.answered(url, { 'Last-Modified': 'Thu, 01 Jan 2026 00:00:00 GMT' });
  assert.ok(sources.wants(url), 'the newer answer is read as well');
  assert.equal(sources.complete(record).print, 'one');
  assert.equal(sources.complete(record).lastModified, '2026-01-01T00:00:00.000Z');
  sources.read(url, 'two');
  assert.equal(sources.complete(record).print, 'two');
});

test('nothing is claimed of bodies that could not be read, nor of those a tag speaks for', () => {
  const sources = new Sources();
  sources.read(url, 'one');
  sources.answered(url, {});
  sources.lost(url);
  assert.equal(sources.complete(record).print, null);

  sources.read(url, 'two');
  sources.answered(url, { etag: '"3"' });
  assert.ok(!sources.wants(url));
  assert.deepEqual([sources.complete(record).print, sources.complete(record).etag], [null, '"3"']);
});
