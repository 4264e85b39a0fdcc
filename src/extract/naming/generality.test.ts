import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldAt, pageOf } from './fixture.ts';
import { KnownRows } from './known-rows.ts';
import { nameFields } from './name.ts';
import type { WantedProperty } from './wanted.ts';
import { labelWords, likeness } from './words.ts';

const films = [
  ['Night Train', 'PG', '8.1', 'Ann Lee', ['Drama']],
  ['The Long Road', 'R', '6.4', 'Bob Stone', ['Comedy', 'Drama']],
  ['Ice', 'PG-13', '7.7', 'Cid Moore', ['Horror', 'Western', 'Drama']],
  ['A Small Garden', 'G', '5.9', 'Dan Frost', ['Romance', 'Drama']],
] as const;

const pages = films.map(([title, rated, score, director, genres], at) =>
  pageOf(
    String(at),
    `<h1 data-f="f1">${title}</h1><table><tr><td>MPAA:</td><td data-f="f2">${rated}</td></tr>
    <tr><td>Rating:</td><td data-f="f3">${score}</td></tr>
    <tr><td>Directed by:</td><td data-f="f4">${director}</td></tr>
    <tr><td>Genres:</td><td>${genres.map((genre, nth) => `<a data-f="g${nth}">${genre}</a>`).join(', ')}</td></tr></table>`,
    `<title>${title} - Films</title>`,
  ),
);
const fields = ['f1', 'f2', 'f3', 'f4', 'g0', 'g1', 'g2'].map((id) => fieldAt(id, pages));

function found(wanted: readonly WantedProperty[], name: string, more = {}) {
  const own = nameFields({ pages, fields, wanted, ...more }).find((one) => one.name === name);
  return pages.map((page) => (own?.spots.get(page.name) ?? []).map(({ text }) => text));
}

test('a label of the schema does not make another thing of what its name says', () => {
  const rated = films.map(([, own]) => [own]);
  assert.deepEqual(found([{ name: 'mpaa_rating' }, { name: 'title' }], 'mpaa_rating'), rated);
  const labelled = [{ name: 'mpaa_rating', labels: ['Rating'] }, { name: 'title' }];
  assert.deepEqual(found(labelled, 'mpaa_rating'), rated);
});

test('all values of an attribute that stand side by side are found', () => {
  assert.deepEqual(
    found([{ name: 'genre' }], 'genre'),
    films.map(([, , , , genres]) => [...genres]),
  );
});

test('records that are known decide with a schema too, whatever the page calls the values', () => {
  const rows = new KnownRows(
    films.slice(0, 3).map(([title, , , director]) => ({ title: [title], boss: [director] })),
  );
  const wanted = [{ name: 'title' }, { name: 'boss' }];
  assert.deepEqual(
    found(wanted, 'boss', { rows }),
    films.map(([, , , director]) => [director]),
  );
});

test('a page is about a known record where it shows more of it than its name', () => {
  const rows = new KnownRows([{ title: ['Ice'], director: ['Cid Moore'], score: ['7.7'] }]);
  assert.equal(rows.on(pages).size, 1);
  const link = pageOf(
    '9',
    '<h1>Fire</h1><p>Also see <a>Ice</a> and <a>Night Train</a></p>',
    '<title>Fire</title>',
  );
  assert.equal(rows.rowOf(link), null);
});

test('words of one stem and abbreviations are alike, and the last word of a label says what it is', () => {
  const like = (one: string, other: string) => likeness(labelWords(one), labelWords(other));
  assert.ok(like('Pub. Date', 'publication_date') > 0.7);
  assert.ok(like('Published', 'publication') > 0.7);
  assert.ok(like('Sale Price', 'price') > like('Price Range', 'price'));
});
