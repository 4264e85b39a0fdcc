import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeAt } from '../page/index.ts';
import { learn, page, textsOf } from './fixture.ts';
import { induce } from './induce.ts';
import { match } from './match.ts';
import { expressionText } from './text.ts';

const book = (title: string, author: string, rows: readonly (readonly [string, string])[]) =>
  `<div class=nav><a href=/>Home</a><a href=/help>Help</a></div><h1>${title}</h1><p class=by>by <b>${author}</b></p>
   <table>${rows.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join('')}</table>
   <div class=foot>All prices in dollars</div>`;

const shelf = [
  book('Dune', 'Frank Herbert', [
    ['Pages', '612'],
    ['Publisher', 'Ace'],
    ['Binding', 'Paper'],
  ]),
  book('Emma', 'Jane Austen', [
    ['Pages', '474'],
    ['Binding', 'Paper'],
  ]),
  book('Ulysses', 'James Joyce', [
    ['Pages', '730'],
    ['Publisher', 'Egoist'],
    ['Binding', 'Paper'],
  ]),
  book('Walden', 'H. D. Thoreau', [
    ['Pages', '352'],
    ['Publisher', 'Ticknor'],
    ['Binding', 'Paper'],
  ]),
];

test('what changes from page to page is a field, and what does not is the template', () => {
  const { wrapper, found } = learn(
    shelf,
    book('Kim', 'Rudyard Kipling', [
      ['Pages', '368'],
      ['Publisher', 'Macmillan'],
      ['Binding', 'Paper'],
    ]),
  );
  assert.deepEqual(textsOf(wrapper, found), [
    ['Kim'],
    ['Rudyard Kipling'],
    ['368'],
    ['Macmillan'],
    ['Paper'],
  ]);
  assert.equal(found.fit, 1);
});

test('a row that is not there leaves the rows around it in their fields', () => {
  const { wrapper, found } = learn(
    shelf,
    book('Kim', 'Kipling', [
      ['Pages', '368'],
      ['Binding', 'Paper'],
    ]),
  );
  assert.deepEqual(textsOf(wrapper, found), [['Kim'], ['Kipling'], ['368'], ['Paper']]);
  const pages = wrapper.fields.find(({ id }) => found.values.get(id)?.[0]?.text === '368');
  const full = match(wrapper, page(shelf[0] as string));
  assert.equal(full.values.get(pages?.id ?? '')?.[0]?.text, '612');
});

test('a row with a label that was never seen is passed over', () => {
  const { wrapper, found } = learn(
    shelf,
    book('Kim', 'Kipling', [
      ['Pages', '368'],
      ['Weight', '1 kg'],
      ['Publisher', 'Macmillan'],
      ['Binding', 'Paper'],
    ]),
  );
  assert.deepEqual(textsOf(wrapper, found), [['Kim'], ['Kipling'], ['368'], ['Macmillan'], ['Paper']]);
});

test('a value that is the same in every sample is a field all the same, and marked', () => {
  const { wrapper, found } = learn(
    shelf,
    book('Kim', 'Kipling', [
      ['Pages', '368'],
      ['Publisher', 'Macmillan'],
      ['Binding', 'Leather'],
    ]),
  );
  const constants = wrapper.fields.filter(({ constant }) => constant);
  assert.equal(constants.length, 1);
  assert.equal(found.values.get(constants[0]?.id ?? '')?.[0]?.text, 'Leather');
});

test('spots tell where their values stand', () => {
  const unseen = page(
    book('Kim', 'Kipling', [
      ['Pages', '368'],
      ['Binding', 'Paper'],
    ]),
  );
  const found = match(induce(shelf.map((body) => page(body))), unseen);
  const spots = [...found.values.values()].flat();
  assert.equal(spots.length, 4);
  for (const { path, node } of spots) assert.equal(nodeAt(unseen, path)?.index, node);
});

test('an error page among the samples changes nothing', () => {
  const unseen = book('Kim', 'Kipling', [
    ['Pages', '368'],
    ['Publisher', 'Macmillan'],
    ['Binding', 'Paper'],
  ]);
  const { wrapper, found } = learn([...shelf, '<center><h2>404 Not Found</h2><hr>nginx</center>'], unseen);
  assert.equal(wrapper.sample.length, 4);
  assert.deepEqual(textsOf(wrapper, found), textsOf(...both(shelf, unseen)));
});

function both(bodies: readonly string[], unseen: string) {
  const { wrapper, found } = learn(bodies, unseen);
  return [wrapper, found] as const;
}

test('one odd page does not veto what the others agree on', () => {
  const odd = `<h1>Special</h1><p class=by>by <b>Nobody</b></p><p>Out of print</p>`;
  const unseen = book('Kim', 'Kipling', [
    ['Pages', '368'],
    ['Publisher', 'Macmillan'],
    ['Binding', 'Paper'],
  ]);
  const { wrapper, found } = learn([...shelf, odd], unseen);
  const texts = textsOf(wrapper, found).flat();
  for (const value of ['Kim', 'Kipling', '368', 'Macmillan']) assert.ok(texts.includes(value), value);
});

