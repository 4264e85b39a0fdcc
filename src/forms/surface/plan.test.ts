import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greedyCover, MadeDatabase } from '../../../bench/deepweb/database.ts';
import { toldTotal } from './answers.ts';
import { coverageOf } from './coverage.ts';
import type { FormInput } from './inputs.ts';
import { KeptHopes } from './kept-hopes.ts';
import { type Submission, SurfacePlan } from './plan.ts';

const words: FormInput = { name: 'q', kind: 'word', values: [], required: true };
const choice = (name: 'genre' | 'year' | 'place', database: MadeDatabase): FormInput => {
  const values = [...new Set(database.records.map((record) => record[name]))].sort();
  return { name, kind: 'choice', values, required: false };
};

/** Asks a made database until the plan ends; answers show no more than the cap. */
function asked(plan: SurfacePlan, database: MadeDatabase, cap: number, tellsTotal: boolean) {
  const seen = new Set<number>();
  const questions: Submission[] = [];
  for (let next = plan.next(); next !== null && questions.length < 5000; next = plan.next()) {
    questions.push(next);
    const found = database.find(next.values);
    const shown = found.slice(0, cap);
    for (const { id } of shown) seen.add(id);
    const records = shown.map(({ id, title, text }) => ({ key: String(id), texts: [title, text] }));
    plan.heard(next, { records, total: tellsTotal ? found.length : null });
  }
  return { seen, questions };
}

test('choices are split until each shows all it has, and then the form is done', () => {
  const database = new MadeDatabase(600, 1);
  const inputs = [choice('genre', database), choice('place', database)];
  const plan = new SurfacePlan(inputs, '');
  const { seen, questions } = asked(plan, database, 50, true);
  assert.equal(seen.size, 600);
  assert.equal(plan.end, 'complete');
  assert.deepEqual(plan.coverage, { share: 1, low: 1, high: 1 });
  assert.ok(questions.length < 80, `${questions.length} questions`);
  assert.equal(new Set(questions.map(({ values }) => JSON.stringify(values))).size, questions.length);
});

test('combinations of fields are asked by what they should bring, not field after field', () => {
  const database = new MadeDatabase(3000, 1);
  const names = ['genre', 'year', 'place'] as const;
  const plan = new SurfacePlan(
    names.map((name) => choice(name, database)),
    '',
  );
  const { seen, questions } = asked(plan, database, 50, true);
  assert.equal(seen.size, 3000);
  assert.equal(plan.end, 'complete');
  const answers = new Map<string, number[]>();
  for (const record of database.find({}))
    for (const mask of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const key = names.map((name, at) => (mask & (1 << at) ? record[name] : '')).join(' ');
      answers.set(key, [...(answers.get(key) ?? []), record.id].slice(0, 50));
    }
  const greedy = greedyCover([...answers.values()], 0.99);
  // Splitting one field after the other takes 2.3 times the cover.
  assert.ok(questions.length <= 1.9 * greedy, `${questions.length} questions, ${greedy} of a greedy cover`);
});

test('a kind of question that once brought nothing is not left for good', () => {
  const yields = new KeptHopes();
  for (let at = 0; at < 5; at++) yields.heard('pairs', 10, 0);
  const then = yields.share('pairs');
  for (let at = 0; at < 1000; at++) yields.heard('words', 1, 1);
  assert.ok(then < 0.1 && yields.share('pairs') > 0.5);
});

test('coverage is told where no word waits to be asked any more', () => {
  const probes = Array.from({ length: 40 }, () => ({ known: 19, own: 2, step: 1, found: [] }));
  const { share = 0, low = 0, high = 0 } = coverageOf(probes, new Map(), 19) ?? {};
  assert.ok(low > 0.9 && low < share && share < high && high === 1, `${low}, ${share}, ${high}`);
});

test('words come from the page, then from the answers, until nearly all records are known', () => {
  const database = new MadeDatabase(1000, 2);
  const plan = new SurfacePlan([words], database.records[0]?.title ?? '');
  const { seen, questions } = asked(plan, database, 100, false);
  assert.ok(seen.size >= 950, `${seen.size} of 1,000`);
  assert.equal(questions[0]?.use, 'nonsense');
  assert.ok(questions.length < 400, `${questions.length} questions`);
});

test('a word that stands where a form does not look is asked a few times, and no pair is made of it', () => {
  const database = new MadeDatabase(1000, 2);
  const plan = new SurfacePlan([words], database.records[0]?.title ?? '');
  const vain: string[] = [];
  for (let next = plan.next(), count = 0; next !== null && count < 150; next = plan.next(), count++) {
    const asked = (next.values.q ?? '').split(' ');
    if (next.use !== 'nonsense' && asked.some((word) => !database.words.has(word)))
      vain.push(next.values.q ?? '');
    const records = database
      .find(next.values)
      .slice(0, 50)
      .map(({ id, title, text, genre, place }) => ({ key: String(id), texts: [title, text, genre, place] }));
    plan.heard(next, { records, total: null });
  }
  assert.ok(vain.length <= 12, vain.join(', '));
});

