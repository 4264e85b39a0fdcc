import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShownAnywhere } from './shown-anywhere.ts';

test('what was shown is known, and next to nothing else', () => {
  const shown = new ShownAnywhere();
  assert.equal(shown.has('text a'), false);
  const units = Array.from({ length: 20_000 }, (_, at) => `text comment ${at}`);
  shown.add(units);
  assert.ok(units.every((unit) => shown.has(unit)));
  const others = Array.from({ length: 20_000 }, (_, at) => `link http://h/${at}`);
  assert.ok(others.filter((unit) => shown.has(unit)).length < 40);
});
