import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { stage } from '../../src/cli/fixture.ts';
import { run } from '../../src/cli/main.ts';
import type { QueryReport } from '../../src/run/query/query.ts';
import { testFolder } from '../folder.ts';
import { type Book, catalogue, drawBooks, type Mood, styles } from '../sites/catalogues.ts';
import { serveLibrary } from '../sites/library.ts';
import { postBackCatalogue } from '../sites/post-back.ts';
import { type RunningSite, startSite } from '../sites/site.ts';

describe('one question to several catalogues', () => {
  const books = drawBooks(400, 3);
  const late: Book[] = [];
  const moods = styles.map((): Mood => ({}));
  let sites: RunningSite[] = [];
  const folder = testFolder('query');
  const { author } = books[5] as Book;
  const truth = books.filter((book) => book.author === author && book.year >= 2005);

  before(async () => {
    const owned = styles.map((_, nth) => books.filter((__, at) => at % 3 !== nth % 3));
    late.push(...(owned[0] ?? []));
    sites = await Promise.all(
      styles.map((style, nth) =>
        startSite(catalogue(style, nth === 0 ? late : (owned[nth] ?? []), moods[nth])),
      ),
    );
    // Four are known by crawls, two by their addresses.
    for (const [nth, site] of sites.slice(0, 4).entries()) {
      const io = stage({ cwd: folder });
      assert.equal(
        await run(['crawl', site.url, '--engine', 'http', '--out', `crawl-${nth}`, '--quiet'], io),
        0,
        io.err(),
      );
    }
  });
  after(async () => {
    await Promise.all(sites.map((site) => site.close()));
  });

  const question = `author=${author}, year>=2005`;
  async function ask(...args: readonly string[]) {
    const io = stage({ cwd: folder });
    const outs = [0, 1, 2, 3].flatMap((nth) => ['--out', `crawl-${nth}`]);
    const urls = sites.slice(4).map(({ url }) => url);
    const isSaved = args.includes('--saved');
    const where = isSaved ? [] : [...urls, ...outs];
    const code = await run(['query', ...(isSaved ? [] : [question]), ...where, ...args], io);
    return { code, out: io.out(), err: io.err() };
  }
  const titles = (report: QueryReport) => report.records.map(({ fields }) => fields.title?.[0]).sort();

  it('gives what a join of their databases would, with the source and address of each record', async () => {
    const { code, out, err } = await ask('--json', '--save', 'mine');
    assert.equal(code, 0, err);
    const report = JSON.parse(out) as QueryReport;
    assert.deepEqual(titles(report), truth.map(({ title }) => title).sort());
    for (const { sources, fields } of report.records) {
      assert.ok(sources.length >= 2);
      assert.ok(sources.every(({ url }) => /^http:\/\/127.*\d{13}/.test(url)));
      assert.equal(fields.author?.[0]?.split(', ').reverse().join(' '), author);
    }
    const open = report.sources.filter(({ unexpressed }) => unexpressed.includes('year>=2005'));
    assert.equal(open.length, 3, 'three forms have no years to begin with');
    const csv = await ask('--format', 'csv', '--quiet');
    assert.equal(csv.out.trim().split('\r\n').length, truth.length + 1);
    assert.match(csv.out, /^[\w,]*title[\w,]*,source,url\r\n/);
  });

  it('is a table of 80 columns, which names sources in trouble and waits for none of them', async () => {
    Object.assign(moods[1] as Mood, { hangs: true });
    Object.assign(moods[3] as Mood, { fails: true });
    Object.assign(moods[0] as Mood, { redesigned: true });
    try {
      const { code, out } = await ask('--timeout', '3');
      assert.equal(code, 4);
      assert.ok(
        out.split('\n').every((line) => line.length <= 80),
        out,
      );
      assert.match(out, /4 of 6 sources/);
      assert.match(out, /late; no whole answer within 3 s/);
      assert.match(out, /failed; .*HTTP 500/s);
      assert.match(out, /made otherwise than\s+before/);
      for (const { title } of truth) assert.ok(out.includes(title), title);
    } finally {
      for (const mood of moods) Object.assign(mood, { hangs: false, fails: false, redesigned: false });
    }
  });

  it('can be asked again, and tells what is new', async () => {
    const [first] = truth as [Book];
    late.push({ ...first, title: 'A Quite New One', isbn: '9780000000002', year: 2011 });
    const { out } = await ask('--saved', 'mine', '--json');
    const report = JSON.parse(out) as QueryReport;
    assert.equal(report.new, 1);
    assert.deepEqual(
      report.records.filter(({ isNew }) => isNew).map(({ fields }) => fields.title),
      [['A Quite New One']],
    );
    assert.equal((JSON.parse((await ask('--saved', 'mine', '--json')).out) as QueryReport).new, 0);
  });

  it('follows corrections of the mapping, which last', async () => {
    const file = join(folder, 'argiope-query', 'query-map.json');
    const map = JSON.parse(await readFile(file, 'utf8')) as Record<
      string,
      { fields: { field: string; means: string | null }[] }
    >;
    const name = Object.keys(map).find((key) =>
      map[key]?.fields.some(({ field }) => field === 'zz'),
    ) as string;
    for (const field of map[name]?.fields ?? []) field.means = null;
    await writeFile(file, JSON.stringify(map));
    const { out } = await ask('--json');
    const source = (JSON.parse(out) as QueryReport).sources.find((each) => each.source === name);
    assert.equal(source?.status, 'not asked');
    const kept = JSON.parse(await readFile(file, 'utf8')) as typeof map;
    assert.ok(kept[name]?.fields.every(({ means }) => means === null));
  });

  it('writes records as extraction does, and refuses what it cannot ask', async () => {
    const { code, out } = await ask('--json', '--records', 'csv');
    assert.equal(code, 0);
    assert.ok((JSON.parse(out) as QueryReport).files?.some((path) => path.endsWith('records.jsonl')));
    const lines = (await readFile(join(folder, 'argiope-query', 'records.jsonl'), 'utf8')).trim().split('\n');
    assert.equal(lines.length, truth.length + 1);
    const io = stage({ cwd: folder });
    assert.equal(await run(['query', 'x=1', `${(sites[0] as RunningSite).origin}/help`], io), 3);
    assert.match(io.err(), /no form that can be asked/);
    assert.equal(await run(['query', 'deep', 'rivers'], io), 2);
    assert.equal(await run(['query', '  '], io), 2);
  });
});

