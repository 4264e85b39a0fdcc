import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../../../test/cases.ts';
import { readHandler } from './handler-text.ts';

const rowOf = ({ selectors, hints }: ReturnType<typeof readHandler>) => [...selectors, ...hints];

describe('the text of a handler', () => {
  test('names what it reacts to by selector', () => {
    for (const text of [
      "(e) => { const row = e.target.closest('li.item'); if (row) go(row) }",
      'function(t){t.target.matches("li.item")&&go()}',
      "e=>{if(!e.target.closest('li.item'))return;go()}",
      "function (e) { if ($(e.target).is('li.item')) go(); }",
    ]) {
      assert.deepEqual(readHandler(text).selectors, ['li.item'], text);
      assert.equal(readHandler(text).asksTarget, true, text);
      assert.equal(readHandler(text).outside, false, text);
    }
  });

  test('names tags, classes, ids, data and attributes', () => {
    const cases: [string, string[]][] = [
      ["e => { if (e.target.tagName === 'BUTTON') go() }", ['button']],
      ["e => { if (e.target.nodeName.toLowerCase() == 'td') go() }", ['td']],
      ["e => { if (e.target.classList.contains('tab')) go() }", ['.tab']],
      ["e => { if (e.target.classList.contains('active')) return; go() }", []],
      ["e => { if (e.target.id === 'next') go() }", ['#next']],
      ["e => { switch (e.target.id) { case 'a': one(); break; case 'b': two() } }", ['#a', '#b']],
      ['e => go(e.target.dataset.pageNumber)', ['[data-page-number]']],
      ['({ target }) => { const { id, kind: k } = target.dataset; go(id, k) }', ['[data-id]', '[data-kind]']],
      ["e => go(e.target.getAttribute('data-x'))", ['[data-x]']],
      ['e => { if (e.target instanceof HTMLAnchorElement) go() }', ['a']],
    ];
    for (const [text, named] of cases) assert.deepEqual(rowOf(readHandler(text)), named, text);
  });

  test('tells a click on the element itself and a click outside', () => {
    const self = readHandler('(e) => { if (e.target === e.currentTarget) close() }');
    assert.deepEqual([self.asksTarget, self.outside], [false, false]);
    for (const text of [
      "(e) => { if (!e.target.closest('.menu')) close() }",
      '(e) => { if (!menu.contains(e.target)) close() }',
    ]) {
      assert.equal(readHandler(text).outside, true, text);
      assert.deepEqual(readHandler(text).selectors, [], text);
    }
  });

  test('tells whether it hands the event on, and whether it takes one at all', () => {
    for (const text of [
      '(e) => pick(e)',
      't=>d(t)',
      'function (e) { pick(1, e); }',
      'async e => { await pick(e) }',
    ])
      assert.equal(readHandler(text).passesEvent, true, text);
    for (const text of [
      '() => pick()',
      '(e) => { e.preventDefault(); pick() }',
      'function (e) { pick(e.x); }',
    ])
      assert.equal(readHandler(text).passesEvent, false, text);
    for (const text of [
      '() => next()',
      'function () { next(); }',
      'async () => { next() }',
      'next() { go(); }',
    ])
      assert.equal(readHandler(text).blind, true, text);
    for (const text of ['(e) => next()', 'e => next()', 'function (e) {}', 'function () { go(event); }'])
      assert.equal(readHandler(text).blind, false, text);
  });

  test('tells that it does nothing', () => {
    for (const text of [
      ...['function noop() {}', '() => {}', '()=>{}', 'function(){ }', 'e=>e.stopPropagation()'],
      ...['function(e){e.stopPropagation()}', '(e) => { e.stopImmediatePropagation(); }'],
    ])
      assert.equal(readHandler(text).empty, true, text);
    for (const text of [
      '() => go()',
      'function () { go(); }',
      '() => { go({}) }',
      '() => ({})',
      'e => { e.stopPropagation(); go() }',
    ])
      assert.equal(readHandler(text).empty, false, text);
  });

  test('names the keys that it asks for, but not the one that closes', () => {
    const cases: [string, string[]][] = [
      ["(e) => { if (e.key === 'Enter') go() }", ['Enter']],
      [
        "(e) => { switch (e.key) { case 'ArrowLeft': case 'ArrowRight': case 'Escape': go() } }",
        ['ArrowLeft', 'ArrowRight'],
      ],
      ['function(t){37===t.keyCode?a():39===t.which&&b()}', ['ArrowLeft', 'ArrowRight']],
      ['(e) => { switch (e.keyCode) { case 13: go(); break; case 27: close() } }', ['Enter']],
      ["(e) => { if (e.key === 'n') go() }", ['n']],
      ["(e) => { if (e.key == 'Escape') close() }", []],
    ];
    for (const [text, keys] of cases) assert.deepEqual(readHandler(text).keys, keys, text);
  });

  test('is read in time, whatever it is, and gives selectors that a browser takes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'grapheme' }), (noise) => {
        const reading = readHandler(
          `(e) => { if (e.target.id === '${noise}') go('${noise}', e.dataset.${noise}) }`,
        );
        for (const hint of reading.hints) assert.match(hint, /^(?:[#.]?[A-Za-z_-][\w-]*|\[[\w$-]+\])$/);
      }),
    );
    const long = `(e) => { ${'a.b.c!==d;x.contains(y);'.repeat(2000)} e.target.closest('li') }`;
    assert.equal(readHandler(long).asksTarget, false, 'only the beginning of a long text is read');
  });
});
