import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementsOf } from '../../../src/dom/xpath.ts';
import { runTypes } from './index.ts';
import { labelledPages, strangers, templates } from './pages.ts';

test('there are ten templates, and two more that nobody shows samples of', () => {
  const pages = labelledPages(templates, 100, 1);
  assert.equal(pages.length, 1000);
  assert.equal(new Set(pages.map(({ type }) => type)).size, 10);
  assert.deepEqual(Object.keys(strangers), ['contact', 'calendar']);
});

test('one seed always makes the same pages, another seed others', () => {
  const made = (seed: number) => JSON.stringify(labelledPages(templates, 3, seed));
  assert.equal(made(5), made(5));
  assert.notEqual(made(5), made(6));
});

test('pages share a frame of some two hundred elements and differ much in length', () => {
  const sizes = labelledPages(templates, 30, 1).map(({ document }) => [...elementsOf(document)].length);
  assert.ok(Math.min(...sizes) > 190, `${Math.min(...sizes)}`);
  assert.ok(Math.max(...sizes) > 700, `${Math.max(...sizes)}`);
});

test('empty lists and searches are among the pages', () => {
  const texts = labelledPages(templates, 60, 1).map(({ document }) => JSON.stringify(document));
  assert.ok(texts.some((text) => text.includes('"no-results"')));
  assert.ok(texts.some((text) => text.includes('"empty"')));
});

test('on a few pages of each the types are decided as labelled', async () => {
  const { table, claims } = await runTypes({ perType: 20, seeds: [1] });
  assert.equal(table.filter((line) => /^\w+ +0\.\d\d–/.test(line)).length, 10);
  for (const { ok, claim, measured } of claims) assert.ok(ok, `${claim}: ${measured}`);
});
