import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { documentPrints } from './canonical.ts';
import { learnVolatile, meetsMask, volatileMask, volatileShape } from './volatile.ts';

function page(...kids: TreeNode[]): DocumentTree {
  const root = { tag: 'html', kids: [{ tag: 'head' }, { tag: 'body', kids }] };
  return { url: 'http://h/', base: 'http://h/', doctype: 'html', title: '', lang: '', root };
}

const element = (tag: string, attrs: Record<string, string>, ...kids: TreeNode[]): ElementNode => ({
  tag,
  attrs,
  kids,
});
const paragraph = (text: string): TreeNode => ({ tag: 'p', kids: [text] });
const link = (href: string): TreeNode => ({ tag: 'a', attrs: { href }, kids: ['on'] });
const prose = paragraph('Something that stays. '.repeat(40));

/** Whether two pages are one under what two visits have taught. */
function sameAfter(visits: readonly [DocumentTree, DocumentTree], one: DocumentTree, other: DocumentTree) {
  const mask = volatileMask(learnVolatile(...visits));
  return documentPrints(one, mask).exact === documentPrints(other, mask).exact;
}

test('a clock, a date, a counter and a token have one form at any time', () => {
  const pairs = [
    ['12:03:55', '9:00:01'],
    ['Sunday, 15 Nov 2026', 'Monday, 2 February 2027'],
    ['Visitors: 1203', 'Visitors: 1204'],
    ['/next?sid=a1b2c3d4e5f6a7b8', '/next?sid=ffffff0000001111'],
    ['3:15 pm', '4:20 am'],
    ['星期日 下午 3:00', '星期一 上午 4:00'],
    ['on a Sunday', 'on a Friday'],
    ['星期日', '星期一'],
  ];
  for (const [one, other] of pairs)
    assert.equal(volatileShape(one as string), volatileShape(other as string));
});

test('words that differ keep texts apart', () => {
  assert.notEqual(volatileShape('A quotation of the day'), volatileShape('Another thought'));
  assert.notEqual(volatileShape('internationalisation'), volatileShape('internationalization'));
});

test('what changed between two visits in form only is learned, whole texts are not', () => {
  const one = page(paragraph('Now 12:00:00'), paragraph('Quote: stay hungry'), link('/x?t=1a2b3c4d5e6f7a8b'));
  const other = page(paragraph('Now 13:01:01'), paragraph('Quote: be kind'), link('/x?t=9a8b7c6d5e4f3a2b'));
  assert.deepEqual(learnVolatile(one, other), [
    { path: '/HTML/BODY[1]/P[1]', attribute: '', shape: 'Now #:#:#' },
    { path: '/HTML/BODY[1]/A[1]', attribute: 'href', shape: '/x?t=*' },
  ]);
});

test('a masked spot does not make a page, another text in the same place does', () => {
  const mask = volatileMask([{ path: '/HTML/BODY[1]/P[1]', attribute: '', shape: 'Now #:#:#' }]);
  const at = (text: string) => documentPrints(page(paragraph(text)), mask).exact;
  assert.equal(at('Now 1:02:03'), at('Now 23:59:59'));
  assert.notEqual(at('Now 1:02:03'), at('Page 2 of 30'));
  assert.notEqual(at('Page 2 of 30'), at('Page 3 of 30'));
});

test('equal visits teach nothing', () => {
  const same = page(paragraph('Page 1 of 30'), link('/2'));
  assert.deepEqual(learnVolatile(same, same), []);
  assert.equal(volatileMask([]), null);
});

test('a rotating advertisement is left out, and nothing else with it', () => {
  const shown = (ad: string, text: TreeNode = prose) =>
    page(element('div', { class: 'ad' }, element('a', { href: `/to/${ad}` }, `Buy ${ad}`)), text);
  const visits = [shown('shoes'), shown('hats')] as const;
  assert.deepEqual(learnVolatile(...visits), [
    { path: '/HTML/BODY[1]/DIV[1]', attribute: '', shape: '(a)', kind: 'content', anchor: 'ad' },
  ]);
  assert.ok(sameAfter(visits, shown('hats'), shown('a third thing')));
  assert.ok(!sameAfter(visits, shown('hats'), shown('hats', paragraph('Another page'))));
});

test('pages without the advertisement have the same prints with it left out', () => {
  const shown = (name: string, text: string) => page(element('div', { class: name }, text), prose);
  const mask = volatileMask(learnVolatile(shown('ad', 'shoes'), shown('ad', 'hats')));
  assert.ok(meetsMask(shown('ad', 'ties'), mask));
  assert.ok(!meetsMask(shown('notice', 'ties'), mask));
  assert.ok(!meetsMask(page(prose), mask));
  const [other, framed] = [shown('notice', 'ties'), page(element('iframe', {}))];
  assert.equal(documentPrints(other, mask).exact, documentPrints(other, null).exact);
  assert.ok(!meetsMask(framed, mask) && !meetsMask(framed, null));
});

