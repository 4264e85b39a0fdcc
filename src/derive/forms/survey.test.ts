import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formSketch } from './survey.ts';

test('pages with the same fields have the same sketch, whatever else they say and whatever the fields hold', () => {
  const page = (title: string, value: string) =>
    `<h1>${title}</h1><form action="/s"><input type="hidden" name="token" value="${value}"><input name=q></form>`;
  assert.equal(formSketch(page('One', 'x1'), false), formSketch(page('Two', 'y2'), false));
  assert.notEqual(
    formSketch(page('One', 'x'), false),
    formSketch('<form action="/t"><input name=q></form>', false),
  );
});

test('a page without fields has no sketch, in HTML and as a tree', () => {
  assert.equal(formSketch('<p>information</p>', false), '');
  assert.equal(formSketch('{"tag":"p","kids":["form"]}', true), '');
  assert.notEqual(formSketch('{"tag":"input","attrs":{"name":"q"}}', true), '');
});
