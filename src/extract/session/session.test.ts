import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typeOf } from '../../values/index.ts';
import type { Labeller } from '../naming/index.ts';
import { FilterList } from '../noise/filters.ts';
import { preparePage } from '../page/index.ts';
import { books, type Look, pagesOf, table } from '../rules/fixture.ts';
import type { KnownRecord } from '../rules/known.ts';
import type { FieldName, PreparedPage } from '../types.ts';
import type { NameFields } from './learn.ts';
import { ownLearner } from './learn.ts';
import { fieldNamer } from './names.ts';
import { ExtractSession, type SessionOptions } from './session.ts';

/** Names by what values look like: enough for the shops of these tests. */
const nameFields: NameFields = async (wrapper, sample) =>
  wrapper.fields.flatMap((field): FieldName | [] => {
    if (field.attribute !== null) return [];
    const texts = sample.flatMap(({ extraction }) =>
      (extraction.values.get(field.id) ?? []).map(({ text }) => text),
    );
    const name =
      typeOf(texts).type === 'price' ? 'price' : texts.every((text) => /^Volume/.test(text)) ? 'title' : null;
    return name === null ? [] : { field: field.id, name, confidence: 0.9, because: [] };
  });

function session(more: Partial<SessionOptions> = {}): ExtractSession {
  return new ExtractSession({
    domain: 'shop.test',
    rules: [],
    known: new Map(),
    learner: ownLearner(nameFields),
    minConfidence: 0.5,
    allFields: false,
    now: () => new Date('2026-05-01T12:00:00Z'),
    ...more,
  });
}

async function run(one: ExtractSession, pages: readonly PreparedPage[]) {
  const found: Awaited<ReturnType<ExtractSession['add']>>[number][] = [];
  for (const page of pages) found.push(...(await one.add(page)));
  return [...found, ...(await one.finish())].map(({ record }) => record);
}

test('pages without rules start induction by themselves, and give a record each', async () => {
  const some = books(12);
  const one = session();
  const records = await run(one, pagesOf(some, table));
  assert.deepEqual(
    records.map(({ page, type, path, fields }) => ({ page, type, path, fields })),
    some.map(({ title, price }, at) => ({
      page: String(at),
      type: 'book',
      path: null,
      fields: { title, price },
    })),
  );
  assert.deepEqual(
    one.steps.map(({ kind, template }) => [kind, template]),
    [['induced', 'book']],
  );
  assert.equal(one.templates[0]?.rules.version, 1);
});

test('pages with rules are applied at once, and nothing is learned anew', async () => {
  const first = session();
  await run(first, pagesOf(books(12), table));
  const rules = first.templates.map((template) => template.settled());
  const fresh = books(6, 13);
  const second = session({ rules });
  const records = await run(second, pagesOf(fresh, table));
  assert.deepEqual(
    records.map(({ fields }) => fields.price),
    fresh.map(({ price }) => price),
  );
  assert.deepEqual(second.steps, []);
  assert.equal(second.templates.length, 1);
  assert.equal(second.templates[0]?.isNew, false);
});

test('the list, the imprint and a book in a box of a small shop: two templates more, and one book more', async () => {
  const some = books(9);
  const boxed: Look = (book) => table(book).replace(/(<h1>.*<\/table>)/s, '<div class="box">$1</div>');
  const shown = (name: string, path: string, html: string) =>
    preparePage({ name, url: `http://shop.test/${path}`, html: `<title>Shop</title>${html}` });
  const frame = (body: string) => `<div id="shop"><p class="nav">Home Books</p>${body}</div>`;
  const items = some.map(({ title }, at) => `<li><a href="/book/${at}">${title}</a></li>`).join('');
  const pages = [
    shown('list', '', frame(`<h2>All books</h2><ul>${items}</ul>`)),
    shown('about', 'about', frame('<h2>About us</h2><p>We sell books.</p><p>Come along.</p>')),
    ...pagesOf(some, table),
    shown('boxed', 'book/99', boxed(some[0] as (typeof some)[number])),
  ];
  const one = session();
  await run(one, pages);
  assert.deepEqual(
    one.templates.map(({ name, pages: count }) => [name, count]),
    [
      ['book', 10],
      ['template', 1],
      ['template-2', 1],
    ],
  );
  assert.ok(one.templates[0]?.rules.pages.every((name) => /^\d+$/.test(name)));
});

const redesign: Look = ({ title, author, price }) =>
  `<main class="new"><header><p>Our books</p></header><section><h2>${title}</h2><ul><li>by ${author}</li>
   <li>only <em>${price}</em></li></ul></section></main>`;

