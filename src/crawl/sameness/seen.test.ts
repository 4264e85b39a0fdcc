import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Content, contentUnits } from '../../dom/units.ts';
import { type Named, Seen, unnamed } from './seen.ts';

function shows(...texts: string[]): Content {
  const kids = texts.map((text) => ({ tag: 'p', kids: [text] }));
  const root = { tag: 'html', kids: [{ tag: 'body', kids }] };
  return contentUnits(
    { url: 'http://h/', base: 'http://h/', doctype: null, title: '', lang: '', root },
    null,
  );
}

function seen(...pages: Content[]): Seen {
  const all = new Seen();
  for (const [page, content] of pages.entries()) all.add(page, content, []);
  return all;
}

const naming = (...numbers: string[]): Named => ({ numbers: new Set(numbers), turns: false });

describe('what was shown', () => {
  test('is not new in another order, together with other things, or in part', () => {
    const all = seen(shows('Ada', 'Bob'), shows('Cleo'));
    assert.deepEqual(all.news(shows('Cleo', 'Ada'), [], unnamed), []);
    assert.deepEqual(all.news(shows('Cleo', 'Dora'), [], unnamed), ['text dora']);
  });

  test('is a page where it is just what that page shows, no less and no more', () => {
    const all = seen(shows('Ada', 'Bob'), shows('Ada'));
    assert.equal(all.equal(shows('Bob', 'Ada')), 0);
    assert.equal(all.equal(shows('Ada')), 1);
    assert.equal(all.equal(shows('Bob')), null);
  });

  test('is not changed by asking', () => {
    const all = seen(shows('Ada'));
    assert.equal(all.news(shows('Bob'), ['way x'], unnamed).length, 2);
    assert.equal(all.news(shows('Bob'), ['way x'], unnamed).length, 2);
  });

  test('a text is another one where its action names all of its numbers', () => {
    const all = seen(shows('Release 2.0, tag v2.0'));
    assert.deepEqual(all.news(shows('Release 2.1, tag v2.1'), [], unnamed), []);
    assert.equal(all.news(shows('Release 2.1, tag v2.1'), [], naming('2.1')).length, 1);
  });

  test('a number that counts is nothing new', () => {
    const all = seen(shows('1 to 10 of 57', '3 likes'));
    assert.deepEqual(all.news(shows('11 to 20 of 57', '4 likes'), [], unnamed), []);
    assert.deepEqual(all.news(shows('11 to 20 of 57'), [], naming('20')), []);
  });

  test('a number is a name where one page shows several of the kind', () => {
    const all = seen(shows('Row 1', 'Row 2'));
    assert.deepEqual(all.news(shows('Row 3'), [], unnamed), ['text row 3']);
    assert.deepEqual(all.news(shows('Row 2'), [], unnamed), []);
    assert.equal(seen(shows('Page 1')).news(shows('Page 2', 'Page 3'), [], unnamed).length, 2);
  });

  test('a number is no name where another one came at each click, whatever else is shown beside it', () => {
    const signed = (...numbers: number[]) => shows(...numbers.map((number) => `Signed with ${number}`));
    const all = seen(signed(1, 2), ...Array.from({ length: 10 }, (_, at) => signed(1, 10 + at)));
    assert.deepEqual(all.news(signed(1, 99), [], unnamed), []);
    assert.deepEqual(all.news(signed(97, 98), [], unnamed), [], 'nor where the way there was gone again');
    const rows = seen(signed(1, 2, 3, 4, 5), ...Array.from({ length: 30 }, (_, at) => signed(1, 10 + at)));
    assert.equal(
      rows.news(signed(91, 92, 93, 94, 95), [], unnamed).length,
      5,
      'rows of another leaf are names',
    );
    assert.equal(all.news(signed(1, 99), [], naming('99')).length, 1, 'so is what the action names');
  });

  test('a number is a name where the action names it, or turns to it', () => {
    const all = seen(shows('Page: 1'));
    assert.deepEqual(all.news(shows('Page: 3'), [], naming('3')), ['text page 3']);
    assert.deepEqual(all.news(shows('Page: 3'), [], naming('4')), []);
    assert.deepEqual(all.news(shows('Page: 2'), [], { numbers: new Set(), turns: true }), ['text page 2']);
  });

  test('known words in a new combination are another item, a part of an item is none', () => {
    const list = (...rows: string[][]) => {
      const items = new Map(rows.map((row) => [row.toSorted().join('|'), new Set(row)]));
      return { ...shows(...rows.flat()), items };
    };
    const all = seen(list(['cook', 'oslo'], ['baker', 'rome', 'new']));
    assert.deepEqual(all.news(list(['cook', 'rome']), [], unnamed), ['item cook|rome']);
    assert.deepEqual(all.news(list(['baker', 'rome'], ['oslo', 'cook']), [], unnamed), []);
  });

  test('a handler that no page has offered is new', () => {
    const all = new Seen();
    all.add(0, shows('Ada'), ['way load(1)']);
    assert.deepEqual(all.news(shows('Ada'), ['way load(1)'], unnamed), []);
    assert.deepEqual(all.news(shows('Ada'), ['way load(2)'], unnamed), ['way load(2)']);
  });

  test('belongs to the page that showed the most of it first', () => {
    const all = seen(shows('Menu'), shows('Menu', 'Ada', 'Bob'), shows('Menu', 'Cleo'));
    assert.equal(all.showing(shows('Menu', 'Cleo', 'Ada', 'Bob'), shows('Menu')), 1);
    assert.equal(all.showing(shows('Menu'), shows('Menu')), null);
  });

  test('what is left of a long item when parts of it are hidden is nothing new', () => {
    const item = (...texts: string[]) => {
      const kids = texts.map((text) => ({ tag: 'p', kids: [text] }));
      const root = {
        tag: 'html',
        kids: [{ tag: 'body', kids: [{ tag: 'ul', kids: [{ tag: 'li', kids }] }] }],
      };
      const page = { url: 'http://h/', base: 'http://h/', doctype: null, title: '', lang: '' };
      return contentUnits({ ...page, root }, null);
    };
    const texts = 'ant bee cat dog eel fox gnu hen ibis jay koi lynx mole newt'.split(' ');
    const all = seen(item(...texts), shows('Owl'));
    assert.deepEqual(all.news(item(...texts.slice(0, 5)), [], unnamed), []);
    assert.equal(all.news(item(...texts.slice(0, 5), 'Owl'), [], unnamed).length, 1);
  });
});
