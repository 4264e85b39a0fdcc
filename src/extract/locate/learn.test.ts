import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pathOf, preparePage } from '../page/index.ts';
import { textsBy } from '../rules/fixture.ts';
import type { PreparedPage, Spot } from '../types.ts';
import { type LocatorSample, learnLocators } from './learn.ts';
import { locate } from './locate.ts';

const prepare = (html: string, name = 'p') => preparePage({ name, url: null, html });

/** Places whose whole text is one of the values. */
function spotsOf(page: PreparedPage, ...values: readonly string[]): readonly Spot[] {
  return page.nodes
    .filter(({ text }) => values.includes(text))
    .map(({ index, text }) => ({ path: pathOf(page, index), node: index, text }));
}

function sample(html: string, ...values: readonly string[]): LocatorSample {
  const page = prepare(html);
  return { page, spots: spotsOf(page, ...values) };
}

const textsOn = (learned: ReturnType<typeof learnLocators>, html: string) => textsBy(learned, prepare(html));

/** A detail page whose rows come and go. */
const detail = (rows: Readonly<Record<string, string>>) =>
  `<div id="main"><h1>Thing</h1><table>${Object.entries(rows)
    .map(([label, value]) => `<tr><td><b>${label}:</b></td><td>${value}</td></tr>`)
    .join('')}</table></div>`;

describe('a labelled value', () => {
  const learned = learnLocators([
    sample(detail({ Price: '$5', Weight: '2 kg', Maker: 'Acme' }), '2 kg'),
    sample(detail({ Weight: '3 kg', Maker: 'Bolt' }), '3 kg'),
    sample(detail({ Price: '$9', Maker: 'Acme' })),
    sample(detail({ Price: '$1', Colour: 'red', Weight: '7 kg' }), '7 kg'),
  ]);

  test('is known by its label first, and right on every sample', () => {
    assert.deepEqual(learned[0], {
      locator: { kind: 'label', label: 'Weight:', steps: '../../following-sibling::TD[1]/text()[1]' },
      support: 4,
    });
  });

  test('is found where its row has moved', () => {
    const moved = detail({ Colour: 'red', Size: 'L', Maker: 'Acme', Price: '$4', Weight: '1 kg' });
    assert.deepEqual(textsOn(learned, moved), ['1 kg']);
  });

  test('is found under another spelling of the label', () => {
    assert.deepEqual(textsOn(learned, detail({ 'WEIGHT ': '8 kg', Price: '$4' })), ['8 kg']);
  });

  test('is not found where there is none', () => {
    assert.deepEqual(textsOn(learned, detail({ Colour: 'red' })), []);
  });
});

test('alternatives are of several kinds, so that one that fails leaves others', () => {
  const page = (title: string) => `<div id="main"><h1 class="name">${title}</h1><p>Reviews</p></div>`;
  const learned = learnLocators([
    sample(page('One'), 'One'),
    sample(page('Two'), 'Two'),
    sample(page('Six'), 'Six'),
  ]);
  assert.deepEqual([...new Set(learned.map(({ locator }) => locator.kind))].sort(), [
    'absolute',
    'anchor',
    'label',
  ]);
  const renamed = '<div class="x"><h1>New</h1><p>Reviews</p></div>';
  assert.deepEqual(textsOn(learned, renamed), ['New']);
});

test('generated ids and classes are no anchors', () => {
  const page = (id: string, value: string) =>
    `<div id="ember${id}"><span class="css-1x${id}z9 price">${value}</span></div>`;
  const learned = learnLocators([
    sample(page('101', '$1'), '$1'),
    sample(page('202', '$2'), '$2'),
    sample(page('303', '$3'), '$3'),
  ]);
  const anchors = learned.flatMap(({ locator }) => (locator.kind === 'anchor' ? [locator.anchor] : []));
  assert.deepEqual(anchors, ['//span.price']);
});

test('of places that show the same, the one that always does is the field', () => {
  const page = (crumb: string, title: string) => `<p class="crumb">${crumb}</p><h1>${title}</h1>`;
  const learned = learnLocators([
    sample(page('Ring', 'Ring'), 'Ring'),
    sample(page('Home', 'Bell'), 'Bell'),
    sample(page('Lamp', 'Lamp'), 'Lamp'),
  ]);
  assert.deepEqual(textsOn(learned, page('Shop', 'Door')), ['Door']);
});

