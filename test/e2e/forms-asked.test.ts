import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FormReport } from '../../src/model/form-report.ts';
import { testFolder } from '../folder.ts';
import { type Library, type LibraryWays, serveLibrary } from '../sites/library.ts';
import { argiope, crawl, crawlArgs, lastJson, startArgiope } from './command.ts';

const out = testFolder('asked');
async function withLibrary(ways: LibraryWays, use: (library: Library, dir: string) => Promise<void>) {
  const library = await serveLibrary(ways);
  try {
    await use(library, mkdtempSync(join(out, 'crawl-')));
  } finally {
    await library.close();
  }
}

/** Books whose pages were asked for. */
function booksIn({ log }: Library): number {
  return new Set(log.flatMap((line) => /^GET \/book\/(\d+)/.exec(line)?.[1] ?? [])).size;
}

/** Questions that were put to the catalogue, without the tokens in them. */
function questionsIn({ log }: Library): readonly string[] {
  return log
    .filter((line) => /^\w+ \/find/.test(line) && !/page=/.test(line) && /=./.test(line))
    .map((line) => line.replace(/csrf=[^&]*&?/, ''));
}

test('without --forms nothing is asked, and the end says what was left and how it is asked', () =>
  withLibrary({}, async (library, dir) => {
    const { stdout, stderr } = await argiope(['crawl', library.url, '--out', dir, '--engine', 'http']);
    assert.match(stdout + stderr, /1 search, 1 unasked: crawl --forms asks them/);
    assert.equal(booksIn(library), 0);
    assert.deepEqual(questionsIn(library), []);
  }));

test('a catalogue with four boxes gives all of its 300 books, and no form beside it is sent, nor a trap filled', () =>
  withLibrary({ unsafe: true }, async (library, dir) => {
    const summary = await crawl(library.url, dir, ['--engine', 'http', '--forms']);
    assert.equal(booksIn(library), 300);
    assert.deepEqual(summary.forms, { found: 7, searchable: 1, asked: 1 });
    assert.equal(summary.errors, 0);
    assert.deepEqual(
      library.log.filter((line) => line.startsWith('POST') || /website=[^&\s]/.test(line)),
      [],
    );
    const asked = questionsIn(library);
    assert.equal(new Set(asked).size, asked.length, 'nothing is asked twice');
    const report = lastJson(await argiope(['forms', '--out', dir, '--json'])) as FormReport;
    assert.equal(report.forms.find(({ searchable }) => searchable)?.asked?.records, 300);
    const graph = JSON.parse(readFileSync(join(dir, 'graph.json'), 'utf8')) as {
      readonly edges: readonly { readonly event: string; readonly label: string }[];
    };
    const steps = graph.edges.filter(({ event }) => event === 'ask').map(({ label }) => label);
    assert.ok(steps.includes('history') && steps.length > 10, 'answers are steps from the form');
  }));

test('a form with nothing but two days gives all that lies between any, though it counts one of them out', () =>
  withLibrary({ books: 150, dates: true, perPage: 10, mostPages: 1 }, async (library, dir) => {
    await crawl(library.url, dir, ['--engine', 'http', '--forms']);
    assert.equal(booksIn(library), 150);
    const { stdout } = await argiope(['forms', '--out', dir]);
    assert.match(stdout, /asked \d+ times: 150 records; every\s+choice was asked/);
  }));

test('a form that posts with tokens that hold once is asked with fresh ones', () =>
  withLibrary({ books: 120, method: 'post', perPage: 40, tokens: true }, async (library, dir) => {
    await crawl(library.url, dir, ['--engine', 'http', '--forms']);
    assert.equal(booksIn(library), 120);
  }));

test('a crawl that is killed while it asks goes on where it was, and asks nothing twice but what was in hand', () =>
  withLibrary({ books: 120, method: 'post', perPage: 40 }, async (library, dir) => {
    const args = crawlArgs(library.url, dir, ['--engine', 'http', '--forms']);
    for (const wanted of [5, 14]) {
      const running = startArgiope(args);
      const timer = setInterval(() => {
        if (questionsIn(library).length >= wanted) running.kill();
      }, 5);
      await running.ended;
      clearInterval(timer);
    }
    await crawl(library.url, dir, ['--engine', 'http', '--forms']);
    assert.equal(booksIn(library), 120);
    const asked = questionsIn(library);
    assert.ok(asked.length - new Set(asked).size <= 2, 'at most the one in hand at each kill');
  }));

test('a form is asked no more often than its budget says, and tells so', () =>
  withLibrary({ books: 60 }, async (library, dir) => {
    await crawl(library.url, dir, ['--engine', 'http', '--forms', '--forms-budget', '9']);
    assert.equal(questionsIn(library).length, 9);
    const { stdout } = await argiope(['forms', '--out', dir]);
    assert.match(stdout, /asked 9 times: .*the budget is spent/s);
  }));
