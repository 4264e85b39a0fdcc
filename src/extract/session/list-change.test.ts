import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeKinds } from '../../../bench/extract/changes/kinds.ts';
import { draftOf } from '../../../bench/extract/changes/tree.ts';
import type { DocumentTree } from '../../model/document.ts';
import { preparePage } from '../page/index.ts';
import type { KnownItems, KnownRecord } from '../rules/known.ts';
import type { FieldName, PreparedPage } from '../types.ts';
import type { NameFields } from './learn.ts';
import { ownLearner } from './learn.ts';
import { ExtractSession, type SessionOptions } from './session.ts';

const makers = ['Acme', 'Bolt', 'Crest', 'Dorn', 'Elm', 'Fitz', 'Gale'];

interface Thing {
  readonly title: string;
  readonly maker: string;
  readonly price: string;
}

const thing = (page: number, nth: number): Thing => ({
  title: `Model ${String.fromCharCode(65 + nth)}${page} lamp`,
  maker: `${makers[(page + nth) % makers.length]} Works ${page}-${nth}`,
  price: `$${10 + page * 7 + nth}.${20 + nth}`,
});

const things = (page: number) => Array.from({ length: 5 + (page % 4) }, (_, nth) => thing(page, nth));

const listPage = (page: number): PreparedPage =>
  preparePage({
    name: String(page),
    url: `http://shop.test/list/${page}`,
    html: `<title>Shop</title><div id=top><a href=/>Home</a></div><div class=hits>${things(page)
      .map(
        ({ title, maker, price }) =>
          `<div class=hit><h3 class=name>${title}</h3><p class=row><b>Maker:</b> <i class=maker>${maker}</i></p>
           <p class=row><b>Price:</b> <span class=price>${price}</span></p></div>`,
      )
      .join('')}</div><div id=foot><p>Imprint</p></div>`,
  });

const looks: Readonly<Record<keyof Thing, RegExp>> = {
  title: /^Model \w+ lamp$/,
  maker: /^\w+ Works \d+-\d+$/,
  price: /^\$\d+\.\d+$/,
};

/** Names by what values look like, so that nothing but places can be got wrong. */
const nameFields: NameFields = async (wrapper, sample) =>
  wrapper.fields.flatMap((field): FieldName | [] => {
    const texts = sample.flatMap(({ extraction }) =>
      (extraction.values.get(field.id) ?? []).map(({ text }) => text),
    );
    const [name] = Object.entries(looks).find(([, look]) => texts.every((text) => look.test(text))) ?? [];
    return name === undefined ? [] : { field: field.id, name, confidence: 0.9, because: [] };
  });

function session(more: Partial<SessionOptions>): ExtractSession {
  return new ExtractSession({
    domain: 'shop.test',
    rules: [],
    known: new Map(),
    minConfidence: 0.5,
    allFields: false,
    learner: ownLearner(nameFields),
    now: () => new Date('2026-05-01T12:00:00Z'),
    ...more,
  });
}

async function run(one: ExtractSession, pages: readonly PreparedPage[]) {
  const found: Awaited<ReturnType<ExtractSession['add']>>[number][] = [];
  for (const page of pages) found.push(...(await one.add(page)));
  return [...found, ...(await one.finish())].map(({ record }) => record);
}

type Found = Awaited<ReturnType<typeof run>>[number];

/** How many things of the pages are records with all that is right of them. */
const rightOnes = (records: readonly Found[], pages: readonly number[]) =>
  pages
    .flatMap(things)
    .filter(({ title, maker, price }) =>
      records.some(
        ({ fields }) => fields.title === title && fields.maker === maker && fields.price === price,
      ),
    ).length;

function knownFrom(records: readonly Found[]): ReadonlyMap<string, KnownRecord> {
  const known = new Map<string, KnownRecord>();
  for (const { url, type, path, fields } of records) {
    const before = known.get(url ?? '') ?? { type, fields: {}, items: {} };
    const list = path ?? '';
    const items: KnownItems = { ...before.items, [list]: [...(before.items?.[list] ?? []), fields] };
    known.set(url ?? '', path === null ? { ...before, fields } : { ...before, items });
  }
  return known;
}