test('the stated interval of coverage holds in nine of ten databases', () => {
  const outside: string[] = [];
  for (let seed = 1; seed <= 10; seed++) {
    const database = new MadeDatabase(1000, seed);
    const plan = new SurfacePlan([words], database.records[0]?.title ?? '');
    const { seen } = asked(plan, database, 50, false);
    const { low = 0, high = 0 } = plan.coverage ?? {};
    const share = seen.size / database.records.length;
    if (share < low || share > high) outside.push(`${share}: ${low} to ${high}`);
  }
  assert.ok(outside.length <= 1, outside.join('; '));
});

test('where the widest question tells how many there are, that is what coverage is measured by', () => {
  const database = new MadeDatabase(800, 4);
  const plan = new SurfacePlan([choice('genre', database), { ...words, required: false }], '');
  const { seen } = asked(plan, database, 50, true);
  assert.equal(plan.end, 'covered');
  assert.ok(seen.size >= 792, `${seen.size} of 800`);
  assert.ok(Math.abs((plan.coverage?.share ?? 0) - seen.size / 800) < 0.001);
});

test('told the same answers again, a plan asks what it had not asked', () => {
  const database = new MadeDatabase(300, 3);
  const first = new SurfacePlan([words], database.records[0]?.title ?? '');
  const before: Submission[] = [];
  const tell = (plan: SurfacePlan, one: Submission) => {
    const records = database.find(one.values).map(({ id, title }) => ({ key: String(id), texts: [title] }));
    plan.heard(one, { records, total: null });
  };
  for (let next = first.next(); next !== null && before.length < 20; next = first.next()) {
    before.push(next);
    tell(first, next);
  }
  const second = new SurfacePlan([words], database.records[0]?.title ?? '');
  for (const { values } of before) tell(second, second.again(values));
  assert.equal(second.records, first.records);
  const next = second.next();
  assert.ok(next !== null && !before.some(({ values }) => values.q === next.values.q));
});

test('a form for which the same comes whatever is asked is left', () => {
  const plan = new SurfacePlan([words], 'some words to begin with');
  const records = [1, 2, 3, 4, 5].map((id) => ({ key: String(id), texts: [`promoted ${id}`] }));
  let count = 0;
  for (let next = plan.next(); next !== null && count < 50; next = plan.next(), count++)
    plan.heard(next, { records, total: null });
  assert.equal(plan.end, 'ignored');
  assert.deepEqual(plan.ignored, ['q']);
  assert.ok(count <= 14);
});

test('where little is promoted with every answer, words that nothing has do not say that none is heard', () => {
  const plan = new SurfacePlan([words], 'menu about contact help imprint sea stone');
  const promoted = { key: 'p', texts: ['buy now'] };
  const books = ['sea', 'stone', 'sea stone'].map((text, id) => ({ key: `b${id}`, texts: [text] }));
  for (let next = plan.next(), count = 0; next !== null && count < 60; next = plan.next(), count++) {
    const { q = '' } = next.values;
    const found = books.filter(({ texts: [text = ''] }) => text.split(' ').includes(q));
    plan.heard(next, { records: [promoted, ...found], total: null });
  }
  assert.equal(plan.records, 4);
  assert.deepEqual(plan.ignored, []);
});

test('a form whose choices show nothing at all is not called complete', () => {
  const plan = new SurfacePlan(
    [{ name: 'op', kind: 'choice', values: ['is', 'not'], required: true }, words],
    'a few words',
  );
  for (let next = plan.next(), count = 0; next !== null && count < 200; next = plan.next(), count++)
    plan.heard(next, { records: [], total: null });
  assert.equal(plan.end, 'exhausted');
});

test('where nothing comes until two fields are chosen, all choices of both are asked', () => {
  const fields = ['land', 'kind'].map((name) => {
    return { name, kind: 'choice', values: ['a', 'b', 'c'], required: false } as const;
  });
  const plan = new SurfacePlan(fields, '');
  for (let next = plan.next(), count = 0; next !== null && count < 50; next = plan.next(), count++) {
    const { land, kind } = next.values;
    const records = land && kind ? [{ key: land + kind, texts: [`${land} ${kind}`] }] : [];
    plan.heard(next, { records, total: null });
  }
  assert.equal(plan.records, 9);
});

test('a form that does not answer is left', () => {
  const plan = new SurfacePlan([words], 'one two three four five six seven');
  let count = 0;
  for (let next = plan.next(); next !== null && count < 50; next = plan.next(), count++)
    plan.heard(next, { records: [], total: null, failed: true });
  assert.equal(plan.end, 'failing');
});