test('a template that has changed is mended before records are made, and every step is told', async () => {
  const some = books(12);
  const first = session();
  const before = await run(first, pagesOf(some, table));
  const known = new Map(
    before.map(({ url, type, fields }): [string, KnownRecord] => [url ?? '', { type, fields }]),
  );
  const second = session({ rules: first.templates.map((template) => template.settled()), known });
  const records = await run(second, pagesOf(some, redesign));
  assert.deepEqual(
    records.map(({ fields }) => fields),
    before.map(({ fields }) => fields),
  );
  const told = second.steps.filter(({ field }) => field === 'price').map(({ kind }) => kind);
  assert.deepEqual(told, ['changed', 'repaired']);
  assert.equal(second.templates[0]?.rules.version, 2);
  assert.equal(second.templates[0]?.isNew, true);
});

test('a page of another kind does not come under the rules of a template', async () => {
  const first = session();
  await run(first, pagesOf(books(12), table));
  const rules = first.templates.map((template) => template.settled());
  const imprint = preparePage({
    name: 'x',
    url: 'http://shop.test/imprint',
    html: '<h1>Imprint</h1><p>Shop, 1 Main Street</p>',
  });
  const records = await run(session({ rules }), [imprint, ...pagesOf(books(3), table)]);
  assert.deepEqual(
    records.map(({ page }) => page),
    ['0', '1', '2'],
  );
});

test('an article is a record of its own kind, whether or not it has a template', async () => {
  const story = (nth: number) =>
    preparePage({
      name: `s${nth}`,
      url: `http://shop.test/news/${nth}`,
      html: `<title>Story ${nth}</title><article><h1>Story ${nth}</h1>${`<p>In chapter ${nth} the sea rose, and the boats, which lay in the harbour, were lost to the storm.</p>`.repeat(8)}</article>`,
    });
  const records = await run(session(), [story(1), story(2), story(3)]);
  assert.deepEqual(
    records.map(({ type, fields }) => [type, fields.title]),
    [
      ['article', 'Story 1'],
      ['article', 'Story 2'],
      ['article', 'Story 3'],
    ],
  );
});

test('without names there are no records, unless all fields are asked for', async () => {
  const unnamed = { learner: ownLearner(async () => []) };
  assert.deepEqual(await run(session(unnamed), pagesOf(books(6), table)), []);
  const all = await run(session({ ...unnamed, allFields: true }), pagesOf(books(6), table));
  assert.equal(all.length, 6);
  assert.ok(Object.values(all[0]?.fields ?? {}).includes('Anna Bell'));
});

test('what an advertisement list hides is extracted all the same where the pages show it as data', async () => {
  const list = await FilterList.of(['##.price']);
  const some = books(8);
  const pages = pagesOf(some, table).map(({ name, url, document }) =>
    preparePage({ name, url, document }, (page) => list.advertisements(page)),
  );
  for (const [at, { nodes, noise }] of pages.entries()) {
    const price = nodes.find(({ text }) => text === some[at]?.price);
    assert.equal(noise.get(price?.index ?? -1), 'advertisement');
  }
  const records = await run(session(), pages);
  assert.deepEqual(
    records.map(({ fields }) => fields.price),
    some.map(({ price }) => price),
  );
});

test('a labeller points at what the schema asks for, and cannot add to the page', async () => {
  const some = books(6);
  const asked: string[][] = [];
  const labeller: Labeller = {
    label: async (texts, names) => {
      asked.push([...names]);
      const at = texts.find(({ text }) => text.startsWith('Volume'));
      return { work: at ? [at.number, 99_999] : [] };
    },
  };
  const namer = fieldNamer({ wanted: [{ name: 'work' }] }, labeller);
  const records = await run(session({ learner: ownLearner(namer) }), pagesOf(some, table));
  assert.deepEqual(
    records.map(({ fields }) => fields.work),
    some.map(({ title }) => title),
  );
  assert.deepEqual(
    asked,
    Array.from({ length: 6 }, () => ['work']),
  );
});

test('articles with comments below them are articles', async () => {
  const words = 'Garden lantern river morning paper bridge silence harbour evening orchard'.split(' ');
  const prose = (at: number) =>
    Array.from({ length: 60 }, (_, nth) => words[(nth * 7 + at * 3 + ((nth * at) % 5)) % 10]).join(' ');
  const pages = Array.from({ length: 8 }, (_, at) => {
    const title = `Letter ${at}: ${words[at]} and ${words[(at + 4) % 10]}`;
    const comments = [0, 1, 2].map(
      (nth) => `<div class="comment"><b>Reader ${at * 7 + nth}</b>, ${words[(at + nth) % 10]}</div>`,
    );
    return preparePage({
      name: String(at),
      url: `http://blog.test/article/${at}`,
      html: `<title>${title}</title><h1>Letters</h1><main><h2>${title}</h2><p>${prose(at)}.</p><p>${prose(at + 3)}.</p>
        <h3>Comments</h3><div id="comments">${comments.join('')}</div></main>`,
    });
  });
  const records = (await run(session({ learner: ownLearner(fieldNamer({})) }), pages)).filter(
    ({ path }) => path === null,
  );
  assert.deepEqual(
    records.map(({ type, fields }) => [type, fields.title]),
    pages.map(({ document }) => ['article', document.title]),
  );
  assert.ok(records.every(({ fields }) => String(fields.body).length > 400));
});

