import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { testFolder } from '../../../test/folder.ts';
import { type ExtractedRecord, parseSchema } from '../../records/index.ts';
import { type RecordSet, writeRecords } from './write.ts';

const dir = testFolder('records');

const book = (
  page: string,
  fields: ExtractedRecord['fields'],
  path: string | null = null,
): ExtractedRecord => ({
  page,
  url: `http://books.test/${page}`,
  type: 'book',
  path,
  fields,
  confidence: Object.fromEntries(Object.keys(fields).map((name) => [name, 0.9])),
});

const set = (records: readonly ExtractedRecord[], source = 'books.test'): RecordSet => ({
  source,
  records: [
    ...records,
    { ...book('9', {}), reasons: [{ field: 'title', checkpoint: 'required', text: 'expected a value' }] },
  ],
  schema: parseSchema({ properties: { price: { type: 'number' }, title: {} } }, 's'),
});

const three = [
  { ...book('1', { title: 'Moby, "Dick"', price: '$ 1,250.50', author: ['A', 'B'] }), key: 'k1' },
  book('2', { title: '=1+1', 'List price': '5' }),
  book('2', { title: 'item one' }, 'related'),
  book('2', { title: 'item two' }, 'related'),
];

test('records and rejected ones are lines of JSON in the order of the issue', async () => {
  await writeRecords(set(three), { dir });
  const lines = readFileSync(join(dir, 'records.jsonl'), 'utf8').trimEnd().split('\n');
  assert.equal(lines.length, 4);
  assert.deepEqual(JSON.parse(lines[0] as string), three[0]);
  assert.deepEqual(Object.keys(JSON.parse(lines[0] as string)), [
    ...['page', 'url', 'type', 'path', 'fields', 'confidence', 'key'],
  ]);
  const rejected = JSON.parse(readFileSync(join(dir, 'rejected.jsonl'), 'utf8'));
  assert.deepEqual(rejected.reasons, [{ field: 'title', checkpoint: 'required', text: 'expected a value' }]);
});

test('CSV has a sheet for each type and list, and no formulas', async () => {
  await writeRecords(set(three), { dir, sinks: [{ kind: 'csv' }] });
  const folder = join(dir, 'records');
  assert.deepEqual(readdirSync(folder).sort(), ['book.csv', 'book_related.csv']);
  assert.equal(
    readFileSync(join(folder, 'book.csv'), 'utf8'),
    'page,url,key,title,price,author,List price\r\n' +
      '1,http://books.test/1,k1,"Moby, ""Dick""","$ 1,250.50","A\nB",\r\n' +
      "2,http://books.test/2,,'=1+1,,,5\r\n",
  );
});

test('SQLite has a table for each type and list, typed by the schema', async () => {
  const file = join(dir, 'records.db');
  await writeRecords(set(three), { dir, sinks: [{ kind: 'sqlite', file }] });
  const database = new DatabaseSync(file);
  const rows = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  assert.deepEqual(
    rows('SELECT _source, _page, _item, _key, title, price, author, list_price FROM book ORDER BY _page'),
    [
      {
        _source: 'books.test',
        _page: '1',
        _item: 0,
        _key: 'k1',
        title: 'Moby, "Dick"',
        price: 1250.5,
        author: '["A","B"]',
        list_price: null,
      },
      {
        _source: 'books.test',
        _page: '2',
        _item: 0,
        _key: null,
        title: '=1+1',
        price: null,
        author: null,
        list_price: '5',
      },
    ],
  );
  assert.deepEqual(rows('SELECT _item, title FROM book_related ORDER BY _item'), [
    { _item: 0, title: 'item one' },
    { _item: 1, title: 'item two' },
  ]);
  // Another source adds to the tables; the same one replaces what it wrote, also in tables it has no more.
  const sinks = [{ kind: 'sqlite', file }] as const;
  await writeRecords(set([book('1', { title: 'other', extra: 'x' })], 'other.test'), { dir, sinks });
  await writeRecords(set([book('3', { title: 'new' })]), { dir, sinks });
  assert.deepEqual(rows('SELECT title, extra FROM book ORDER BY title'), [
    { title: 'new', extra: null },
    { title: 'other', extra: 'x' },
  ]);
  assert.deepEqual(rows('SELECT * FROM book_related'), []);
  database.exec('DROP TABLE book; CREATE TABLE book (mine TEXT)');
  await assert.rejects(writeRecords(set(three), { dir, sinks }), {
    code: 'CONFIG',
    message: /the table book .* no column _source/,
  });
  assert.deepEqual(
    rows('SELECT count(*) AS rows FROM book_related'),
    [{ rows: 0 }],
    'nothing of it is written',
  );
  database.close();
});

test('fields whose names differ only in how they are written get columns of their own', async () => {
  const file = join(dir, 'names.db');
  const fields = { Price: '1', price: '2', 价格: '3', '2nd': '4', _page: '5' };
  await writeRecords(
    { ...set([book('1', fields)]), schema: null },
    { dir, sinks: [{ kind: 'sqlite', file }] },
  );
  const database = new DatabaseSync(file);
  const row = database.prepare('SELECT price, price_2, 价格, n_2nd, page FROM book').get();
  assert.deepEqual({ ...row }, { price: '1', price_2: '2', 价格: '3', n_2nd: '4', page: '5' });
  database.close();
});
