import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mostElements } from './bounds.ts';
import { capturePage } from './capture.ts';
import type { RawPage } from './raw.ts';
import { scanPage } from './scan/page.ts';

const page = (text: string): RawPage => ({
  url: 'http://x/',
  status: 200,
  contentType: 'text/html',
  lastModified: '',
  body: Buffer.from(text),
  requests: [],
  nesting: 4_000,
});

describe('a small page that stands for much', () => {
  const pages: Readonly<Record<string, string>> = {
    'of more elements than can be held': '<i></i>'.repeat(mostElements),
    'of more elements than can be held, in an order that takes a tree': '<b><p></b>'.repeat(mostElements / 2),
    'whose base makes short links long': `<base href="/${'a'.repeat(1_900)}/">${'<a href=x>l</a>'.repeat(20_000)}`,
  };
  for (const [name, text] of Object.entries(pages))
    for (const read of [capturePage, scanPage])
      test(`${name} is too large (${read.name})`, () => {
        assert.throws(() => read(page(text)), { code: 'TOO_LARGE' });
      });

  test('is read up to that', () => {
    assert.equal(scanPage(page('<a href=x>l</a>'.repeat(20_000))).links.length, 20_000);
  });
});
