import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtractSummary } from '../run/extraction/summary.ts';
import { extractTable } from './extraction.ts';
import { displayWidth } from './terminal.ts';

const names = Array.from({ length: 40 }, (_, at) => `attribute_${at}`);

function summary(fields: readonly string[], neutral: number): ExtractSummary {
  const template = { name: 'book', version: 1, pages: 9, records: 9, fields, neutral, alarms: 0 };
  return {
    command: 'extract',
    pages: 9,
    records: 9,
    rejected: 0,
    types: { book: 9 },
    templates: [template],
    steps: [],
    alarms: 0,
    seconds: 1,
    files: [],
    report: null,
    out: '/out',
    stopped: 'done',
  };
}

/** The lines of the only template. */
function rows(fields: readonly string[], neutral: number, whole = false): readonly string[] {
  return (extractTable(summary(fields, neutral), '/', whole).split('\n\n')[1] ?? '')
    .trimEnd()
    .split('\n')
    .slice(1);
}

test('many fields take two lines, the surest first, and the others are counted', () => {
  const lines = rows(names, 12);
  assert.equal(lines.length, 2);
  for (const line of lines) assert.ok(displayWidth(line) <= 80, line);
  const text = lines.join(' ');
  const shown = text.match(/attribute_\d+/g) ?? [];
  assert.deepEqual(shown, names.slice(0, shown.length));
  assert.ok(shown.length > 2);
  assert.match(text.replace(/\s+/g, ' '), new RegExp(` and ${40 - shown.length} more, 12 unnamed$`));
});

test('all fields are listed where that is asked for', () => {
  assert.deepEqual(
    rows(names, 1, true)
      .join(' ')
      .match(/attribute_\d+/g),
    names,
  );
});

test('fields of items are told apart from those of pages', () => {
  assert.match(rows(['title', 'l88/seller'], 0).join(''), /title, seller \(of items\)$/);
});

test('a template without fields says so', () => {
  assert.match(rows([], 0).join(''), /none$/);
  assert.match(rows([], 1).join(''), /1 unnamed$/);
});
