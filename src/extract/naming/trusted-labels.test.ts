import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldAt, pageOf } from './fixture.ts';
import { nameFields } from './name.ts';

const towns = ['Bergen harbour', 'Oslo quay', 'Tromsø pier', 'Narvik dock', 'Molde yard'];

/** Names of what stands in `<i data-f=v>`, on pages that differ in it alone. */
function nameOf(body: (value: string, at: number) => string): string | undefined {
  const pages = towns.map((town, at) => pageOf(String(at), `<h2>Ships</h2>${body(town, at)}`));
  return nameFields({ pages, fields: [fieldAt('v', pages)] }).find(({ spots }) =>
    spots.get('1')?.some(({ text }) => text === value(pages[1])),
  )?.name;
}

function value(page: ReturnType<typeof pageOf> | undefined): string | undefined {
  return page && fieldAt('v', [page]).spots.get('1')?.[0]?.text;
}

test('labels with a colon, in elements for labels, or in the cell before name their values', () => {
  const shown = (value: string) => `<i data-f="v">${value}</i>`;
  assert.equal(
    nameOf((town) => `<p><b>Mooring:</b> ${shown(town)}</p>`),
    'mooring',
  );
  assert.equal(
    nameOf((town) => `<dl><dt>Mooring</dt><dd>${shown(town)}</dd></dl>`),
    'mooring',
  );
  assert.equal(
    nameOf((town) => `<table><tr><td>Mooring</td><td>${shown(town)}</td></tr></table>`),
    'mooring',
  );
});

test('a plain text before values of a type names them', () => {
  assert.equal(
    nameOf((_, at) => `<p><span>Harbour dues</span> <i data-f="v">$${at + 12}.50</i></p>`),
    'harbour_dues',
  );
});

test('links, requests and joining words name nothing', () => {
  for (const label of ['<a href="/x">Mooring</a>', '<b>Add to basket</b>', '<b>or</b>', '<b>what else</b>'])
    assert.equal(
      nameOf((town) => `<p>${label} <i data-f="v">${town}</i></p>`),
      'v',
      label,
    );
});

test('a text that has a value of its own is no label of the next value', () => {
  assert.equal(
    nameOf((_, at) => `<p><b>Owner: Hansen</b> <i data-f="v">$${at + 12}.50</i></p>`),
    'v',
  );
});

test('a heading names what differs under it, not the link that follows it everywhere', () => {
  assert.equal(
    nameOf((town) => `<h4>Voyage log</h4><p data-f="v">A story of ${town}</p>`),
    'voyage_log',
  );
  assert.equal(
    nameOf((town) => `<h4>Voyages</h4><a href="/y" data-f="v">All of ${town}</a>`),
    'v',
  );
});

test('the name after "by" is the author', () => {
  const people = ['Anna Berg', 'John Smith', 'Mary Jones', 'Peter Brown', 'Susan Clark'];
  assert.equal(
    nameOf((_, at) => `<p>by <a href="/${at}" data-f="v">${people[at]}</a></p>`),
    'author',
  );
});

test('the heading over several things of one kind does not name the first of them, though data often have its name', () => {
  const comment = (who: string) => `<div class="comment">${who}, some words</div>`;
  const under = (rest: string) => (town: string) =>
    `<h3>Reviews</h3><div><div class="comment"><i data-f="v">${town}</i>, some words</div>${rest}</div>`;
  assert.equal(nameOf(under(comment('Ann') + comment('Bob'))), 'v');
  assert.equal(
    nameOf((town) => `<h3>Mooring</h3><div><i data-f="v">${town}</i></div>`),
    'mooring',
  );
  assert.equal(
    nameOf((town) => `<h3>Mooring</h3><ul><li data-f="v">${town}</li><li>deep</li><li>lit</li></ul>`),
    'mooring',
    'the first of what is said of one thing is that thing',
  );
});

test('what a link says names nothing that has no type, though data often have its name', () => {
  assert.equal(
    nameOf((town) => `<nav><a href="/about">About</a></nav><h4 data-f="v">${town}</h4>`),
    'v',
  );
});

test('a heading of the second rank that is the title of its page is the title', () => {
  // As many as make a sum of shares fall short by rounding.
  const pages = Array.from({ length: 10 }, (_, at) =>
    pageOf(
      String(at),
      `<h1>Harbours</h1><h2 data-f="v">${towns[at % 5]} ${at}</h2>`,
      `<title>${towns[at % 5]} ${at}</title>`,
    ),
  );
  const [named] = nameFields({ pages, fields: [fieldAt('v', pages)] });
  assert.equal(named?.name, 'title');
});
