import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import { testFolder } from '../../../test/folder.ts';
import { csvLine, isGuarded } from '../../derive/csv.ts';
import { readPrior } from './prior.ts';
import { csvRows } from './prior-tables.ts';

const dir = testFolder('prior');

function file(name: string, text: string): string {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
}

const expected = { title: ['Moby, "Dick"', 'Emma'], year: ['1851', '1815'] };

test('known records are read from CSV, JSON, JSON lines and tables alike', async () => {
  const database = new DatabaseSync(join(dir, 'books.db'));
  database.exec('CREATE TABLE books (title TEXT, year INTEGER); CREATE TABLE other (x TEXT)');
  database.exec(`INSERT INTO books VALUES ('Moby, "Dick"', 1851), ('Emma', 1815)`);
  database.close();
  const rows = [
    { title: 'Moby, "Dick"', year: 1851 },
    { title: ['Emma'], year: '1815' },
  ];
  const sources = [
    file('a.csv', '\ufefftitle,year\r\n"Moby, ""Dick""",1851\r\nEmma,1815\r\n'),
    file('b.csv', 'title;year\n"Moby, ""Dick""";1851\nEmma;1815'),
    file('c.json', JSON.stringify(rows)),
    file('d.jsonl', rows.map((fields) => JSON.stringify({ page: '1', type: 'book', fields })).join('\n')),
    `${join(dir, 'books.db')}#books`,
  ];
  for (const source of sources)
    assert.deepEqual(Object.fromEntries((await readPrior([source])).known), expected, source);
  assert.deepEqual(Object.fromEntries((await readPrior(sources)).known), expected);
});

test('what cannot be read is named with the reason', async () => {
  const wrong = (source: string, message: RegExp) =>
    assert.rejects(readPrior([source]), { code: 'CONFIG', message });
  await wrong(join(dir, 'none.csv'), /the known records .*none.csv cannot be read: ENOENT/);
  await wrong(file('e.json', '[1]'), /expected objects, got 1/);
  await wrong(`${join(dir, 'books.db')}#films`, /expected one of the tables books, other, got films/);
  await wrong(join(dir, 'books.db'), /expected one of the tables books, other, got none/);
});

test('rows that were written as CSV are read back as they were', () => {
  const cell = fc.string({
    maxLength: 12,
    unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', ';', '=', "'", '5'),
  });
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      (rows) => {
        const text = csvLine(['x', 'y']) + rows.map((row) => csvLine(row)).join('');
        const read = csvRows(text)
          .slice(1)
          .map((row) => row.map((each) => (isGuarded(each) ? each.slice(1) : each)));
        assert.deepEqual(read, rows);
      },
    ),
  );
});
