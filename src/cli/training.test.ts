import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrainSummary, TypeSummary } from '../learn/index.ts';
import { displayWidth } from './terminal.ts';
import { trainTable } from './training.ts';

function typeOf(name: string, more: Partial<TypeSummary> = {}): TypeSummary {
  return {
    name,
    wanted: true,
    samples: 2,
    pages: 1234,
    threshold: 0.2,
    change: 6,
    fired: 2345,
    useful: 40,
    elsewhere: 2000,
    unchanged: 305,
    patterns: [],
    ...more,
  };
}

const pattern = {
  event: 'click',
  leadsTo: 'list',
  paths: ['//div.pager/a', '/html/body/a'],
  support: 1,
  precision: 0.987,
  example: '"2" at /HTML/BODY[1]/A[2]',
};

function resultOf(more: Partial<TrainSummary> = {}): TrainSummary {
  return {
    command: 'train',
    model: '/w/models/forum.json',
    site: 'site.test',
    want: ['list'],
    warnings: [],
    types: [typeOf('list', { patterns: [pattern] }), typeOf('page', { wanted: false, samples: 1, pages: 1 })],
    events: { fired: 2345, replayed: 10 },
    requests: 99,
    seconds: 75.4,
    finished: true,
    report: null,
    stopped: 'done',
    ...more,
  };
}

test('the table names types, what was fired on them, and their patterns with figures and an example', () => {
  assert.equal(
    trainTable(resultOf({ report: '/w/r.html' }), '/w'),
    `1 pattern for 2 types from 2,345 events in 1 min 15 s: everything was fired

list (wanted): 2 samples, 1,234 pages seen
  2,345 fired: 40 useful, 2,000 elsewhere, 305 nothing
  click //div.pager/a
      to list                  seen 1 times, precision 99 %
      such as "2" at /HTML/BODY[1]/A[2]

page: 1 sample, 1 page seen
  2,345 fired: 40 useful, 2,000 elsewhere, 305 nothing
  nothing to fire

  model    models/forum.json
  report   r.html
`,
  );
});

test('it says what stopped training, and that nothing was fired where a store was read', () => {
  const head = (more: Partial<TrainSummary>) => trainTable(resultOf(more), '/w').split('\n\n')[0] ?? '';
  assert.match(head({ stopped: 'limit' }).replace('\n', ' '), /: stopped by a limit; raise it to go on$/);
  assert.match(
    head({ stopped: 'interrupted' }).replace('\n', ' '),
    /: interrupted; run the same command to go on$/,
  );
  assert.equal(head({ events: { fired: 0, replayed: 0 } }), '1 pattern for 2 types, from what was seen');
});

test('warnings are wrapped below their marks, and no line is longer than 80 columns', () => {
  const warnings = [
    `thread: no pattern tells ${'"Next" at /HTML/BODY[1]/DIV[3]/A[2] from '.repeat(4)}the rest`,
    'list: short',
  ];
  const lines = trainTable(resultOf({ warnings, stopped: 'interrupted' }), '/w').split('\n');
  assert.deepEqual(
    lines.filter((line) => displayWidth(line) > 80),
    [],
  );
  const from = lines.indexOf('To look at:');
  assert.ok(from > 0);
  const said = lines.slice(from + 1, lines.indexOf('', from));
  assert.deepEqual(
    said.map((line) => line.slice(0, 4)),
    ['  - ', '    ', '    ', '  - '],
  );
  assert.equal(
    said
      .slice(0, 3)
      .map((line) => line.slice(4))
      .join(' '),
    warnings[0],
  );
  assert.equal(said[3], '  - list: short');
});

test('names with wide characters keep the columns', () => {
  const named = (leadsTo: string) =>
    typeOf('讨论帖子', {
      patterns: [{ ...pattern, leadsTo, example: `"${'下一页 '.repeat(30)}" at /HTML` }],
    });
  const lines = trainTable(resultOf({ types: [named('list'), named('讨论帖子')] }), '/w').split('\n');
  assert.ok(lines.includes('讨论帖子 (wanted): 2 samples, 1,234 pages seen'));
  const figures = lines.filter((line) => line.includes(' seen 1 times'));
  assert.equal(figures.length, 2);
  const places = figures.map((line) => displayWidth(line.slice(0, line.indexOf('seen'))));
  assert.equal(places[0], places[1]);
  assert.deepEqual(
    lines.filter((line) => displayWidth(line) > 80),
    [],
  );
});
