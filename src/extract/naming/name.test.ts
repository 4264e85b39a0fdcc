import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fieldAt, pageOf } from './fixture.ts';
import { nameFields } from './name.ts';

interface Book {
  readonly title: string;
  readonly by: string;
  readonly price: string;
  readonly was: string;
  readonly date: string;
  readonly press: string;
}

const books: readonly Book[] = [
  {
    title: 'The Long Road',
    by: 'Ann Lee',
    price: '$5.00',
    was: '$9.00',
    date: 'June 2010',
    press: 'Oak House',
  },
  {
    title: 'Rivers of Ice',
    by: 'Bob Stone',
    price: '$7.50',
    was: '$8.00',
    date: 'May 2009',
    press: 'Elm Row',
  },
  {
    title: 'A Small Garden',
    by: 'Cid Moore',
    price: '$12.00',
    was: '$19.00',
    date: 'July 2001',
    press: 'Oak House',
  },
  {
    title: 'Night Trains',
    by: 'Dan Frost',
    price: '$6.25',
    was: '$7.00',
    date: 'March 1999',
    press: 'Ash Hill',
  },
];

const pages = books.map((book, at) =>
  pageOf(
    String(at),
    `<p>Shop</p><h1 data-f="f1">${book.title}</h1><p>by <a data-f="f2">${book.by}</a></p>
    <table><tr><td>List Price:</td><td data-f="f3">${book.was}</td></tr>
    <tr><td>Our Price:</td><td data-f="f4">${book.price}</td></tr>
    <tr><td>Pub. Date:</td><td data-f="f5">${book.date}</td></tr>
    <tr><td>Imprint:</td><td data-f="f6">${book.press}</td></tr>
    <tr><td>Shelf mark:</td><td data-f="f7">S${at}-${at * 7}</td></tr></table><p data-f="f8">${at * 31} words of praise here</p>`,
    `<title>${book.title} - Shop</title>`,
  ),
);
const fields = ['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8'].map((id) => fieldAt(id, pages));

const valuesOf = (named: ReturnType<typeof nameFields>, name: string) =>
  [...(named.find((one) => one.name === name)?.spots.values() ?? [])].flat().map(({ text }) => text);

describe('with a schema', () => {
  const wanted = [
    { name: 'title' },
    { name: 'writer', title: 'Author' },
    { name: 'price', types: ['price'] as const },
    { name: 'publication_date', types: ['date'] as const },
    { name: 'publisher' },
  ];
  const named = nameFields({ pages, fields, wanted });

  test('each property gets the field that fits it', () => {
    for (const [name, key] of [
      ['title', 'title'],
      ['writer', 'by'],
      ['price', 'price'],
      ['publication_date', 'date'],
      ['publisher', 'press'],
    ] as const)
      assert.deepEqual(
        valuesOf(named, name),
        books.map((book) => book[key]),
        name,
      );
  });

  test('each name is given once, and what is not wanted keeps its neutral name', () => {
    const names = named.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const id of ['f3', 'f7', 'f8']) assert.ok(names.includes(id), id);
  });

  test('the reasons are told', () => {
    const because = (name: string) => named.find((one) => one.name === name)?.because ?? [];
    assert.ok(because('price').includes('label "Our Price:"'), because('price').join());
    assert.ok(because('price').includes('type price'));
    assert.ok(because('title').includes('title of the page'));
  });

  test('a property that no field is like stays without one', () => {
    const none = nameFields({ pages, fields, wanted: [{ name: 'phone', types: ['phone'] }] });
    assert.deepEqual(
      none.filter(({ name }) => name === 'phone'),
      [],
    );
  });

  test('labels and patterns of the schema decide where the lexicon knows nothing', () => {
    const own = nameFields({ pages, fields, wanted: [{ name: 'signature', labels: ['Shelf mark'] }] });
    assert.deepEqual(valuesOf(own, 'signature'), ['S0-0', 'S1-7', 'S2-14', 'S3-21']);
    const formed = nameFields({ pages, fields, wanted: [{ name: 'shelf', pattern: /^S\d+-\d+$/ }] });
    assert.deepEqual(valuesOf(formed, 'shelf'), ['S0-0', 'S1-7', 'S2-14', 'S3-21']);
  });
});

test('without a schema, fields are named by what the pages say', () => {
  const named = nameFields({ pages, fields });
  assert.deepEqual(
    valuesOf(named, 'title'),
    books.map(({ title }) => title),
  );
  assert.deepEqual(
    valuesOf(named, 'publication_date'),
    books.map(({ date }) => date),
  );
  assert.deepEqual(valuesOf(named, 'shelf_mark'), ['S0-0', 'S1-7', 'S2-14', 'S3-21']);
  assert.ok(named.some(({ field, name }) => field === 'f8' && name === 'f8'));
});

