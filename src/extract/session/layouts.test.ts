import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layouts, surrounded, thingsOf } from '../../../test/layouts.ts';
import { valuesOf } from '../../records/record.ts';
import { preparePage } from '../page/index.ts';
import { ownLearner } from './learn.ts';
import { fieldNamer } from './names.ts';
import { ExtractSession } from './session.ts';

/** Items on each page. */
const counts = [7, 4, 9, 6, 5, 8];

async function recordsOf(pages: readonly string[], allFields: boolean) {
  const session = new ExtractSession({
    domain: 's.test',
    rules: [],
    known: new Map(),
    now: () => new Date(0),
    minConfidence: 0.5,
    allFields,
    learner: ownLearner(fieldNamer({})),
  });
  const found: Awaited<ReturnType<ExtractSession['add']>>[number][] = [];
  for (const [at, html] of pages.entries())
    found.push(...(await session.add(preparePage({ name: String(at), url: `http://s.test/${at}`, html }))));
  return [...found, ...(await session.finish())];
}

/** The texts of the records of each list on a page. */
function listsOn(found: Awaited<ReturnType<typeof recordsOf>>, page: number): readonly string[][][] {
  const own = found.filter(({ record }) => record.page === String(page) && record.path !== null);
  return [...Map.groupBy(own, ({ record }) => record.path).values()].map((list) =>
    list.map(({ record }) => Object.values(record.fields).flatMap((value) => valuesOf(value))),
  );
}

/** Whether records are the wanted ones: each has its own texts and none of those of the others. */
function isRight(records: readonly string[][], wanted: readonly (readonly string[])[]): boolean {
  const has = (record: readonly string[], text: string) => record.some((own) => own.includes(text));
  return (
    records.length === wanted.length &&
    wanted.every((texts, at) => {
      const record = records[at] as string[];
      const foreign = wanted.filter((_, other) => other !== at).flat();
      return texts.every((text) => has(record, text)) && !foreign.some((text) => has(record, text));
    })
  );
}

for (const { name, page } of layouts.filter(({ open }) => !open)) {
  test(`each item is one record with all of its texts: ${name}`, async () => {
    for (const sample of [counts, counts.slice(0, 2)]) {
      const shown = sample.map((count, nth) => page(thingsOf(nth + 1, count), nth + 1));
      const found = await recordsOf(
        shown.map(({ html }) => html),
        true,
      );
      for (const [at, { records }] of shown.entries()) {
        const lists = listsOn(found, at);
        assert.ok(
          lists.some((list) => isRight(list, records)),
          `${sample.length} pages, page ${at}: ${JSON.stringify(lists)}`,
        );
      }
    }
  });
}

test('menus and pagers give no records', async () => {
  const pages = counts.map((count, nth) => surrounded(thingsOf(nth + 1, count), nth + 1));
  const found = (await recordsOf(pages, false)).filter(({ record }) => record.path !== null);
  assert.deepEqual(
    found.map(({ record }) => [record.fields.title, record.fields.price]),
    counts.flatMap((count, nth) => thingsOf(nth + 1, count).map(({ title, price }) => [title, price])),
  );
});

test('items link to their own pages alone', async () => {
  const rows = layouts.find(({ name }) => name === 'header row, then pairs of rows');
  const pages = counts.map((count, nth) => rows?.page(thingsOf(nth + 1, count), nth + 1).html ?? '');
  const found = (await recordsOf(pages, true)).filter(({ record }) => record.path !== null);
  assert.deepEqual(
    found.map(({ links }) => links),
    counts.flatMap((count, nth) => thingsOf(nth + 1, count).map(({ link }) => [`http://s.test${link}`])),
  );
});
