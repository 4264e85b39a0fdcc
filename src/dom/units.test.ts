import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { contentUnits, withoutEchoes } from './units.ts';
import { volatileMask } from './volatile.ts';

type Attrs = Readonly<Record<string, string>>;

const e = (tag: string, attrs: Attrs, ...kids: TreeNode[]): ElementNode => ({ tag, attrs, kids });
const page = (...body: TreeNode[]): DocumentTree => {
  const url = 'http://h/list?p=1';
  return {
    url,
    base: url,
    doctype: 'html',
    title: '',
    lang: '',
    root: e('html', {}, e('body', {}, ...body)),
  };
};
const units = (...body: TreeNode[]) => [...contentUnits(page(...body), null).units].sort();

test('texts are units by their words, wherever and in whatever order they stand', () => {
  const one = [e('p', {}, 'Ada  Lovelace!'), e('p', {}, 'Grace Hopper')];
  assert.deepEqual(units(...one), ['text ada lovelace', 'text grace hopper']);
  assert.deepEqual(units(e('ul', { class: 'dark' }, ...one.toReversed())), units(...one));
});

test('a text that a script has cut in pieces is one unit, an element in it parts it', () => {
  assert.deepEqual(units(e('p', {}, 'one ', 'two')), ['text one two']);
  assert.deepEqual(units(e('p', {}, 'one ', e('b', {}, 'two'))), ['text one', 'text two']);
});

test('lines that are kept are units of their own, other ends of lines are blanks', () => {
  assert.deepEqual(units(e('pre', {}, 'pointer down\npointer up\n', e('b', {}, 'Ada'), ' and\npointer up')), [
    'text ada',
    'text and',
    'text pointer down',
    'text pointer up',
  ]);
  assert.deepEqual(units(e('p', {}, 'Ada\nLovelace')), ['text ada lovelace']);
});

test('words of tooltips and for screen readers, icons and decoration are no units', () => {
  const bare = [
    e('b', { title: 'Dark mode', 'aria-label': 'switch' }, '☾'),
    e('img', { src: 'tile/1/2.png', alt: '' }),
    e('img', { src: 'icon.png', width: '16', height: '16' }),
    e('img', { src: 'data:image/gif;base64,AA' }),
    { ...e('p', {}, 'folded'), hidden: true as const },
    e('script', {}, 'x'),
  ];
  assert.deepEqual(units(...bare), []);
});

test('pictures, media, link targets and fields of forms are units', () => {
  const shown = [
    e('img', { src: 'ada.jpg', width: '300' }),
    e('video', { src: '/talk.webm' }),
    e('a', { href: '?p=2' }),
    e('a', { href: '#top' }),
    e('a', { href: '#/people/7' }),
    e('form', {}, e('input', { type: 'search', name: 'q', placeholder: 'Find people' })),
  ];
  assert.deepEqual(units(...shown), [
    'field input search q',
    'link http://h/list?p=1#/people/7',
    'link http://h/list?p=2',
    'media http://h/talk.webm',
    'picture http://h/ada.jpg',
    'text find people',
  ]);
});

test('numbers are told apart from words, bare ones are nothing', () => {
  const { units: found, numbered } = contentUnits(
    page(e('p', {}, '1 to 10 of 57 entries'), e('b', {}, '3'), e('p', {}, 'mp3 第3页')),
    null,
  );
  assert.deepEqual([...found].sort(), ['text # to # of # entries', 'text mp3 第#页']);
  assert.deepEqual([...(numbered.get('# to # of # entries') ?? [])], ['1 to 10 of 57 entries']);
});

test('ordinals and measures are numbers: a page that counts its visits was another one at each, 828 times', () => {
  assert.deepEqual(
    units(
      e('p', {}, 'Here for the 21st time'),
      e('p', {}, 'Here for the 2nd time'),
      e('p', {}, 'found in 35ms'),
    ),
    ['text found in #', 'text here for the # time'],
  );
  assert.deepEqual(units(e('p', {}, 'b2b, mp3 and 3D')), ['text b2b mp3 and 3d']);
});

test('what machines have coded is a number', () => {
  const key = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA';
  const said = (text: string) => contentUnits(page(e('p', {}, text)), null);
  assert.deepEqual([...said(`Public key ${key}`).units], ['text public key #']);
  assert.deepEqual([...said('Order 3f2504e0-4f89-11d3-9a0c-0305e82c3301').units], ['text order #']);
  const figures = (text: string) => [...(said(text).numbered.get('public key #') ?? [])].join();
  assert.notEqual(figures(`Public key ${key}`), figures(`Public key ${key}x`));
  assert.deepEqual(
    [...said('The honorificabilitudinitatibus of deadbeefdeadbeef').units],
    ['text the honorificabilitudinitatibus of deadbeefdeadbeef'],
  );
});