test('another element in the place of an advertisement counts: other name, or other structure', () => {
  const shown = (ad: TreeNode) => page(ad, prose);
  const ad = (text: string) => element('div', { class: 'ad' }, text);
  const visits = [shown(ad('shoes')), shown(ad('hats'))] as const;
  const named = (name: string, text: string) => shown(element('div', { class: name }, text));
  assert.ok(!sameAfter(visits, named('notice', 'one'), named('notice', 'other')));
  const list = (text: string) => shown(element('div', { class: 'ad' }, element('ul', {}, text)));
  assert.ok(!sameAfter(visits, list('one'), list('other')));
});

test('neither what a page is about nor a large part of it is ever left out', () => {
  const main = (text: string) => page(element('main', { class: 'x' }, text), prose);
  assert.deepEqual(learnVolatile(main('one'), main('other')), []);
  const large = (text: string) => page(element('div', { class: 'x' }, text), paragraph('short'));
  assert.deepEqual(learnVolatile(large('a thought'), large('another')), []);
});

test('a name that is made anew is known by its whole words, not by what is alike by chance', () => {
  const shown = (salt: string, ad: string) => page(element('div', { id: `x${salt}-5` }, ad), prose);
  for (const [one, other] of [
    ['9kq2', '7vb3'],
    ['kq', 'kq9'],
    ['2k', '3w8'],
  ] as const) {
    const visits = [shown(one, 'shoes'), shown(other, 'hats')] as const;
    const [spot] = learnVolatile(...visits);
    assert.match(spot?.anchor ?? '', /^#x(kq)?…-#$/);
    assert.ok(sameAfter(visits, shown('kqz', 'coats'), shown('kqw', 'gloves')));
  }
  const named = (name: string, ad: string) => page(element('div', { class: name }, ad), prose);
  assert.deepEqual(
    learnVolatile(named('ad-top', 'shoes'), named('ad-tall', 'hats')).map(({ anchor }) => anchor),
    ['ad-…'],
  );
});

test('parts that come in any order count as a set', () => {
  const list = (...names: string[]) => page(prose, element('ul', {}, ...names.map(paragraph)));
  const visits = [list('News 1', 'News 2', 'Poll'), list('Poll', 'News 2', 'News 1')] as const;
  assert.deepEqual(learnVolatile(...visits), [
    { path: '/HTML/BODY[1]/UL[1]', attribute: '', shape: '', kind: 'order' },
  ]);
  assert.ok(sameAfter(visits, list('News 1', 'Poll', 'News 2'), list('News 2', 'News 1', 'Poll')));
  assert.ok(!sameAfter(visits, list('News 1', 'Poll', 'News 2'), list('News 2', 'News 3', 'Poll')));
  assert.ok(!sameAfter(visits, list('Poll', 'Poll', 'News 2'), list('Poll', 'News 2', 'News 2')));
});

test('names and targets that are made anew with every visit do not count', () => {
  const form = (id: string, label: string) =>
    page(element('input', { name: id }), element('a', { href: `#${id}` }, label), prose);
  const visits = [form('xkqjzv', 'up'), form('bwpoiu', 'up')] as const;
  assert.deepEqual(
    learnVolatile(...visits).map(({ attribute, kind }) => `${attribute} ${kind}`),
    ['name content', 'href content'],
  );
  assert.ok(sameAfter(visits, form('a', 'up'), form('b', 'up')));
  assert.ok(!sameAfter(visits, form('a', 'up'), form('a', 'down')));
});

test('shadow roots and frames are learned from as well', () => {
  const inside = (text: string): DocumentTree =>
    page(
      { tag: 'x-clock', shadow: { mode: 'open', kids: [paragraph(text)] } },
      { tag: 'iframe', frame: page(paragraph(text)) },
    );
  const visits = [inside('It is 1:00'), inside('It is 2:30')] as const;
  assert.deepEqual(
    learnVolatile(...visits).map(({ path }) => path),
    ['/HTML/BODY[1]/X-CLOCK[1]/#shadow/P[1]', '/HTML/BODY[1]/IFRAME[1]/#document/HTML/BODY[1]/P[1]'],
  );
  assert.ok(sameAfter(visits, inside('It is 3:00'), inside('It is 4:00')));
  assert.ok(!sameAfter(visits, inside('It is 3:00'), inside('It was 4:00')));
});
