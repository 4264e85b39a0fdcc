import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentTree } from '../../src/model/index.ts';
import type { Part } from './app.ts';
import { judge, partsShown } from './truth.ts';

function page(number: number, ...lines: string[]): { number: number; document: DocumentTree } {
  const kids = lines.map((line) => ({ tag: 'p', kids: [line] }));
  const root = { tag: 'html', kids: [{ tag: 'body', kids }] };
  const document = { url: '', base: '', doctype: 'html', title: '', lang: '', root };
  return { number, document };
}

const part = (name: string, shows: Part['shows'], needs: Part['needs'] = 'event'): Part => ({
  name,
  shows,
  needs,
});

const app = {
  parts: [
    part('start', 'Letters of the morning', 'url'),
    part('list 2', 'Letters of the evening'),
    part('tab 2', 'The road to the harbour'),
  ],
};

test('parts count as found when any page shows them, also together with others', () => {
  const verdict = judge(app, [
    page(0, 'Letters of the morning'),
    page(1, 'Letters of the evening', 'The road to the harbour'),
  ]);
  assert.deepEqual(verdict, {
    found: ['start', 'list 2', 'tab 2'],
    missing: [],
    duplicates: [],
    beyond: [],
    unknown: [],
    bound: 2,
  });
});

test('what no page shows is missing', () => {
  assert.deepEqual(judge(app, [page(0, 'Letters of the morning')]).missing, ['list 2', 'tab 2']);
});

test('a page without a part that is new is a duplicate, in the order in which pages were kept', () => {
  const verdict = judge(app, [
    page(0, 'Letters of the morning'),
    page(3, 'Letters of the evening', 'The road to the harbour'),
    page(2, 'Letters of the evening'),
  ]);
  assert.deepEqual(verdict.duplicates, [2]);
  assert.deepEqual(verdict.missing, []);
});

test('a page without any part is unknown and no duplicate', () => {
  const verdict = judge(app, [page(0, 'Letters of the morning'), page(4, 'not found')]);
  assert.deepEqual([verdict.unknown, verdict.duplicates], [[4], []]);
});

test('text that is not shown is no part, white space does not matter', () => {
  const hidden = {
    tag: 'html',
    kids: [{ tag: 'p', hidden: true as const, kids: ['Letters of the evening'] }],
  };
  const { document } = page(0, 'Letters of', 'the  morning');
  assert.deepEqual(partsShown(app, document).parts, ['start']);
  assert.deepEqual(partsShown(app, { ...document, root: hidden }).parts, []);
});

test('a part may be a test of the document', () => {
  const structural = { parts: [part('titled', ({ title }) => title === 'B')] };
  const { document } = page(0, 'x');
  assert.deepEqual(judge(structural, [{ number: 0, document: { ...document, title: 'B' } }]).found, [
    'titled',
  ]);
  assert.deepEqual(judge(structural, [{ number: 0, document }]).missing, ['titled']);
});

test('optional parts may be found, never twice, and raise the bound unless the start shows them', () => {
  const calendar = { parts: app.parts.slice(0, 1), beyond: /Month of (\w+)/ };
  const verdict = judge(calendar, [
    page(0, 'Letters of the morning', 'Month of May'),
    page(1, 'Letters of the morning', 'Month of June'),
    page(2, 'Letters of the morning', 'Month of May'),
    page(3, 'Month of June and Month of July'),
  ]);
  assert.deepEqual(verdict.beyond, ['May', 'June', 'July']);
  assert.deepEqual(verdict.duplicates, [2]);
  assert.equal(verdict.bound, 2);
});