test('numbers of dates name nothing, in any language', () => {
  for (const date of ['December 14, 2026', 'Mon 12/14', '2026年12月', '14. März', '6 am']) {
    const { numbered } = contentUnits(page(e('p', {}, date)), null);
    assert.equal(numbered.size, 0, date);
  }
  assert.equal(contentUnits(page(e('p', {}, 'March 7 concert')), null).numbered.size, 1);
});

test('what was typed is no content, what is said of it is', () => {
  const shown = contentUnits(page(e('li', {}, 'Buy milk'), e('p', {}, 'Nothing found for buy milk')), null);
  assert.deepEqual([...withoutEchoes(shown, ['buy milk']).units], ['text nothing found for *']);
  assert.equal(withoutEchoes(shown, []), shown);
});

test('items of lists are their texts together, however they are made', () => {
  const card = (...texts: string[]) => e('div', { class: 'card' }, ...texts.map((text) => e('p', {}, text)));
  const items = (...body: TreeNode[]) => [...contentUnits(page(...body), null).items.keys()];
  assert.deepEqual(items(card('Cook', 'Oslo'), card('Baker', 'Rome')), ['cook|oslo', 'baker|rome']);
  assert.deepEqual(items(e('ul', {}, e('li', {}, 'alone'))), []);
  assert.deepEqual(items(e('p', {}, 'not'), e('div', {}, e('b', {}, 'an'), e('i', {}, 'item'))), []);
});

test('what a button says belongs to no item: each of 66 copy buttons of a manual made a page', () => {
  const block = (said: string) =>
    e('div', { class: 'code' }, e('p', {}, 'import'), e('p', {}, 'json'), e('button', {}, said));
  const items = (said: string) => [...contentUnits(page(block(said), block(said)), null).items.keys()];
  assert.deepEqual(items('Copy'), items('Copied!'));
  assert.deepEqual(items('Copy'), ['import|json']);
  const drawing = (title: string): ElementNode => ({
    tag: 'svg',
    ns: 'svg',
    kids: [{ tag: 'title', ns: 'svg', kids: [title] }],
  });
  assert.deepEqual(units(drawing('Copied!')), []);
});

test('rows with figures are units as a whole, weeks of a calendar are not', () => {
  const row = (...cells: string[]) => e('tr', {}, ...cells.map((cell) => e('td', {}, cell)));
  assert.deepEqual(units(row('Oslo', '1,204', '3.5 %')), ['row Oslo|1,204|3.5 %', 'text oslo']);
  assert.deepEqual(units(row('29', '30', '1', '2')), []);
  // A calendar of years went on for ever.
  assert.deepEqual(units(row('«', '2020', '»'), row('«', '2020-2029', '»')), []);
  assert.deepEqual(units(row('2019', '1,204')), ['row 2019|1,204']);
  assert.deepEqual(units(row('2019', 'Oslo')), ['row 2019|Oslo', 'text oslo']);
});

test('what changes from visit to visit is no unit', () => {
  const path = '/HTML/BODY[1]/P[1]';
  const mask = volatileMask([{ path, attribute: '', shape: 'today is @' }]);
  const document = page(e('p', {}, 'today is Monday'), e('p', {}, 'news'));
  assert.deepEqual([...contentUnits(document, mask).units], ['text news']);
});

test('a text in a host is shown where its slot is, through other hosts too', () => {
  const host = (hidden: boolean, ...inside: TreeNode[]): ElementNode => {
    const box: ElementNode = { tag: 'div', kids: inside, ...(hidden && { hidden: true }) };
    return { tag: 'x-box', kids: ['Words'], shadow: { mode: 'open', kids: [box] } };
  };
  const slot: ElementNode = { tag: 'slot' };
  const frame = (hidden: boolean): ElementNode => ({ ...host(hidden, slot), tag: 'x-frame', kids: [slot] });
  assert.deepEqual([units(host(false, slot)), units(host(true, slot))], [['text words'], []]);
  assert.deepEqual([units(host(false, frame(false))), units(host(false, frame(true)))], [['text words'], []]);
  assert.deepEqual(units(host(false)), []);
});
