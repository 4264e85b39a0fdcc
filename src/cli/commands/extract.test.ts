import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { testFolder } from '../../../test/folder.ts';
import { books, type Look, table } from '../../extract/rules/fixture.ts';
import type { ExtractedRecord, RejectedRecord } from '../../records/index.ts';
import { stage } from '../fixture.ts';
import { run } from '../main.ts';
import { displayWidth } from '../terminal.ts';

const cwd = testFolder('extract');

const some = books(14);
const address = (at: number) => `http://shop.test/book/${at}`;

function writePages(look: Look): void {
  mkdirSync(join(cwd, 'shop', 'books'), { recursive: true });
  for (const [at, book] of some.entries()) {
    const head = `<title>${book.title} | Shop</title><link rel="canonical" href="${address(at)}">`;
    writeFileSync(join(cwd, 'shop', 'books', `${String(at).padStart(2, '0')}.html`), head + look(book));
  }
}

function lines<T>(file: string): readonly T[] {
  const text = readFileSync(join(cwd, 'out', file), 'utf8').trimEnd();
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as T);
}

async function argiope(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const io = stage({ cwd, env: { EDITOR: `"${process.execPath}" "${join(cwd, 'edit.mjs')}"` } });
  const code = await run(argv, io);
  return { code, out: io.out(), err: io.err() };
}

const schema = {
  title: 'book',
  properties: {
    title: { type: 'string' },
    author: { type: 'string', 'x-labels': ['Author'] },
    price: { type: 'number', maximum: 23 },
  },
  required: ['title'],
  'x-check': ['price > 0'],
};

