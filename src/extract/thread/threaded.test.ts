import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Labeller } from '../naming/index.ts';
import { books, pagesOf, table } from '../rules/fixture.ts';
import { ownLearner } from '../session/learn.ts';
import { fieldNamer } from '../session/names.ts';
import { ThreadedLearner } from './threaded.ts';

const about = { domain: 'shop.test', template: 'book', learnedAt: '2026-05-01T12:00:00.000Z' };
const naming = { known: new Map([['author', ['Anna Bell', 'Carl Dorn', 'Eve Finch']]]), least: 0.5 };
const pages = pagesOf(books(8), table);

test('a thread puts pages together and learns the same rules as are learned here', async () => {
  const own = ownLearner(fieldNamer(naming));
  const threaded = new ThreadedLearner(naming);
  try {
    const groups = await threaded.cluster(pages);
    assert.deepEqual(groups, await own.cluster(pages));
    assert.ok(
      groups.flat().every((page) => pages.includes(page)),
      'the pages themselves, no copies',
    );
    const { rules, expression } = await threaded.learn(pages, about);
    const here = await own.learn(pages, about);
    assert.deepEqual(rules, here.rules);
    assert.equal(expression, here.expression);
    assert.ok(rules.fields.some(({ name }) => name === 'author'));
  } finally {
    await threaded.close();
  }
});

test('other things go on while a thread learns', async () => {
  const threaded = new ThreadedLearner(naming);
  try {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await threaded.learn(pages, about);
    clearInterval(timer);
    assert.ok(turns > 5, `${turns} turns`);
  } finally {
    await threaded.close();
  }
});

test('whoever points at values is asked from the thread, and what goes wrong there is told', async () => {
  let asked = 0;
  const labeller: Labeller = {
    async label(texts, names) {
      asked++;
      assert.deepEqual(names, ['work']);
      return { work: texts.filter(({ text }) => /^Volume/.test(text)).map(({ number }) => number) };
    },
  };
  const pointing = new ThreadedLearner({ ...naming, wanted: [{ name: 'work' }] }, labeller);
  try {
    const { rules } = await pointing.learn(pages, about);
    assert.equal(asked, 8);
    assert.deepEqual(rules.fields.find(({ name }) => name === 'work')?.because, ['labeller']);
  } finally {
    await pointing.close();
  }
  const failing = new ThreadedLearner(
    { ...naming, wanted: [{ name: 'work' }] },
    { label: async () => Promise.reject(new Error('nobody there')) },
  );
  try {
    await assert.rejects(failing.learn(pages, about), /nobody there/);
  } finally {
    await failing.close();
  }
});

test('work that is under way when a learner is closed fails, and the next begins a new thread', async () => {
  const threaded = new ThreadedLearner(naming);
  const work = assert.rejects(threaded.learn(pages, about), /was ended/);
  while (!process.getActiveResourcesInfo().includes('MessagePort')) await new Promise(setImmediate);
  await threaded.close();
  await work;
  assert.equal((await threaded.cluster(pages)).length, 1);
  await threaded.close();
});