test('records that are known name a field that nothing on the page names', () => {
  const plain = ['Oslo', 'Rome', 'Lima', 'Cairo'].map((town, at) =>
    pageOf(
      String(at),
      `<p data-f="a">${town}</p><p data-f="b">${['red', 'green', 'blue', 'grey'][at]} paint</p>`,
    ),
  );
  const own = ['a', 'b'].map((id) => fieldAt(id, plain));
  const known = new Map([['town', ['Rome', 'Oslo', 'Paris', 'Lima', 'Cairo']]]);
  const named = nameFields({ pages: plain, fields: own, known });
  assert.deepEqual(valuesOf(named, 'town'), ['Oslo', 'Rome', 'Lima', 'Cairo']);
  assert.deepEqual(
    nameFields({ pages: plain, fields: own }).map(({ name }) => name),
    ['a', 'b'],
  );
});

describe('structured data name fields', () => {
  const goods = ['Lamp', 'Chair', 'Table'].map((name, at) => ({
    name,
    price: `${at + 3}9.00`,
    code: `XK${at}`,
  }));

  test('by JSON-LD whose values the page shows', () => {
    const own = goods.map(({ name, price, code }, at) =>
      pageOf(
        String(at),
        `<div><i data-f="n">${name}</i><i data-f="p">$${price}</i><i data-f="c">${code}</i></div>`,
        `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name, mpn: code, offers: { price } })}</script>`,
      ),
    );
    const named = nameFields({ pages: own, fields: ['n', 'p', 'c'].map((id) => fieldAt(id, own)) });
    assert.deepEqual(valuesOf(named, 'mpn'), ['XK0', 'XK1', 'XK2']);
    assert.deepEqual(valuesOf(named, 'price'), ['$39.00', '$49.00', '$59.00']);
    assert.ok(named.find(({ name }) => name === 'price')?.because.includes('JSON-LD "offers.price"'));
  });

  test('by microdata', () => {
    const own = goods.map(({ name, code }, at) =>
      pageOf(
        String(at),
        `<p><b data-f="n" itemprop="name">${name}</b> <b data-f="c" itemprop="productID">${code}</b></p>`,
      ),
    );
    const named = nameFields({ pages: own, fields: ['n', 'c'].map((id) => fieldAt(id, own)) });
    assert.deepEqual(valuesOf(named, 'name'), ['Lamp', 'Chair', 'Table']);
    assert.deepEqual(valuesOf(named, 'productid'), ['XK0', 'XK1', 'XK2']);
  });
});

test('Chinese labels are understood', () => {
  const own = ['北京', '上海', '广州'].map((town, at) =>
    pageOf(
      String(at),
      `<dl><dt>工作地点：</dt><dd data-f="a">${town}市</dd><dt>月薪：</dt><dd data-f="b">${at + 8}000元</dd>
      <dt>发布日期：</dt><dd data-f="c">2010年${at + 1}月3日</dd></dl>`,
    ),
  );
  const named = nameFields({
    pages: own,
    fields: ['a', 'b', 'c'].map((id) => fieldAt(id, own)),
    wanted: [{ name: 'location' }, { name: 'salary' }, { name: 'date_posted' }],
  });
  assert.deepEqual(valuesOf(named, 'location'), ['北京市', '上海市', '广州市']);
  assert.deepEqual(valuesOf(named, 'salary'), ['8000元', '9000元', '10000元']);
  assert.deepEqual(valuesOf(named, 'date_posted'), ['2010年1月3日', '2010年2月3日', '2010年3月3日']);
});

test('a value that all pages share is a field by its label', () => {
  const own = ['one', 'two', 'three'].map((title, at) =>
    pageOf(String(at), `<h1 data-f="t">${title}</h1><p>Posted: December 6, 2010</p><p>Made in Norway</p>`),
  );
  const named = nameFields({
    pages: own,
    fields: [fieldAt('t', own)],
    wanted: [{ name: 'date_posted', types: ['date'] }],
  });
  assert.deepEqual(valuesOf(named, 'date_posted'), [
    'December 6, 2010',
    'December 6, 2010',
    'December 6, 2010',
  ]);
});

test('variants of a template that never stand together are one field', () => {
  const own = ['Oslo', 'Rome', 'Lima', 'Bern'].map((town, at) =>
    pageOf(
      String(at),
      at % 2 === 0
        ? `<p><b>Location:</b> <i data-f="x">${town}</i></p>`
        : `<div><b>Location:</b> <u data-f="y">${town}</u></div>`,
    ),
  );
  const named = nameFields({
    pages: own,
    fields: ['x', 'y'].map((id) => fieldAt(id, own)),
    wanted: [{ name: 'location' }],
  });
  assert.deepEqual(valuesOf(named, 'location').sort(), ['Bern', 'Lima', 'Oslo', 'Rome']);
});

