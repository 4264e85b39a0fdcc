import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../test/cases.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { volatileMask } from './mask.ts';
import { slightChange } from './slight.ts';

const el = (
  tag: string,
  kids: readonly TreeNode[] = [],
  attrs: Record<string, string> = {},
): ElementNode => ({
  tag,
  kids,
  attrs,
});

/** A page with a template around what is given. */
function page(...kids: TreeNode[]): DocumentTree {
  const menu = ['Home', 'News', 'People', 'About'].map((text) =>
    el('li', [el('a', [text], { href: `/${text}` })]),
  );
  const body = el('body', [
    el('nav', [el('ul', menu)]),
    el('main', kids),
    el('footer', [el('p', ['The end.'])]),
  ]);
  const root = el('html', [el('head'), body]);
  return { url: 'http://h/', base: 'http://h/', doctype: 'html', title: '', lang: '', root };
}

const main = '/HTML/BODY[1]/MAIN[1]';

describe('a slight change', () => {
  test('is a number that went on, and it is named', () => {
    const at = (likes: number) => page(el('h1', ['Story']), el('span', [`${likes} people like this`]));
    assert.deepEqual(slightChange(at(3), at(4)), {
      slight: true,
      texts: [
        {
          path: `${main}/SPAN[1]`,
          attribute: '',
          before: '3 people like this',
          after: '4 people like this',
        },
      ],
    });
  });

  test('is a plural that goes with its number, and a number that grew by a place', () => {
    const at = (text: string) => page(el('span', [text]));
    assert.ok(slightChange(at('1 like'), at('2 likes')).slight);
    assert.ok(slightChange(at('999 likes'), at('1,000 likes')).slight);
    assert.ok(!slightChange(at('1 like'), at('2 dislikes')).slight);
  });

  test('is a badge that came up, and one that went', () => {
    const cart = (...kids: TreeNode[]) => page(el('button', ['Cart', ...kids]));
    const badge = el('span', ['1'], { class: 'badge' });
    assert.deepEqual(slightChange(cart(), cart(badge)).texts, [
      { path: `${main}/BUTTON[1]/SPAN[1]`, attribute: '', before: '', after: '1' },
    ]);
    assert.ok(slightChange(cart(badge), cart()).slight);
    assert.ok(!slightChange(cart(), cart(el('span', ['Sold out']))).slight);
  });

  test('is a switch with its label', () => {
    const button = (text: string, attrs: Record<string, string> = {}) => page(el('button', [text], attrs));
    for (const [off, on] of [
      ['Like', 'Liked'],
      ['Follow', 'Following'],
      ['like', 'Unlike'],
      ['☆', '★'],
      ['Save', 'Saved ✓'],
    ] as const)
      assert.ok(slightChange(button(off), button(on)).slight, `${off} and ${on}`);
    assert.ok(
      slightChange(button('Dark', { 'aria-pressed': 'false' }), button('Light', { 'aria-pressed': 'true' }))
        .slight,
    );
    assert.ok(!slightChange(button('Question'), button('Answer')).slight);
    assert.ok(!slightChange(page(el('p', ['Like'])), page(el('p', ['Liked']))).slight);
  });

  test('is the state of a form', () => {
    const form = (checked: boolean, value: string, attrs: Record<string, string>) =>
      page(
        { ...el('input', [], { type: 'checkbox' }), checked },
        { ...el('input', [], attrs), value },
        el('button', ['Send'], checked ? { disabled: '' } : {}),
      );
    assert.deepEqual(
      slightChange(form(true, 'a', { type: 'text' }), form(false, 'b', { type: 'password' })),
      {
        slight: true,
        texts: [],
      },
    );
  });

  test('is a class, a style or a generated id', () => {
    const at = (attrs: Record<string, string>) => page(el('div', ['Text'], attrs));
    assert.ok(
      slightChange(at({ class: 'red' }), at({ class: 'blue', style: 'color: blue', id: 'r7' })).slight,
    );
  });

  test('is a token in the links', () => {
    const at = (token: string) =>
      page(...[1, 2, 3, 4, 5, 6].map((n) => el('a', ['Item'], { href: `/item/${n}?sid=${token}&lang=en` })));
    assert.ok(
      slightChange(at('520821694258424ab085e7e0dabbd1b9'), at('9925e694d0a74aafa5e6ffb893066347')).slight,
    );
    const image = (token: string) => page(el('img', [], { src: `/show?id=${token}` }));
    assert.ok(
      !slightChange(image('520821694258424ab085e7e0dabbd1b9'), image('9925e694d0a74aafa5e6ffb893066347'))
        .slight,
    );
  });

  test('is no change at all', () => {
    assert.deepEqual(slightChange(page('x'), page('x')), { slight: true, texts: [] });
  });
});