test('how many answers there are is read in several languages', () => {
  assert.equal(toldTotal('Results 1 – 10 of 1,370 for sea'), 1370);
  assert.equal(toldTotal('共找到 137 条记录'), 137);
  assert.equal(toldTotal('42 books found'), 42);
  assert.equal(toldTotal('nothing here'), null);
});

test('a page that has no word of its records gives them by words that nearly all have', () => {
  const plan = new SurfacePlan([words], 'Full text. Go!');
  const books = Array.from({ length: 30 }, (_, id) => ({
    key: `b${id}`,
    texts: [`tale${id} of moor${id % 7}`],
  }));
  for (let next = plan.next(), count = 0; next !== null && count < 150; next = plan.next(), count++) {
    const { q = '' } = next.values;
    plan.heard(next, { records: books.filter(({ texts: [text = ''] }) => text.includes(q)), total: null });
  }
  assert.equal(plan.records, 30);
});

test('nothing is said of coverage where every word finds more than is shown, and answers say that they are a part', () => {
  const [adjectives, nouns] = [
    ['red', 'old', 'wet', 'dry'],
    ['sea', 'hill', 'wood', 'moor'],
  ];
  const books = Array.from({ length: 320 }, (_, id) => {
    const text = `${adjectives[id % 4]} and ${nouns[Math.floor(id / 4) % 4]}`;
    return { key: `b${id}`, texts: [text] };
  });
  const plan = new SurfacePlan([words], 'red sea');
  for (let next = plan.next(), count = 0; next !== null && count < 200; next = plan.next(), count++) {
    const { q = '' } = next.values;
    const found = books.filter(({ texts: [text = ''] }) => text.includes(q));
    plan.heard(next, { records: found.slice(0, 10), total: null });
  }
  assert.ok(plan.records < 320);
  assert.equal(plan.coverage, null);
  assert.ok(plan.partly >= 8, String(plan.partly));
});

test('a figure that a title ends in is no number of answers', () => {
  assert.equal(toldTotal('17 results'), 17);
  assert.equal(toldTotal('The deep sea, volume96\nBooks on the sea'), null);
});

test('a list that comes with a choice is asked under it, though it shows the same for all its values there', () => {
  const tagsOf: Readonly<Record<string, readonly string[]>> = {
    ann: ['sea', 'sun', 'fog', 'ice', 'dew'],
    ben: ['sea', 'oak'],
    cid: ['elm'],
  };
  const inputs: FormInput[] = [
    { name: 'author', kind: 'choice', values: Object.keys(tagsOf), required: false },
    { name: 'tag', kind: 'choice', values: [], required: false },
  ];
  const plan = new SurfacePlan(inputs, '');
  const asked: string[] = [];
  for (let next = plan.next(); next !== null && asked.length < 50; next = plan.next()) {
    const { author = '', tag } = next.values;
    asked.push([author, tag].filter(Boolean).join(' '));
    const values = tagsOf[author] ?? [];
    const offers = values.length > 0 ? { tag: { values, required: false, isNew: true } } : {};
    // All tags of an author are on one record.
    const records = tag === undefined ? [] : [{ key: author, texts: [author] }];
    // "0 results" beside a list that has to be chosen from.
    plan.heard(next, { records, total: tag === undefined ? 0 : 1, offers: tag === undefined ? offers : {} });
  }
  const wanted = [
    '',
    ...Object.entries(tagsOf).flatMap(([who, tags]) => [who, ...tags.map((tag) => `${who} ${tag}`)]),
  ];
  assert.deepEqual(asked.toSorted(), wanted.toSorted());
  assert.equal(plan.records, 3);
  assert.deepEqual(plan.ignored, []);
  assert.equal(plan.end, 'complete');
});

test('where always something is chosen of two lists, the second is that of the first, not that of the page', () => {
  const towns: Readonly<Record<string, readonly string[]>> = {
    de: ['ulm', 'kiel'],
    fr: ['pau'],
    es: ['jaca', 'lugo'],
  };
  const inputs: FormInput[] = [
    { name: 'land', kind: 'choice', values: Object.keys(towns), required: true },
    { name: 'town', kind: 'choice', values: towns.de ?? [], required: true },
  ];
  const plan = new SurfacePlan(inputs, '');
  const found: string[] = [];
  let count = 0;
  for (let next = plan.next(); next !== null && count < 50; next = plan.next(), count++) {
    const { land = 'de', town = '' } = next.values;
    const values = towns[land] ?? [];
    const shown = values.includes(town) ? town : (values[0] ?? '');
    found.push(shown);
    const offer = { values, required: true, isNew: land !== 'de' };
    const offers = values.includes(town) ? {} : { town: offer };
    plan.heard(next, { records: [{ key: shown, texts: [shown] }], total: null, offers });
  }
  assert.equal(new Set(found).size, 5);
  assert.ok(count <= 8, `${count} questions`);
});