test('several values side by side are one field, however many a page has', () => {
  const own = [['Ann Lee'], ['Bob Stone', 'Cid Moore'], ['Dan Frost'], ['Eve Hill', 'Flo Park']].map(
    (names, at) =>
      pageOf(
        String(at),
        `<p><b>Author:</b> ${names.map((name, nth) => `<a data-f="${nth === names.length - 1 ? 'last' : 'more'}">${name}</a>`).join(', ')}</p>`,
      ),
  );
  const named = nameFields({
    pages: own,
    fields: ['last', 'more'].map((id) => fieldAt(id, own)),
    wanted: [{ name: 'author', types: ['person'] }],
  });
  assert.deepEqual(valuesOf(named, 'author').sort(), [
    ...['Ann Lee', 'Bob Stone', 'Cid Moore', 'Dan Frost', 'Eve Hill', 'Flo Park'],
  ]);
});

const amounts = [
  ['$10.00', '$9.00', '$12.00'],
  ['$20.00', '$18.50', '$25.00'],
  ['$31.00', '$30.00', '$33.00'],
  ['$45.50', '$41.00', '$48.00'],
] as const;

test('a label that makes a block with the value before it is not the label of the next value', () => {
  const shops = amounts.map(([msrp, fair], at) =>
    pageOf(
      String(at),
      `<h1>Car ${at}</h1><div><div><p data-f="f1">${msrp}</p><p>MSRP</p></div><hr>
      <div><b data-f="f2">${fair}</b> <i>Fair Deal</i></div></div>`,
    ),
  );
  const own = nameFields({
    pages: shops,
    fields: ['f1', 'f2'].map((id) => fieldAt(id, shops)),
    wanted: [{ name: 'price', types: ['price'] }],
  });
  assert.deepEqual(
    valuesOf(own, 'price'),
    amounts.map(([msrp]) => msrp),
  );
});

test('an original price or one of a combination is no price', () => {
  const shops = amounts.map(([combo, price, original], at) =>
    pageOf(
      String(at),
      `<h1>Camera ${at}</h1><p data-f="f1">${price}</p><p>Combo Price:</p><p data-f="f2">${combo}</p>
      <p>Original Price:</p><p data-f="f3">${original}</p>`,
    ),
  );
  const own = nameFields({
    pages: shops,
    fields: ['f1', 'f2', 'f3'].map((id) => fieldAt(id, shops)),
    wanted: [{ name: 'price', types: ['price'] }],
  });
  assert.deepEqual(
    valuesOf(own, 'price'),
    amounts.map(([, price]) => price),
  );
});

test('of two numbers of a book, each is given to the one that is asked for', () => {
  const numbers = [
    ['0399156240', '9780399156243'],
    ['0441018645', '9780441018642'],
    ['141659485X', '9781416594857'],
  ] as const;
  const shelf = numbers.map(([ten, thirteen], at) =>
    pageOf(
      String(at),
      `<h1>Book ${at}</h1><p>ISBN: <b data-f="f1">${ten}</b></p><p>ISBN: <b data-f="f2">${thirteen}</b></p>`,
    ),
  );
  const found = (name: string) =>
    valuesOf(
      nameFields({
        pages: shelf,
        fields: ['f1', 'f2'].map((id) => fieldAt(id, shelf)),
        wanted: [{ name }],
        least: 0,
      }),
      name,
    );
  assert.deepEqual(
    found('isbn_13'),
    numbers.map(([, thirteen]) => thirteen),
  );
  assert.deepEqual(
    found('isbn_10'),
    numbers.map(([ten]) => ten),
  );
});

test('a name that known values prove wins over what the page calls the field', () => {
  const shelf = books.map(({ title, by }, at) =>
    pageOf(
      String(at),
      `<h1 class="title" data-f="f1">${title}</h1><p>By: <b data-f="f2">${by}</b></p>`,
      `<title>${title}</title>`,
    ),
  );
  const fields = ['f1', 'f2'].map((id) => fieldAt(id, shelf));
  const nameOf = (known?: ReadonlyMap<string, readonly string[]>) =>
    nameFields({ pages: shelf, fields, ...(known && { known }) }).find(({ field }) => field === 'f1')?.name;
  assert.equal(nameOf(), 'title');
  assert.equal(nameOf(new Map([['name', [books[1]?.title ?? '', 'Some other book']]])), 'name');
  assert.equal(nameOf(new Map([['name', ['Some other book']]])), 'title');
});