test('several values of one field are all found', () => {
  const page = (...names: readonly string[]) =>
    `<p><b>Authors:</b> ${names.map((name) => `<a>${name}</a>`).join(', ')}<b>Press:</b> <a>P</a></p>`;
  const learned = learnLocators([
    sample(page('Ann', 'Bob'), 'Ann', 'Bob'),
    sample(page('Cid'), 'Cid'),
    sample(page('Dan', 'Eve', 'Flo'), 'Dan', 'Eve', 'Flo'),
  ]);
  assert.deepEqual(textsOn(learned, page('Gus', 'Hal', 'Ian', 'Joe')), ['Gus', 'Hal', 'Ian', 'Joe']);
});

test('a value is cut out of the text that holds its label', () => {
  const parted = (text: string, value: string): LocatorSample => {
    const page = prepare(`<p>Shop</p><p>${text}</p>`);
    const node = page.nodes.findIndex((one) => one.text === text);
    return { page, spots: [{ path: pathOf(page, node), node, text: value }] };
  };
  const learned = learnLocators([
    parted('Price: $5 incl. tax', '$5'),
    parted('Price: $12 incl. tax', '$12'),
    parted('Price: $7 incl. tax', '$7'),
  ]);
  assert.deepEqual(learned[0]?.locator, {
    kind: 'label',
    label: 'Price:',
    steps: '.',
    part: { before: 'Price: ', after: ' incl. tax' },
  });
  assert.deepEqual(textsOn(learned, '<p>Note</p><p>Other</p><p>Price: $99 incl. tax</p>'), ['$99']);
});

test('attributes are located like texts', () => {
  const page = (file: string) => `<div><img class="photo" src="/logo.png"><img id="big" src="${file}"></div>`;
  const samples = ['/a.png', '/b.png', '/c.png'].map((file) => {
    const prepared = prepare(page(file));
    const node = prepared.nodes.findIndex(({ attrs }) => attrs.id === 'big');
    return { page: prepared, spots: [{ path: pathOf(prepared, node, 'src'), node, text: file }] };
  });
  const learned = learnLocators(samples);
  assert.deepEqual(learned[0]?.locator, { kind: 'anchor', anchor: '//img#big', steps: '@src' });
  assert.deepEqual(textsOn(learned, page('/z.png')), ['/z.png']);
});

test('fields of list items are located within their item', () => {
  const page = prepare(
    `<ul>${['Ann 3', 'Bob 4', 'Cid 5']
      .map((item) => `<li><a>${item.slice(0, 3)}</a><i>Age</i> <b>${item.slice(4)}</b></li>`)
      .join('')}</ul>`,
  );
  const items = page.nodes.filter(({ tag }) => tag === 'li').map(({ index }) => [index]);
  const ages = ['3', '4', '5'];
  const learned = learnLocators(
    items.map((scope, at) => ({ page, scope, spots: spotsOf(page, ages[at] as string) })),
  );
  assert.equal(learned[0]?.support, 3);
  assert.deepEqual(new Set(learned.map(({ locator }) => locator.kind)), new Set(['label', 'absolute']));
  for (const { locator } of learned) {
    assert.deepEqual(
      items.map((scope) => locate(locator, page, scope).map(({ text }) => text)),
      [['3'], ['4'], ['5']],
      JSON.stringify(locator),
    );
  }
});

test('nothing is learned from pages without the field', () => {
  assert.deepEqual(learnLocators([sample('<p>a</p>'), sample('<p>b</p>')]), []);
  assert.deepEqual(learnLocators([]), []);
});

test('a pattern of several steps may be written by hand', () => {
  const page = prepare('<div id="a"><p class="x">1</p></div><div id="b"><i><p class="x">2</p></i></div>');
  const found = (anchor: string) =>
    locate({ kind: 'anchor', anchor, steps: 'text()[1]' }, page).map(({ text }) => text);
  assert.deepEqual(found('//div#b//p.x'), ['2']);
  assert.deepEqual(found('//div/p.x'), ['1']);
  assert.deepEqual(found('/html/body//p'), ['1', '2']);
  assert.deepEqual(
    locate({ kind: 'anchor', anchor: '//p.x', steps: '.', nth: 2 }, page).map(({ path }) => path),
    ['/HTML/BODY[1]/DIV[2]/I[1]/P[1]'],
  );
});