describe('another page', () => {
  test('has other words', () => {
    const at = (text: string) => page(el('p', [text]));
    assert.ok(!slightChange(at('A market in May'), at('A monkey in May')).slight);
    assert.ok(!slightChange(at('chapter-3-market'), at('chapter-4-monkey')).slight);
    assert.ok(!slightChange(at('Answer'), at('42')).slight);
  });

  test('shows what was hidden, or opened a disclosure', () => {
    const panel = (hidden: boolean) =>
      page(el('details', [el('summary', ['More']), { ...el('p', ['12']), ...(hidden ? { hidden } : {}) }]));
    assert.ok(!slightChange(panel(true), panel(false)).slight);
  });

  test('shows another picture, or leads elsewhere', () => {
    const image = (n: number) => page(el('img', [], { src: `/slide${n}.png`, alt: `Slide ${n}` }));
    assert.ok(!slightChange(image(1), image(2)).slight);
    const link = (n: number) => page(el('a', ['Next'], { href: `/page/${n}` }));
    assert.ok(!slightChange(link(1), link(2)).slight);
  });

  test('has three numbers changed', () => {
    const at = (n: number) => page(...[1, 2, 3].map((k) => el('td', [`${n * k}`])));
    assert.ok(!slightChange(at(1), at(2)).slight);
  });
});

test('what is masked does not count', () => {
  const at = (clock: string, likes: number) =>
    page(el('time', [clock]), el('b', [String(likes)]), el('i', ['7']));
  const mask = volatileMask([{ path: `${main}/TIME[1]`, attribute: '', shape: '#:#:#' }]);
  assert.deepEqual(slightChange(at('1:02:03', 1), at('4:05:06', 1), mask).texts, []);
  assert.equal(slightChange(at('1:02:03', 1), at('4:05:06', 2), mask).texts.length, 1);
});

const word = fc.constantFrom(
  ...'river market monday may window silence june bread candle friday road'.split(' '),
);
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const row = fc.record({ title: phrase, price: fc.nat(999) });
const rows = fc.array(row, { minLength: 1, maxLength: 12 });
type Row = { readonly title: string; readonly price: number };

function list(items: readonly Row[], count: number, ticked: number): DocumentTree {
  return page(
    el('h2', [`${count} visitors`]),
    el(
      'ul',
      items.map(({ title, price }, at) =>
        el('li', [
          el('b', [title]),
          el('i', [`${price}.00`]),
          { ...el('input', [], { type: 'checkbox' }), checked: at === ticked },
        ]),
      ),
    ),
  );
}

test('a counter and toggles are slight on any list', () => {
  fc.assert(
    fc.property(rows, fc.nat(), fc.nat(), fc.nat(12), fc.nat(12), (items, n, m, tick, tock) => {
      const { slight, texts } = slightChange(list(items, n, tick), list(items, m, tock));
      assert.ok(slight);
      assert.equal(texts.length, n === m ? 0 : 1);
    }),
  );
});

test('lists of other words are never slight, whatever else is alike', () => {
  fc.assert(
    fc.property(rows, rows, (items, others) => {
      const titles = (from: readonly Row[]) => from.map(({ title }) => title).join('\n');
      fc.pre(
        titles(items).replace(/monday|friday|may|june/g, '@') !==
          titles(others).replace(/monday|friday|may|june/g, '@'),
      );
      assert.ok(!slightChange(list(items, 1, 0), list(others, 1, 0)).slight);
    }),
    { numRuns: 300 },
  );
});

test('the verdict is the same in both directions', () => {
  fc.assert(
    fc.property(rows, rows, (items, others) => {
      const [one, other] = [list(items, 1, 0), list(others, 2, 1)];
      assert.equal(slightChange(one, other).slight, slightChange(other, one).slight);
    }),
  );
});