it('a source that shows less than its answer speaks of is told', async () => {
  const library = await serveLibrary({ books: 120, perPage: 10, mostPages: 2 });
  const folder = testFolder('library');
  try {
    const io = stage({ cwd: folder });
    assert.equal(await run(['query', 'subject=history', library.url, '--json'], io), 0, io.err());
    const { sources, records } = JSON.parse(io.out()) as QueryReport;
    assert.equal(records.length, 20);
    assert.match(sources[0]?.notes.join() ?? '', /its answer speaks of \d+ records, and showed 20/);
  } finally {
    await library.close();
  }
});

it('pages that only a post of the answer leads to are followed, with its hidden fields and no button', async () => {
  const books = drawBooks(200, 5);
  const asked: URLSearchParams[] = [];
  const site = await startSite(postBackCatalogue(books, asked));
  const io = stage({ cwd: testFolder('post-back') });
  try {
    assert.equal(await run(['query', 'title=Deep', site.url, '--json'], io), 0, io.err());
    const { records } = JSON.parse(io.out()) as QueryReport;
    const due = books.filter(({ title }) => title.includes('Deep'));
    assert.ok(due.length > 5);
    assert.deepEqual(
      records.map(({ fields }) => fields.title?.[0]).sort(),
      due.map(({ title }) => title).sort(),
    );
    assert.ok(asked.every((fields) => fields.has('go') !== (fields.get('__EVENTTARGET') === 'grid')));
  } finally {
    await site.close();
  }
});
