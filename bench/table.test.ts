import assert from 'node:assert/strict';
import { it } from 'node:test';
import { figure, renderTable } from './table.ts';

const heads = ['set', 'pages', 'note'];
const rows = [
  ['S1', 381, 'all'],
  ['S10', 12345, null],
] as const;

it('text tables align numbers to the right and words to the left', () => {
  assert.equal(
    renderTable(heads, rows),
    ['set  pages  note', '---  -----  ----', 'S1     381  all', 'S10  12345  -'].join('\n'),
  );
});

it('Markdown tables say how columns are aligned', () => {
  assert.equal(
    renderTable(heads, rows, 'markdown'),
    [
      '| set | pages | note |',
      '| --- | ----: | ---- |',
      '| S1  |   381 | all  |',
      '| S10 | 12345 | -    |',
    ].join('\n'),
  );
});

it('Chinese text takes two columns a character', () => {
  assert.equal(renderTable(['页', 'n'], [['a', 1]]), ['页  n', '--  -', 'a   1'].join('\n'));
});

it('figures show the digits that matter', () => {
  assert.deepEqual([2764, 123.4, 12.34, 1.234, 0.01234, Number.NaN].map(figure), [
    '2764',
    '123',
    '12.3',
    '1.23',
    '0.0123',
    '-',
  ]);
});
