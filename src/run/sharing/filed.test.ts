import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultSettings } from '../../config/index.ts';
import { filedSettings, refuseUnshared, workerCrawl } from './filed.ts';

const seeds = ['https://example.org/'];
const own = {
  ...{ auth: null, headers: {}, cookies: null, proxy: null, proxyBypass: [], ca: null, maxTime: null },
  ...{ batch: 1, batchAge: 1, threads: 0, browser: null, recycle: 9, sandbox: true, workers: null },
};

describe('a crawl that is filed for workers', () => {
  test('may be one by any engine, and by nothing that workers cannot share', () => {
    for (const engine of ['auto', 'http', 'browser'] as const)
      refuseUnshared(defaultSettings(seeds, { engine }));
    const refused = (given: Parameters<typeof defaultSettings>[1], at = seeds) => {
      try {
        refuseUnshared(defaultSettings(at, { engine: 'browser', ...given }));
      } catch (error) {
        return String((error as Error).message);
      }
      return '';
    };
    assert.match(refused({ audit: 'all' }), /--audit all/);
    assert.match(refused({ dedupe: 'none' }), /--dedupe none/);
    assert.match(refused({ maxPages: 3 }), /--max-pages/);
    assert.match(refused({}, ['ftp://example.org/']), /no web pages/);
  });

  test('gives its workers what decides on pages, and each brings the rest', () => {
    const settings = defaultSettings(seeds, { engine: 'browser', events: ['click'], thorough: 1 });
    const crawl = workerCrawl(filedSettings(settings), own);
    assert.deepEqual([crawl.engine, crawl.events, crawl.thorough], ['browser', ['click'], 1]);
    assert.deepEqual([crawl.recycle, crawl.workers], [9, settings.workers]);
    assert.equal(workerCrawl(filedSettings(settings), { ...own, workers: 7 }).workers, 7);
  });
});
