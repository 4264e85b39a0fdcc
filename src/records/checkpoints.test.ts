import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { Checkpoints } from './checkpoints.ts';
import { parseCheck } from './expression.ts';
import type { ExtractedRecord } from './record.ts';
import { parseSchema } from './schema.ts';
import { momentIn, numberIn } from './values.ts';

function record(fields: ExtractedRecord['fields'], more: Partial<ExtractedRecord> = {}): ExtractedRecord {
  return { page: '1', url: null, type: 'book', path: null, fields, confidence: {}, ...more };
}

function reasons(schema: object, ...records: ExtractedRecord[]): readonly string[] {
  const checkpoints = new Checkpoints(parseSchema(schema, 'book.json'));
  return records.flatMap((each) =>
    checkpoints.reasons(each).map(({ field, checkpoint, text }) => `${field} ${checkpoint}: ${text}`),
  );
}

test('every checkpoint names the field, the keyword, what was expected and what came', () => {
  const schema = {
    type: 'object',
    properties: {
      title: { type: 'string', minLength: 2, maxLength: 10 },
      price: { type: 'number', minimum: 0, maximum: 100 },
      pages: { type: 'integer' },
      isbn: { pattern: '^\\d{13}$' },
      cover: { enum: ['hard', 'soft'] },
      published: { format: 'date' },
      tags: { type: 'array', maxItems: 2, items: { type: 'string', pattern: '^[a-z]+$' } },
    },
    required: ['title', 'isbn'],
  };
  const good = {
    title: 'Moby',
    price: '$ 12.50',
    pages: '635 pages',
    isbn: '9780142437247',
    cover: 'hard',
    published: 'October 18, 1851',
    tags: ['sea', 'whale'],
  };
  assert.deepEqual(reasons(schema, record(good)), []);
  assert.deepEqual(
    reasons(
      schema,
      record({ ...good, title: ' ', isbn: '12' }),
      record({ ...good, price: 'on request', pages: '3.5' }),
      record({ ...good, price: '$ 1,250.00', cover: 'none', published: 'soon' }),
      record({ ...good, title: 'A very long title', tags: ['sea', 'Whale', 'ship'] }),
    ),
    [
      'title required: expected a value, got none',
      'title minLength: expected a text of at least this many characters: 2, got " "',
      'isbn pattern: expected a text that matches ^\\d{13}$, got "12"',
      'price type: expected one number, got "on request"',
      'pages type: expected one whole number, got "3.5"',
      'price maximum: expected a number up to 100, got "$ 1,250.00"',
      'cover enum: expected one of "hard", "soft", got "none"',
      'published format: expected a text of the format date, got "soon"',
      'title maxLength: expected a text of at most this many characters: 10, got "A very long title"',
      'tags maxItems: expected at most 2 values, got 3',
      'tags pattern: expected a text that matches ^[a-z]+$, got "Whale"',
    ],
  );
});

test('what must be unique is so within one type and list, and a rejected record takes no place', () => {
  const schema = {
    properties: { isbn: { 'x-unique': true }, title: { minLength: 2 } },
  };
  const found = reasons(
    schema,
    record({ isbn: '1', title: 'x' }),
    record({ isbn: '1', title: 'good' }, { page: '2' }),
    record({ isbn: '1', title: 'again' }, { page: '3' }),
    record({ isbn: '1', title: 'item' }, { page: '4', path: 'list1' }),
    record({ title: 'without' }),
  );
  assert.deepEqual(found, [
    'title minLength: expected a text of at least this many characters: 2, got "x"',
    'isbn x-unique: expected no second record with this isbn; page 2 has it',
  ]);
});

test('conditions compare fields as numbers, as dates, or as texts', () => {
  const holds = (text: string, fields: Record<string, string>) =>
    parseCheck(text).holds((name) => fields[name] ?? null);
  assert.equal(holds('price >= 0', { price: '$ 9.99' }), true);
  assert.equal(holds('price < was - 5', { price: '$9', was: '$13' }), false);
  assert.equal(holds('price * 2 + 1 == 19', { price: '9' }), true);
  assert.equal(holds('end >= start', { start: 'May 3, 2024', end: '2024-05-04' }), true);
  assert.equal(holds('end >= start', { start: '2024-05-05', end: 'May 4, 2024' }), false);
  assert.equal(holds('length(title) > 3 and not (title == "none")', { title: 'none' }), false);
  assert.equal(holds('present(isbn) or present(title)', { title: 'x' }), true);
  assert.equal(holds('present(isbn)', {}), false);
  assert.equal(holds('isbn == "x" or price > 1', { price: '2' }), true);
  assert.equal(holds('-price < 0', { price: '2' }), true);
  assert.equal(holds("`list price` != '5'", { 'list price': '6' }), true);
});

test('a condition about a field that is absent says nothing', () => {
  assert.equal(
    parseCheck('price >= 0').holds(() => null),
    true,
  );
  assert.equal(
    parseCheck('isbn == "x" or price > 1').holds((name) => (name === 'price' ? '1' : null)),
    true,
  );
});

test('a condition is no program', () => {
  for (const text of [
    'price >=',
    'process.exit(1)',
    'a.b()',
    'x => 1',
    '"a',
    '1 2',
    '(1',
    'eval(price)',
    '',
  ]) {
    assert.throws(() => parseCheck(text), { code: 'CONFIG', message: /^the check/ });
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      try {
        const result = parseCheck(text).holds(() => '1');
        assert.equal(typeof result, 'boolean');
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'CONFIG');
      }
    }),
  );
});

test('what is wrong in a schema is named with its place', () => {
  const wrong = (schema: unknown, message: RegExp) =>
    assert.throws(() => parseSchema(schema, 'book.json'), { code: 'CONFIG', message });
  wrong([], /the schema book.json, at the whole: expected an object, got \[\]/);
  wrong(
    { properties: { a: { type: 'money' } } },
    /at properties.a.type: expected one of string, .* got "money"/,
  );
  wrong({ properties: { a: { anyOf: [] } } }, /at properties.a.anyOf: expected a keyword that is checked/);
  wrong(
    { properties: { a: {} }, required: ['b'] },
    /at required: expected names of properties \(a\), got "b"/,
  );
  wrong(
    { properties: { a: {} }, 'x-check': ['b > 1'] },
    /at x-check\[0\]: expected names of properties \(a\), got "b"/,
  );
  wrong({ properties: { a: {} }, 'x-check': ['a >'] }, /at x-check\[0\]: the check "a >": expected a field/);
  wrong({ properties: { a: { pattern: '(' } } }, /at properties.a.pattern: expected a regular expression/);
});

test('numbers and dates are read as people write them', () => {
  const numbers = {
    '$1,234.50': 1234.5,
    '1.234,50 €': 1234.5,
    '12 500': 12500,
    '12,5': 12.5,
    '1,000': 1000,
    '-3': -3,
  };
  for (const [text, value] of Object.entries(numbers)) assert.equal(numberIn(text), value, text);
  for (const text of ['', 'none', '3-5', '1 or 2', '2024-03-01']) assert.equal(numberIn(text), null, text);
  const day = Date.UTC(2024, 2, 1);
  for (const text of ['2024-03-01', '2024年3月1日', 'March 1, 2024', '1st March 2024', '2024/3/1'])
    assert.equal(momentIn(text), day, text);
  for (const text of ['soon', '2024-13-01', '12']) assert.equal(momentIn(text), null, text);
});