/** Pages of a manual: a frame, a title, and text that goes its own way on each. */
function manual(count: number): readonly PreparedPage[] {
  const parts = ['<p>Text ', '<pre>code ', '<ul><li>item ', '<p>More <b>text</b> '];
  const menu = (name: string) =>
    `<div class="${name}"><div class="inner"><ul class="menu"><li><a href="/">Home</a><li><a href="/all">All</a></ul><form class="find"><input class="words"><button>Go</button></form></div></div>`;
  return Array.from({ length: count }, (_, at) => {
    const body = Array.from(
      { length: 4 + ((at * 7) % 9) },
      (_, nth) => `${parts[(at * 5 + nth * (1 + (at % 3))) % parts.length]}${at}.${nth} of the manual`,
    );
    const html = `<title>Call ${at}</title>${menu('top')}<h2 class="name">Call ${at}</h2><div class="doc">${body.join('\n')}</div>${menu('foot')}`;
    return preparePage({ name: `ref/${at}.html`, url: null, html });
  });
}

test('pages of free text are of the template whose structure they have, and nothing about them is called a change', async () => {
  const one = session({ learner: ownLearner(fieldNamer({ least: 0.5 })), firstPages: 60 });
  await run(one, manual(160));
  assert.deepEqual(
    one.templates.map(({ name, pages }) => [name, pages]),
    [['ref', 160]],
  );
  assert.deepEqual(
    one.steps.map(({ kind }) => kind),
    ['induced'],
  );
});

const sentence = (word: string, nth: number) =>
  `${word} ${nth} went to the harbour, and told of the storm, which had taken the old pier away.`;

test('a page with data and a text has both in one record', async () => {
  const pages = ['Anna', 'Berta', 'Carla', 'Doris', 'Elena', 'Frieda'].map((name, at) =>
    preparePage({
      name: String(at),
      url: null,
      html: `<title>${name}</title><h1>${name}</h1><table><tr><th>Volume:</th><td>Volume ${at}</td></tr>
        <tr><th>Price:</th><td>$${at + 3}.50</td></tr></table>
        <div class=tags><a href=/t/${at}>tag ${at}</a></div>
        ${Array.from({ length: 9 }, (_, nth) => `<p>${sentence(name, nth)}</p>`).join('')}`,
    }),
  );
  const records = await run(session(), pages);
  assert.equal(records.length, pages.length);
  for (const [at, { fields, type }] of records.entries()) {
    assert.notEqual(type, 'article');
    assert.equal(fields.price, `$${at + 3}.50`);
    assert.match(String(fields.body), /went to the harbour/);
  }
});

test('a page of results is no article, though each of them has a sentence', async () => {
  const hits = Array.from(
    { length: 9 },
    (_, nth) =>
      `<div class=hit><h3><a href=/${nth}>Result ${nth}</a></h3><p>${sentence('Anna', nth)}</p></div>`,
  );
  const page = preparePage({ name: '0', url: null, html: `<title>Find</title><div>${hits.join('')}</div>` });
  const records = await run(session(), [page]);
  assert.deepEqual(
    records.filter(({ type }) => type === 'article'),
    [],
  );
});

test('several values under one label are a list, and a date for machines is taken where people read "days ago"', async () => {
  const perks = ['Health insurance', 'Dental plan', 'Paid leave', 'Free lunch', 'Company car', 'Pension'];
  const jobs = books(8).map(({ title }, at) => ({
    title,
    own: perks.slice(at % 3, (at % 3) + 2 + (at % 2)),
    day: `2026-04-1${at}`,
  }));
  const pages = jobs.map(({ title, own, day }, at) =>
    preparePage({
      name: String(at),
      url: `http://jobs.test/job/${at}`,
      html: `<!doctype html><title>${title} | Jobs</title><h1>${title}</h1><p><time datetime="${day}">${at + 2} days ago</time></p>
        <h3>Benefits</h3><ul class="benefits">${own.map((perk) => `<li>${perk}</li>`).join('')}</ul><p>Ref: A-${at}7</p>`,
    }),
  );
  const wanted = ['title', 'benefits', 'date_posted'].map((name) => ({ name }));
  const learner = ownLearner(fieldNamer({ wanted }));
  const records = await run(session({ learner, isSchemed: true }), pages);
  assert.deepEqual(
    records.map(({ fields }) => fields.benefits),
    jobs.map(({ own }) => own),
  );
  assert.deepEqual(
    records.map(({ fields }) => fields.date_posted),
    jobs.map(({ day }) => day),
  );
});
