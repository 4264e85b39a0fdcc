import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PageAsked } from '../reading.ts';
import { pagesTogether } from './messages.ts';
import { PageReaders } from './readers.ts';

const megabyte = 1 << 20;

/** A page of so many megabytes with a link. */
function pageOf(number: number, size: number): PageAsked {
  const link = `<p><a href="/page/${number}">a link with words enough, ${number}</a>`;
  const body = Buffer.from(
    `<title>${number}</title>${link}${'<p>lorem ipsum dolor sit'.repeat((size * megabyte) / 24)}`,
  );
  return {
    raw: {
      url: `http://site.test/${number}`,
      status: 200,
      contentType: 'text/html',
      lastModified: '',
      body,
      requests: [],
      nesting: 100,
    },
    robotsTag: null,
    lastmod: null,
    how: 'documents',
    now: 0,
  };
}

describe('pages that are read in the thread of the crawl', () => {
  it('do not stay in memory with the words of their links', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const readers = new PageReaders();
    const inUse = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return (heapUsed + external) / megabyte;
    };
    const before = inUse();
    const links = [];
    for (let number = 0; number < 30; number++) links.push((await readers.read(pageOf(number, 2))).links);
    const grown = inUse() - before;
    assert.equal(links.flat().length, 30);
    // 60 MiB of text have gone by.
    assert.ok(grown < 20, `${grown.toFixed(1)} MiB`);
  });
});

describe('pages that are read in another thread', () => {
  it('go together as far as they are small', () => {
    const waiting = (...sizes: number[]) => sizes.map((size, number) => ({ asked: pageOf(number, size) }));
    assert.equal(pagesTogether(waiting(1, 1, 1)), 3);
    assert.equal(pagesTogether(waiting(1, 2, 2, 1)), 2);
    assert.equal(pagesTogether(waiting(6, 1)), 1);
    assert.equal(pagesTogether([]), 0);
  });
});