const numbers = Array.from({ length: 8 }, (_, at) => at);

/** The pages after a change of their template. */
function changed(kind: (typeof changeKinds)[number]): readonly PreparedPage[] {
  const facts = { constants: new Set(['Maker:', 'Price:', 'Home', 'Imprint', 'Shop']), attribute: 'maker' };
  return numbers.map((page) => {
    const before = listPage(page);
    const truth = new Map(
      (['title', 'maker', 'price'] as const).map((name) => [name, things(page).map((each) => each[name])]),
    );
    const draft = draftOf(before.document, truth);
    kind.change(draft, facts, page);
    const document = { ...before.document, root: draft.root } as unknown as DocumentTree;
    return preparePage({ name: before.name, url: before.url, document });
  });
}

/** Changes that leave the values as they are. */
const kinds = changeKinds.filter(({ name }) => !/removed field|format of values/.test(name));

async function learned() {
  const first = session({});
  const records = await run(first, numbers.map(listPage));
  assert.equal(rightOnes(records, numbers), all);
  return { records, rules: first.templates.map((template) => template.settled()) };
}

const all = numbers.flatMap(things).length;
const before = learned();

test('the items of lists and their fields are found again after every kind of change', async () => {
  const { rules, records } = await before;
  const known = knownFrom(records);
  const broken: string[] = [];
  for (const kind of kinds) {
    const second = session({ rules, known });
    const after = await run(second, changed(kind));
    assert.deepEqual([kind.name, rightOnes(after, numbers)], [kind.name, all]);
    const told = second.steps.map(({ kind: done, field }) => `${done} ${field}`);
    if (told.length > 0) broken.push(kind.name);
    else continue;
    assert.deepEqual(told.slice(-3).sort(), ['repaired l1/maker', 'repaired l1/price', 'repaired l1/title']);
  }
  assert.ok(broken.length >= 3, 'some kinds break the rules');
});

/** Another list, other tags, other names, and items that are two rows each. */
const redesigned = (page: number): PreparedPage =>
  preparePage({
    name: String(page),
    url: `http://shop.test/list/${page}`,
    html: `<title>Shop</title><header><a href=/>Home</a></header><main><table><tbody><tr><th>Lamps</th></tr>${things(
      page,
    )
      .map(
        ({ title, maker, price }) =>
          `<tr class=a><td>${title}</td><td>${price}</td></tr><tr class=b><td colspan=2>by <em>${maker}</em></td></tr>`,
      )
      .join('')}</tbody></table></main><footer><p>Imprint</p></footer>`,
  });

test('a list of a new make is found by its known items, also where there is one page of it', async () => {
  const { rules, records } = await before;
  for (const pages of [numbers, [3]]) {
    const second = session({ rules, known: knownFrom(records) });
    const after = await run(second, pages.map(redesigned));
    assert.equal(rightOnes(after, pages), pages.flatMap(things).length);
    assert.equal(after.length, pages.flatMap(things).length, 'items that nobody knew are none');
    assert.equal(second.steps.filter(({ kind }) => kind === 'repaired').length, 3);
  }
});

/** Other tags and names. */
const renewed = (page: number): PreparedPage =>
  preparePage({
    name: String(page),
    url: `http://shop.test/list/${page}`,
    html: `<title>Shop</title><header><a href=/>Home</a></header><main><ul>${things(page)
      .map(
        ({ title, maker, price }) =>
          `<li><a href=#>${title}</a><div><em>${price}</em> by <u>${maker}</u></div></li>`,
      )
      .join('')}</ul></main><footer><p>Imprint</p></footer>`,
  });

test('where nothing is known of the items, the list of a new wrapper takes the place', async () => {
  const { rules, records } = await before;
  const types = [...knownFrom(records)].map(([url, { type }]): [string, KnownRecord] => [
    url,
    { type, fields: {} },
  ]);
  const second = session({ rules, known: new Map(types) });
  const after = await run(second, numbers.map(renewed));
  assert.equal(rightOnes(after, numbers), all);
  const told = second.steps.slice(-3).map(({ kind, field }) => `${kind} ${field}`);
  assert.deepEqual(told.sort(), ['reinduced l1/maker', 'reinduced l1/price', 'reinduced l1/title']);
});
