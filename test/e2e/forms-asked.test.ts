import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FormReport } from '../../src/model/form-report.ts';
import { testFolder } from '../folder.ts';
import { drawBooks } from '../sites/catalogues.ts';
import { type Library, type LibraryWays, serveLibrary } from '../sites/library.ts';
import { facesCatalogue, postBackCatalogue, postedGrid } from '../sites/post-back.ts';
import { startSite } from '../sites/site.ts';
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

for (const engine of ['http', 'auto'])
  test(`links that only sort answers are tried and then left (${engine})`, () =>
    withLibrary({ books: 120, sorts: true }, async (library, dir) => {
      const args = ['crawl', library.url, '--out', dir, '--engine', engine, '--forms'];
      const { stderr } = await argiope(args);
      assert.equal(booksIn(library), 120);
      const sorted = library.log.filter((line) => line.includes('order='));
      assert.ok(sorted.length >= 8, 'what they bring has to be seen');
      assert.ok(sorted.length <= 100, `${sorted.length} addresses that sort`);
      assert.match(stderr, /links to answers were left: what differs in order showed nothing new/);
    }));

test('links that sort are followed where answers are cut off: another order shows other records', () =>
  withLibrary({ books: 120, sorts: true, mostPages: 1 }, async (library, dir) => {
    await crawl(library.url, dir, ['--engine', 'http', '--forms', '--forms-budget', '40']);
    const sorted = library.log.filter((line) => line.includes('order='));
    assert.ok(sorted.length > 40, `${booksIn(library)} books by ${sorted.length} addresses that sort`);
    assert.ok(booksIn(library) > 100, `${booksIn(library)} books by ${sorted.length} addresses that sort`);
  }));

test('a book is one page, wherever its link says that one came from', () =>
  withLibrary({ books: 60, trails: true }, async (library, dir) => {
    const summary = await crawl(library.url, dir, ['--engine', 'http', '--forms']);
    assert.equal(booksIn(library), 60);
    const asked = library.log.filter((line) => line.startsWith('GET /book/')).length;
    const links = questionsIn(library).length;
    assert.ok(asked <= 2 * 60 + 40, `${asked} requests for 60 books after ${links} questions`);
    assert.equal(library.log.filter((line) => line.startsWith('GET /notes')).length > 0, true);
    assert.ok((summary.pages as number) > 60);
  }));

test('of forms that look through the same records one is asked, the others only to see that', () =>
  withLibrary({ books: 150, apart: true, mostPages: 30 }, async (library, dir) => {
    await crawl(library.url, dir, ['--engine', 'http', '--forms']);
    assert.equal(booksIn(library), 150);
    const report = lastJson(await argiope(['forms', '--out', dir, '--json'])) as FormReport;
    const asked = report.forms.flatMap((form) => (form.asked ? [form.asked] : []));
    const others = asked.filter(({ ended }) => ended === 'shared');
    assert.equal(others.length, 2, JSON.stringify(asked));
    for (const { submissions } of others) assert.ok(submissions <= 40, JSON.stringify(asked));
  }));

test('forms that look through the same records reach together what none of them reaches alone', () =>
  withLibrary({ books: 150, apart: true, mostPages: 1 }, async (library, dir) => {
    await crawl(library.url, dir, ['--engine', 'http', '--forms']);
    assert.equal(booksIn(library), 150);
  }));

test('a question that ends in an error is told among the pages that could not be had', () =>
  withLibrary({ books: 60, method: 'post', broken: 'history' }, async (library, dir) => {
    const { errors } = await crawl(library.url, dir, ['--engine', 'http', '--forms']);
    const rows = readFileSync(join(dir, 'failures.jsonl'), 'utf8').trim().split('\n');
    assert.ok((errors as number) > 0);
    assert.equal(rows.length, errors);
    for (const row of rows) assert.match((JSON.parse(row) as { readonly label: string }).label, /history/);
  }));

test('pages of an answer that only a post of its form leads to are followed, and linked in the mirror', async () => {
  const books = drawBooks(160, 5).filter(({ title }) => /^[A-Z]/.test(title));
  const asked: URLSearchParams[] = [];
  const site = await startSite(postBackCatalogue(books, asked));
  const dir = mkdtempSync(join(out, 'crawl-'));
  try {
    await crawl(site.url, dir, ['--engine', 'http', '--forms']);
    const { forms } = lastJson(await argiope(['forms', '--out', dir, '--json'])) as FormReport;
    assert.equal(forms[0]?.asked?.records, books.length);
    assert.ok(asked.every((fields) => fields.has('go') !== (fields.get('__EVENTTARGET') === 'grid')));
    const keys = asked.map((fields) => fields.toString());
    assert.equal(new Set(keys).size, keys.length, 'nothing is asked twice');
    const mirror = join(dir, 'mirror');
    const pages = readdirSync(mirror, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.html'),
    );
    const texts = pages.map((name) => readFileSync(join(mirror, name), 'utf8'));
    assert.ok(
      books.every(({ title, author }) => texts.some((text) => text.includes(title) && text.includes(author))),
    );
    assert.ok(texts.some((text) => /<a [^>]*href="[^"#]+\.html"[^>]*>2<\/a>/.test(text)));
  } finally {
    await site.close();
  }
});

test('pages of a list that only a post of its page leads to are told, and followed with --forms', async () => {
  const books = drawBooks(58, 5);
  const asked: URLSearchParams[] = [];
  const site = await startSite(postedGrid(books, asked));
  const dir = mkdtempSync(join(out, 'crawl-'));
  try {
    const { stderr } = await argiope([
      'crawl',
      site.url,
      '--out',
      join(dir, 'events'),
      '--engine',
      'browser',
    ]);
    assert.match(stderr, /not posted: a form of \S+ to \S+stock\.aspx \(\d+ times\)/);
    assert.equal(asked.length, 0);
    const list = join(dir, 'list');
    await crawl(site.url, list, ['--engine', 'http', '--forms', '--forms-budget', '5']);
    assert.equal(asked.length, 4);
    await crawl(site.url, list, ['--engine', 'http', '--forms']);
    assert.deepEqual(
      asked.map((fields) => fields.get('__EVENTARGUMENT')),
      Array.from({ length: 11 }, (_, at) => `Page$${at + 2}`),
    );
    const mirror = join(list, 'mirror');
    const texts = readdirSync(mirror, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => readFileSync(join(mirror, name), 'utf8'));
    for (const { title } of books)
      assert.ok(
        texts.some((text) => text.includes(title)),
        title,
      );
  } finally {
    await site.close();
  }
});

test('a form whose pages are numbered by its server is asked from its newest page', async () => {
  const books = drawBooks(40, 3);
  const asked: URLSearchParams[] = [];
  const site = await startSite(facesCatalogue(books, asked));
  const dir = mkdtempSync(join(out, 'crawl-'));
  try {
    const { errors } = await crawl(site.url, dir, ['--engine', 'http', '--forms']);
    assert.equal(errors, 0);
    const { forms } = lastJson(await argiope(['forms', '--out', dir, '--json'])) as FormReport;
    assert.equal(forms[0]?.asked?.records, books.length);
    assert.ok(asked.length > 5);
  } finally {
    await site.close();
  }
});
