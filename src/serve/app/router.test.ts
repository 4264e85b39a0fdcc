import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesIn } from './router.ts';

test('addresses of views are taken apart, and others fit none', () => {
  assert.deepEqual(namesIn('/', '/'), {});
  assert.deepEqual(namesIn('/crawls/:crawl', '/crawls/a%20b'), { crawl: 'a b' });
  assert.deepEqual(namesIn('/crawls/:crawl', '/crawls/a/'), { crawl: 'a' });
  assert.deepEqual(namesIn('/crawls/:crawl/pages/:number', '/crawls/a/pages/3'), { crawl: 'a', number: '3' });
  assert.deepEqual(namesIn('/crawls/:crawl', '/crawls/%'), { crawl: '%' });
  assert.equal(namesIn('/crawls/:crawl', '/crawls'), null);
  assert.equal(namesIn('/crawls/:crawl', '/crawl/a'), null);
});
