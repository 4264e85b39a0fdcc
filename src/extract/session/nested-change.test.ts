import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparePage } from '../page/index.ts';
import type { KnownRecord } from '../rules/known.ts';
import type { FieldName, PreparedPage } from '../types.ts';
import type { NameFields } from './learn.ts';
import { ownLearner } from './learn.ts';
import { ExtractSession, type SessionOptions } from './session.ts';

interface Part {
  readonly title: string;
  readonly price: string;
}

const parts = (page: number, group: number): readonly Part[] =>
  Array.from({ length: 2 + ((page + group) % 3) }, (_, nth) => ({
    title: `Model ${String.fromCharCode(65 + nth)}${page}${group} lamp`,
    price: `$${10 + page * 7 + group * 3 + nth}.${20 + nth}`,
  }));

const groups = (page: number) => Array.from({ length: 2 + (page % 3) }, (_, group) => parts(page, group));

type Look = (page: number) => string;

const shop: Look = (page) =>
  `<div class=shop>${groups(page)
    .map(
      (own, group) =>
        `<section class=group><h2 class=room>Room ${page}-${group}</h2><ul class=parts>${own
          .map(
            ({ title, price }) =>
              `<li class=part><b class=name>${title}</b> <i class=price>${price}</i></li>`,
          )
          .join('')}</ul></section>`,
    )
    .join('')}</div>`;

/** Other tags, other names, nothing as it was. */
const renewed: Look = (page) =>
  `<main>${groups(page)
    .map(
      (own, group) =>
        `<article><header>Room ${page}-${group}</header><table>${own
          .map(({ title, price }) => `<tr><td>${price}</td><td><a href=#>${title}</a></td></tr>`)
          .join('')}</table></article>`,
    )
    .join('')}</main>`;

const pageOf = (look: Look, page: number): PreparedPage =>
  preparePage({
    name: String(page),
    url: `http://shop.test/${page}`,
    html: `<title>Shop</title><p><a href=/>Home</a></p>${look(page)}<p>Imprint</p>`,
  });

/** Names by what values look like, so that nothing but places can be got wrong. */
const namer =
  (looks: Readonly<Record<string, RegExp>>): NameFields =>
  async ({ fields }, sample) =>
    fields.flatMap((field): FieldName | [] => {
      const texts = sample.flatMap(({ extraction }) =>
        (extraction.values.get(field.id) ?? []).map(({ text }) => text),
      );
      const [name] = Object.entries(looks).find(([, look]) => texts.every((text) => look.test(text))) ?? [];
      return name === undefined ? [] : { field: field.id, name, confidence: 0.9, because: [] };
    });

const inner = { title: /^Model \w+ lamp$/, price: /^\$\d+\.\d+$/ };
const numbers = Array.from({ length: 8 }, (_, at) => at);
const wanted = numbers.flatMap((page) => groups(page).flat());

async function run(nameFields: NameFields, look: Look, more: Partial<SessionOptions> = {}) {
  const session = new ExtractSession({
    domain: 'shop.test',
    rules: [],
    known: new Map(),
    minConfidence: 0.5,
    allFields: false,
    learner: ownLearner(nameFields),
    now: () => new Date(0),
    ...more,
  });
  const found: Awaited<ReturnType<ExtractSession['add']>>[number][] = [];
  for (const page of numbers) found.push(...(await session.add(pageOf(look, page))));
  found.push(...(await session.finish()));
  const records = found.map(({ record }) => record);
  const right = wanted.filter((part) =>
    records.some(({ fields }) => fields.title === part.title && fields.price === part.price),
  );
  return { session, records, right: right.length };
}

for (const [what, looks] of [
  ['with a named list around it', { ...inner, room: /^Room \d+-\d+$/ }],
  ['with a list around it that has no names', inner],
] as const) {
  test(`a list within a list takes its place from the new wrapper, ${what}`, async () => {
    const first = await run(namer(looks), shop);
    assert.equal(first.right, wanted.length);
    const rules = first.session.templates.map((template) => template.settled());
    assert.ok(rules[0]?.lists.some(({ within }) => within !== null));
    const known = new Map(
      first.records.map(({ url, type }): [string, KnownRecord] => [url ?? '', { type, fields: {} }]),
    );
    const second = await run(namer(looks), renewed, { rules, known });
    assert.equal(second.right, wanted.length);
    const told = second.session.steps.filter(({ kind }) => kind === 'reinduced').length;
    assert.equal(told, Object.keys(looks).length);
  });
}
