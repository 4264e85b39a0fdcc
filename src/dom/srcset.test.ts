import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSrcset, parseSrcset } from './srcset.ts';

test('candidates are parted as browsers part them', () => {
  const cases: Record<string, [string, string][]> = {
    'a.png': [['a.png', '']],
    'a.png 1x, b.png 2x': [
      ['a.png', '1x'],
      ['b.png', '2x'],
    ],
    ' a.png 100w ,\n b,c.png 200w,': [
      ['a.png', '100w'],
      ['b,c.png', '200w'],
    ],
    'a.png, b.png 2x': [
      ['a.png', ''],
      ['b.png', '2x'],
    ],
    'data:image/png;base64,AA== 1x, b.png 2x': [
      ['data:image/png;base64,AA==', '1x'],
      ['b.png', '2x'],
    ],
    '': [],
  };
  for (const [value, expected] of Object.entries(cases)) {
    assert.deepEqual(
      parseSrcset(value).map(({ address, descriptor }) => [address, descriptor]),
      expected,
      value,
    );
  }
});

test('what is written is read again', () => {
  const candidates = [
    { address: 'assets/a.png', descriptor: '1x' },
    { address: 'b c.png', descriptor: '' },
  ];
  assert.equal(formatSrcset(candidates), 'assets/a.png 1x, b%20c.png');
  assert.deepEqual(
    parseSrcset(formatSrcset(candidates)).map(({ descriptor }) => descriptor),
    ['1x', ''],
  );
});

test('commas inside an address cost no more than their number', () => {
  const address = `a${','.repeat(300_000)}b`;
  assert.deepEqual(parseSrcset(`${address},, c 2x`), [
    { address, descriptor: '' },
    { address: 'c', descriptor: '2x' },
  ]);
});
