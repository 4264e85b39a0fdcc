import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chosenBy } from '../wild.ts';
import { row, shareSeen, shortcomings } from './claims.ts';
import { ending, errorCodes, type Measured } from './measure.ts';

const [suite] = chosenBy(['site/tools']);
assert.ok(suite);
const good: Measured = {
  suite,
  truth: { pages: 8, events: 7 },
  facts: 80,
  found: 80,
  listed: null,
  absent: [],
  pages: 8,
  events: 14,
  errors: {},
  exit: 0,
  ended: true,
  seconds: 2,
  notFound: [],
  asked: 0,
  units: new Set(),
};

it('a suite is as it should be up to twice the events, and 1.3 times where they are many', () => {
  assert.deepEqual(shortcomings(good), []);
  assert.deepEqual(shortcomings({ ...good, events: 15 }), ['events']);
  const many = { ...good, truth: { pages: 8, events: 100 } };
  assert.deepEqual(shortcomings({ ...many, events: 130 }), []);
  assert.deepEqual(shortcomings({ ...many, events: 131 }), ['events']);
  assert.deepEqual(shortcomings({ ...good, truth: {}, events: 500, pages: 500 }), []);
});

it('what is not found, kept twice, broken or endless is named', () => {
  const bad = { ...good, found: 78, pages: 9, errors: { INTERNAL: 1 }, ended: false };
  assert.deepEqual(shortcomings(bad), ['2 of 80 not found', 'pages', 'INTERNAL', 'does not end by itself']);
  assert.equal(row(bad).at(-1), `missed: ${shortcomings(bad).join(', ')}`);
  assert.equal(row(good).at(-1), 'ok');
});

it('failures are counted by their codes', () => {
  const stderr = `page 39 failed: page 39 could not be reached again by its path (LOST)
page 40 failed: the page does not answer (PAGE_HUNG)
page 41 failed: page 41 could not be reached again by its path (LOST)
4.3 s: 16 pages, 143 waiting (ABOUT) 9 s left`;
  assert.deepEqual(errorCodes(stderr), { LOST: 2, PAGE_HUNG: 1 });
});

it('a crawl that broke off has a code instead of a summary', () => {
  assert.deepEqual(ending('{"command":"crawl","error":{"code":"INTERNAL"}}\n'), {
    summary: null,
    code: 'INTERNAL',
  });
  assert.deepEqual(ending(''), { summary: null, code: null });
  assert.equal(ending('{"command":"crawl","events":{"fired":3}}').summary?.events.fired, 3);
});

it('the share of what a shorter crawl has seen counts only what the whole one has', () => {
  assert.equal(shareSeen(new Set(['a', 'b', 'c', 'd']), new Set(['a', 'b', 'x'])), 0.5);
  assert.equal(shareSeen(new Set(), new Set(['x'])), 1);
});