test('identical pages give one template without changing fields', () => {
  const same = shelf[0] as string;
  const { wrapper, found } = learn([same, same, same], same);
  assert.equal(found.fit, 1);
  assert.deepEqual(
    wrapper.fields.filter(({ constant }) => !constant),
    [],
  );
});

test('one page alone gives its texts, without its labels', () => {
  const { wrapper, found } = learn(
    ['<dl><dt>Price:<dd>$5<dt>Size:<dd>Large</dl>'],
    '<dl><dt>Price:<dd>$7<dt>Size:<dd>Small</dl>',
  );
  const texts = textsOf(wrapper, found).flat();
  assert.deepEqual(texts.filter((text) => !['x'].includes(text)).sort(), ['$7', 'Small']);
});

test('label and value in one text are taken apart', () => {
  const card = (price: string, sku: string) => `<h2>Offer</h2><p>Price: ${price}<p>SKU: ${sku}`;
  const { wrapper, found } = learn([card('$5', 'A1'), card('$6', 'B2'), card('$7', 'C3')], card('$8', 'D4'));
  assert.deepEqual(textsOf(wrapper, found), [['$8'], ['D4']]);
  assert.match(expressionText(wrapper), /"Price:" #PCDATA/);
});

test('attributes that change are fields, whatever their order and whatever is generated', () => {
  const card = (at: number, swapped: boolean) =>
    `<div id="react-${1000 + at}"><img ${swapped ? `alt="Item ${at}" src="/i/${at}.png"` : `src="/i/${at}.png" alt="Item ${at}"`}>` +
    `<a id="ember${at}77" href="/item/${at}">more</a><time datetime="2020-01-0${at}">then</time></div>`;
  const { wrapper, found } = learn([card(1, false), card(2, true), card(3, false)], card(4, true));
  const byAttribute = Object.fromEntries(
    wrapper.fields.map(({ id, attribute }) => [attribute, found.values.get(id)?.map(({ text }) => text)]),
  );
  assert.deepEqual(byAttribute, {
    src: ['/i/4.png'],
    alt: ['Item 4'],
    href: ['/item/4'],
    datetime: ['2020-01-04'],
  });
});

test('wordings of one label are one constant', () => {
  const card = (label: string, names: string) =>
    `<table><tr><th>${label}<td>${names}<tr><th>Year:<td>1${names.length}</table>`;
  const { wrapper } = learn(
    [card('Author:', 'Ann'), card('Authors:', 'Ann, Ben'), card('Author:', 'Cleo')],
    card('Author:', 'Dan'),
  );
  assert.match(expressionText(wrapper), /"Author:" \| "Authors:"/);
});

test('the same pages give the same fields, and more bits are needed for more', () => {
  const one = induce(shelf.map((body, at) => page(body, `b${at}`)));
  const two = induce(shelf.map((body, at) => page(body, `b${at}`)));
  assert.deepEqual(one, two);
  const fewer = induce(shelf.slice(0, 2).map((body, at) => page(body, `b${at}`)));
  assert.ok(one.score > fewer.score && fewer.score > 0);
});

test('text that follows no order is one opaque field', () => {
  const shapes = [
    '<p>a</p><ul><li>b</ul>',
    '<b>c</b>d<i>e</i><hr>f',
    '<h3>g</h3><pre>h</pre>',
    '<blockquote>i</blockquote>j<code>k</code>',
    '<ol><li>l</ol><h4>m</h4>',
  ];
  const bodies = shapes.map((shape, at) => `<h1>Title ${at}</h1><div class=story>${shape}</div>`);
  const { wrapper, found } = learn(
    bodies,
    '<h1>Title 9</h1><div class=story><h5>new</h5><p>things</p></div>',
  );
  assert.match(expressionText(wrapper), /<div> … f\d/);
  assert.deepEqual(textsOf(wrapper, found), [['Title 9'], ['new things']]);
});

test('a text that all titles begin with is a value, though no sample shows another', () => {
  const card = (brand: string, model: string) =>
    `<h1>${brand} ${model}</h1><p>by <a href=/brand>${brand}</a></p>`;
  const { wrapper, found } = learn(
    ['A1', 'B2', 'C3'].map((model) => card('Canon', model)),
    card('Fuji', 'D4'),
  );
  assert.deepEqual(textsOf(wrapper, found), [['Fuji D4'], ['Fuji']]);
});

test('no pages and empty pages give a wrapper that finds nothing', () => {
  for (const pages of [[], [page('')], [page(''), page('')]]) {
    const found = match(induce(pages), page('<p>text</p>'));
    assert.equal([...found.values.values()].flat().filter(({ text }) => text === 'text').length, 0);
  }
});
