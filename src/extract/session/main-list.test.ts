import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparePage } from '../page/index.ts';
import type { NameFields } from './learn.ts';
import { ownLearner } from './learn.ts';
import { fieldNamer } from './names.ts';
import { ExtractSession } from './session.ts';

async function recordsOf(html: string, nameFields: NameFields = async () => []) {
  const session = new ExtractSession({
    domain: 's.test',
    rules: [],
    known: new Map(),
    now: () => new Date(0),
    minConfidence: 0.5,
    allFields: true,
    learner: ownLearner(nameFields),
  });
  const page = preparePage({ name: 'p', url: 'http://s.test/list', html });
  return [...(await session.add(page)), ...(await session.finish())].map(({ record, links }) => ({
    ...record,
    links,
  }));
}

const rows = (count: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `<div class="hit"><a href="/d/${at}">Result ${at}</a><p>Snippet ${at} tells of what is behind the link.</p></div>`,
  ).join('');

test('one page with a list gives a record for each item, with its links', async () => {
  const items = (await recordsOf(`<h1>Search</h1><div id="hits">${rows(12)}</div><p>next page</p>`)).filter(
    ({ path }) => path === 'records',
  );
  assert.equal(items.length, 12);
  assert.deepEqual(
    items.map(({ fields }) => Object.values(fields).includes('Result 3')),
    items.map((_, at) => at === 3),
  );
  assert.deepEqual(items[5]?.links, ['http://s.test/d/5']);
});

test('items that are made of several siblings are kept apart', async () => {
  const list = Array.from(
    { length: 9 },
    (_, at) => `<h3><a href="/${at}">Result ${at}</a></h3><p>Snippet ${at} of the text.</p>`,
  ).join('');
  const items = (await recordsOf(`<div>${list}</div>`)).filter(({ path }) => path === 'records');
  assert.equal(items.length, 9);
  assert.ok(Object.values(items[8]?.fields ?? {}).includes('Snippet 8 of the text.'));
});

test('one item, or none, makes no list', async () => {
  for (const count of [0, 1])
    assert.deepEqual(
      (await recordsOf(`<div>${rows(count)}</div>`)).filter(({ path }) => path === 'records'),
      [],
    );
});

const shelf = (item: (at: number) => string) =>
  `<h1>All books</h1><ul>${Array.from({ length: 9 }, (_, at) => `<li>${item(at)}</li>`).join('')}</ul>`;

test('items of a link and a price are named by what they are made of, without a schema', async () => {
  const titles = 'Emma Walden Kim Ulysses Jude Typhoon Villette Dracula Nostromo'.split(' ');
  const html = shelf(
    (at) =>
      `<a href="/book/${at}">${titles[at]}</a> <s>$${at + 20}.90</s> <em>$${at + 5}.50</em> <a href="/cart?${at}">Buy</a>`,
  );
  const items = (await recordsOf(html, fieldNamer({}))).filter(({ path }) => path === 'records');
  assert.deepEqual(
    items.map(({ fields: { title, url, price } }) => [title, url, price]),
    titles.map((title, at) => [title, `http://s.test/book/${at}`, `$${at + 5}.50`]),
  );
});

test('items of a link and a price have the names that known records have', async () => {
  const html = shelf((at) => `<a href="/book/${at}">Volume ${at} of all</a> <em>$${at + 5}.50</em>`);
  const known = new Map([
    ['name', ['Volume 1 of all', 'Volume 4 of all', 'Volume 7 of all']],
    ['cost', ['3.20']],
  ]);
  const items = (await recordsOf(html, fieldNamer({ known }))).filter(({ path }) => path === 'records');
  assert.equal(items.length, 9);
  assert.deepEqual(items[2]?.fields, {
    name: 'Volume 2 of all',
    url: 'http://s.test/book/2',
    cost: '$7.50',
  });
});

test('items of a menu stay without names', async () => {
  const menu = Array.from({ length: 9 }, (_, at) => `<li><a href="/part/${at}">Part ${at}</a></li>`);
  const text = 'The shop is closed for the summer, and opens when the first leaves fall from the trees. ';
  const items = await recordsOf(
    `<h1>All books</h1><ul>${menu.join('')}</ul><p>${text.repeat(4)}</p>`,
    fieldNamer({}),
  );
  assert.ok(
    items.every(({ fields }) => !('url' in fields) && !('price' in fields)),
    JSON.stringify(items[1]?.fields),
  );
});

test('items that nothing names have names by what they are made of, and lists of all pages give no records', async () => {
  const tags = Array.from(
    { length: 10 },
    (_, at) => `<span><a class=tag href="/tag/${at}">word ${at}</a></span>`,
  );
  const page = (nth: number) =>
    preparePage({
      name: `p${nth}`,
      url: `http://s.test/page/${nth}`,
      html: `<title>Quotes</title><div class=row><div>${Array.from(
        { length: 8 },
        (_, at) =>
          `<div class=quote><span class=text>“Saying ${nth}-${at} of some length, as sayings are.”</span>
           <span>by <small class=author>Author ${(at * 7 + nth) % 5} Name</small> <a href="/author/${at}">(about)</a></span>
           <div class=tags>Tags: ${Array.from({ length: 1 + (at % 3) }, (__, tag) => `<a class=tag href="/t">tag ${at}${tag}</a>`).join(' ')}</div></div>`,
      ).join('')}</div><div class=tags-box><h2>Top Ten tags</h2>${tags.join('')}</div></div>`,
    });
  for (const count of [1, 4]) {
    const session = new ExtractSession({
      domain: 's.test',
      rules: [],
      known: new Map(),
      now: () => new Date(0),
      minConfidence: 0.5,
      allFields: false,
      learner: ownLearner(fieldNamer({})),
    });
    const found: (readonly string[])[] = [];
    const add = (records: Awaited<ReturnType<ExtractSession['finish']>>) => {
      for (const { record } of records)
        if (record.path !== null) found.push([record.fields.text, record.fields.author].map(String));
    };
    for (let nth = 0; nth < count; nth++) add(await session.add(page(nth)));
    add(await session.finish());
    assert.deepEqual(
      found.toSorted(),
      Array.from({ length: count * 8 }, (_, at) => [
        `“Saying ${Math.floor(at / 8)}-${at % 8} of some length, as sayings are.”`,
        `Author ${((at % 8) * 7 + Math.floor(at / 8)) % 5} Name`,
      ]),
    );
  }
});

test('cards are named by what they have, and nothing after what one of them is called or what a menu says', async () => {
  const card = (name: string, at: number) =>
    `<div class="col"><div class="card"><img src="/${at}.jpg"><h5>${name}</h5>${
      at % 3 === 1 ? '<div class="stars"><i></i></div>' : ''
    }$${at + 20}.00<a class="btn" href="#">View options</a></div></div>`;
  const names = ['Fancy Lamp', 'Blue Chair', 'Oak Table', 'Red Sofa', 'Tall Shelf', 'Wool Rug'];
  const records = await recordsOf(
    `<title>Shop</title><div class="header-top"><b>Cart:</b> <i>0 items</i></div><div class="row">${names.map(card).join('')}</div>`,
    fieldNamer({}),
  );
  const items = records.filter(({ path }) => path === 'records').map(({ fields }) => fields);
  assert.deepEqual(
    items.map(({ title }) => title),
    names,
  );
  const given = records.flatMap(({ fields }) => Object.keys(fields)).filter((name) => !/^f\d+$/.test(name));
  assert.deepEqual(
    [...new Set(given.filter((name) => /lamp|chair|table|sofa|shelf|rug|cart/.test(name)))],
    [],
  );
});
