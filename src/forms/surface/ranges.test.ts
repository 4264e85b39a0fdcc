import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxNesting, parseDocument } from '../../html/tree.ts';
import { pageForms } from '../find.ts';
import { knownForm } from '../kinds.ts';
import { formInputs } from './inputs.ts';
import { SurfacePlan } from './plan.ts';

function inputsOf(fields: string) {
  const page = `<form action="/find">${fields}<button>Search</button></form>`;
  const [form] = pageForms(parseDocument(page, 'http://a.test/', maxNesting));
  assert.ok(form !== undefined);
  return formInputs(knownForm(form));
}

/** Asks things at places until the plan ends; an answer shows the first ten between two ends. */
function asked(
  fields: string,
  places: readonly number[],
  read: (text: string, other: number) => number,
  tellsTotal: boolean,
) {
  const inputs = inputsOf(fields);
  const [range] = inputs;
  const [from, to] = [range?.range?.from ?? '', range?.range?.to ?? ''];
  const plan = new SurfacePlan(inputs, '');
  const seen = new Set<number>();
  let count = 0;
  for (let next = plan.next(); next !== null && count < 500; next = plan.next(), count++) {
    const low = read(next.values[from] ?? '', Number.NEGATIVE_INFINITY);
    const high = read(next.values[to] ?? '', Number.POSITIVE_INFINITY);
    const found = [...places.entries()].filter(([, place]) => place >= low && place <= high);
    const records = found
      .slice(0, 10)
      .map(([id, place]) => ({ key: String(id), texts: [`thing ${id} ${place}`] }));
    for (const { key } of records) seen.add(Number(key));
    plan.heard(next, { records, total: tellsTotal ? found.length : null });
  }
  return { seen: seen.size, count, end: plan.end };
}

const days = (text: string, other: number) => (text === '' ? other : Date.parse(text) / 86_400_000);
const numbers = (text: string, other: number) => (text === '' ? other : Number(text));

test('two fields for days are asked part by part, and what is dense is split again', () => {
  const places = Array.from({ length: 300 }, (_, at) => 14_000 + Math.floor(at ** 1.4));
  const fields =
    '<label>From <input type="date" name="a"></label> <label>To <input type="date" name="b"></label>';
  for (const tellsTotal of [true, false]) {
    const { seen, count, end } = asked(fields, places, days, tellsTotal);
    assert.equal(seen, 300);
    assert.equal(end, 'complete');
    assert.ok(count < 160, `${count} questions`);
  }
});

test('numbers beyond what was thought of are asked for too', () => {
  const places = Array.from({ length: 120 }, (_, at) => at * 40);
  const fields = '<label>Price from <input name="min"></label> <label>to <input name="max"></label>';
  const { seen, end } = asked(fields, places, numbers, true);
  assert.equal(seen, 120);
  assert.equal(end, 'complete');
});

test('two lists of years are the ends of a range', () => {
  const years = Array.from({ length: 30 }, (_, at) => `<option>${1990 + at}</option>`).join('');
  const list = (name: string) => `<select name="${name}"><option value="">Any</option>${years}</select>`;
  const places = Array.from({ length: 100 }, (_, at) => 1990 + (at % 30));
  const { seen, end } = asked(`Year from ${list('y1')} to ${list('y2')}`, places, numbers, true);
  assert.equal(seen, 100);
  assert.equal(end, 'complete');
});

test('months are written as their field takes them, and towns that one travels between are no range', () => {
  const months = inputsOf(
    '<input type="month" name="start" aria-label="from"> <input type="month" name="end" aria-label="until">',
  );
  assert.equal(months[0]?.range?.unit, 'month');
  const towns = inputsOf('<label>From <input name="from"></label> <label>To <input name="to"></label>');
  assert.deepEqual(
    towns.map(({ kind }) => kind),
    ['word', 'word'],
  );
});