describe('argiope extract', () => {
  it('makes records of a folder: names, checkpoints, tables, report', async () => {
    writePages(table);
    writeFileSync(join(cwd, 'book.json'), JSON.stringify(schema));
    const flags = [
      '--pages',
      'shop',
      '--out',
      'out',
      '--schema',
      'book.json',
      '--records',
      'csv',
      '--report',
      'r.html',
    ];
    const { code, out } = await argiope('extract', ...flags);
    assert.equal(code, 0);
    for (const line of out.split('\n')) assert.ok(displayWidth(line) <= 80, line);
    assert.match(out, /^14 pages, 11 records, 3 rejected/);
    const records = lines<ExtractedRecord>('records.jsonl');
    const cheap = some.flatMap(({ title, author, price }, at) =>
      Number(price.slice(1)) > 23
        ? []
        : {
            page: `books/${String(at).padStart(2, '0')}.html`,
            url: address(at),
            fields: { title, author, price },
          },
    );
    assert.deepEqual(
      records.map(({ page, url, fields }) => ({ page, url, fields })),
      cheap,
    );
    for (const { confidence } of records)
      for (const sure of Object.values(confidence)) assert.ok(sure >= 0.5 && sure <= 1);
    const rejected = lines<RejectedRecord>('rejected.jsonl');
    assert.deepEqual(
      rejected.map(({ reasons }) => reasons.map(({ field, checkpoint }) => [field, checkpoint])),
      Array.from({ length: 3 }, () => [['price', 'maximum']]),
    );
    assert.match(readFileSync(join(cwd, 'out', 'records', 'book.csv'), 'utf8'), /^page,url,/);
    const report = readFileSync(join(cwd, 'r.html'), 'utf8');
    assert.doesNotMatch(report, /<script|https?:\/\/(?!shop\.test)/);
    assert.match(report, /<mark[^>]*title="price"/);
  });

  it('keeps the rules, and tests them on the pages', async () => {
    const { out } = await argiope('rules', 'test', '--out', 'out', '--json');
    const { templates } = JSON.parse(out) as {
      templates: { pages: number; fields: { name: string; found: number }[] }[];
    };
    assert.equal(templates.length, 1);
    assert.equal(templates[0]?.pages, 14);
    const found = templates[0]?.fields
      .filter(({ name }) => name in schema.properties)
      .map(({ name, found: count }) => [name, count]);
    assert.deepEqual(Object.fromEntries(found ?? []), { title: 14, author: 14, price: 14 });
  });

  it('lets a person edit them, and refuses what is wrong with the reason', async () => {
    const edit = (from: string, to: string) =>
      writeFileSync(
        join(cwd, 'edit.mjs'),
        `import { readFileSync, writeFileSync } from 'node:fs';
         const file = process.argv[2];
         writeFileSync(file, readFileSync(file, 'utf8').replaceAll(${JSON.stringify(from)}, ${JSON.stringify(to)}));`,
      );
    edit('"name": "author"', '"name": "writer"');
    const edited = await argiope('rules', 'edit', '--out', 'out');
    assert.equal(edited.code, 0, edited.err);
    assert.match(edited.out, /version 2/);
    edit('"confidence"', '"confidense"');
    const wrong = await argiope('rules', 'edit', '--out', 'out');
    assert.equal(wrong.code, 2);
    assert.match(
      wrong.err,
      /the rules as edited, at templates\[0\]\.fields\[0\]\.confidense: expected one of name/,
    );
    const written = /What you wrote is in (.+\.json):/.exec(wrong.err)?.[1] ?? '';
    assert.match(readFileSync(written, 'utf8'), /"confidense"/, 'what was written is not lost');
    rmSync(dirname(written), { recursive: true });
    const { out } = await argiope('rules', 'show', '--out', 'out');
    assert.match(out, /version 2.*\nversions: 1 .*, 2 /);
    assert.match(out, /^writer /m);
  });

  it('goes through a file, and back', async () => {
    assert.equal((await argiope('rules', 'export', 'rules.json', '--out', 'out')).code, 0);
    assert.match((await argiope('rules', 'import', 'rules.json', '--out', 'out')).out, /nothing has changed/);
    const text = readFileSync(join(cwd, 'rules.json'), 'utf8').replaceAll(
      '"name": "writer"',
      '"name": "author"',
    );
    writeFileSync(join(cwd, 'rules.json'), text);
    assert.match((await argiope('rules', 'import', 'rules.json', '--out', 'out')).out, /version 3/);
  });

  it('mends the rules when the site has a new look, and says so', async () => {
    writePages(
      ({ title, author, price }) =>
        `<main class="new"><section><h2>${title}</h2><ul><li>by <i>${author}</i></li><li>now <em>${price}</em></li></ul></section></main>`,
    );
    const { code, out } = await argiope(
      'extract',
      '--pages',
      'shop',
      '--out',
      'out',
      '--schema',
      'book.json',
      '--json',
    );
    assert.equal(code, 0);
    const { steps, records } = JSON.parse(out) as {
      steps: { kind: string; field: string }[];
      records: number;
    };
    assert.equal(records, 11);
    const repaired = steps.filter(({ kind }) => kind === 'repaired').map(({ field }) => field);
    assert.ok(repaired.includes('price') && repaired.includes('author'), JSON.stringify(steps));
    const fields = lines<ExtractedRecord>('records.jsonl').map(({ fields: each }) => each);
    const cheap = some.filter(({ price }) => Number(price.slice(1)) <= 23);
    assert.deepEqual(
      fields.map(({ price }) => price),
      cheap.map(({ price }) => price),
    );
    assert.deepEqual(
      fields.map(({ author }) => author),
      cheap.map(({ author }) => author),
    );
  });

  it('says what is wrong before anything is done', async () => {
    const none = await argiope('extract', '--pages', 'nowhere');
    assert.equal(none.code, 2);
    assert.match(none.err, /the folder .*nowhere cannot be read/);
    writeFileSync(join(cwd, 'bad.json'), '{"properties": {"a": {"type": "money"}}}');
    const bad = await argiope('extract', '--pages', 'shop', '--out', 'out', '--schema', 'bad.json');
    assert.equal(bad.code, 2);
    assert.match(bad.err, /the schema .*bad.json, at properties.a.type: expected one of/);
    const list = await argiope('extract', '--pages', 'shop', '--out', 'out', '--filters', 'none.txt');
    assert.match(list.err, /the filter list .*none.txt cannot be read/);
    const place = await argiope('extract', '--pages', 'shop', '--records', 'mysql://x');
    assert.match(place.err, /--records must be jsonl, csv, sqlite/);
    const word = await argiope('rules', 'lst', '--out', 'out');
    assert.match(word.err, /did you mean "list"/);
  });
});
