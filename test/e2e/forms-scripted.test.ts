import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../folder.ts';
import type { Library } from '../sites/library.ts';
import { type ScriptLibraryWays, type ScriptMake, serveScriptLibrary } from '../sites/script-library.ts';
import { crawl, crawlArgs, startArgiope } from './command.ts';

const out = testFolder('scripted');
async function withLibrary(
  make: ScriptMake,
  ways: ScriptLibraryWays,
  use: (library: Library, dir: string) => Promise<void>,
): Promise<void> {
  const library = await serveScriptLibrary(make, ways);
  try {
    await use(library, mkdtempSync(join(out, 'crawl-')));
  } finally {
    await library.close();
  }
}

const flags = ['--engine', 'browser', '--forms', '--workers', '1'];

/** Books whose pages were asked for. */
function booksIn({ log }: Library): number {
  return new Set(log.flatMap((line) => /^GET \/book\/(\d+)/.exec(line)?.[1] ?? [])).size;
}

function count({ log }: Library, pattern: RegExp): number {
  return log.filter((line) => pattern.test(line)).length;
}

test('a box that only a script answers is driven at first, then its request is repeated; nothing else is sent', () =>
  withLibrary('fetch', { books: 30, unsafe: true }, async (library, dir) => {
    const summary = await crawl(library.url, dir, flags);
    assert.equal(booksIn(library), 30);
    assert.equal(summary.errors, 0);
    const asked = library.log.filter((line) => /\/api\/search/.test(line));
    assert.equal(new Set(asked).size, asked.length, 'nothing is asked twice');
    assert.ok(count(library, /^GET \/$/) < asked.length / 2, 'most questions need no page');
    assert.deepEqual(
      library.log.filter((line) => line.startsWith('POST')),
      [],
    );
  }));

test('a search that a script posts is asked, and goes on after a kill without asking twice', () =>
  withLibrary('post', { books: 30 }, async (library, dir) => {
    const running = startArgiope(crawlArgs(library.url, dir, flags));
    const timer = setInterval(() => {
      if (count(library, /^POST/) >= 8) running.kill();
    }, 5);
    await running.ended;
    clearInterval(timer);
    await crawl(library.url, dir, flags);
    assert.equal(booksIn(library), 30);
    const asked = library.log.filter((line) => line.startsWith('POST'));
    assert.ok(
      asked.every((line) => /^POST \/api\/query \{"query":\{"text":"[^"]+"\},"size":20\}$/.test(line)),
    );
    // The one in hand, and what the form is tried with at the beginning of each run.
    assert.ok(asked.length - new Set(asked).size <= 2);
  }));

test('answers that give a token for the rest are asked for it', () =>
  withLibrary('fetch', { books: 120, cap: 4, cursors: true }, async (library, dir) => {
    await crawl(library.url, dir, flags);
    assert.ok(count(library, /cursor=at-/) > 20);
    assert.equal(booksIn(library), 120);
  }));

test('a box without a button may post what is typed where it says itself that it searches', () =>
  withLibrary('live', { books: 30, unsafe: true }, async (library, dir) => {
    await crawl(library.url, dir, flags);
    assert.equal(booksIn(library), 30);
    const posts = library.log.filter(
      (line) => line.startsWith('POST') && !line.startsWith('POST /live/update '),
    );
    assert.deepEqual(posts, []);
  }));

test('lists whose options come with another choice are chosen one after the other', () =>
  withLibrary('lists', { books: 24 }, async (library, dir) => {
    await crawl(library.url, dir, flags);
    const pairs = library.log.filter((line) => /^GET \/api\/lists\?subject=.+&author=.+/.test(line));
    assert.equal(new Set(pairs).size, pairs.length);
    assert.equal(booksIn(library), 19, 'all books of the subjects that can be chosen');
  }));
