import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Shown } from './shown.ts';

const print = (digit: string) => digit.repeat(16);

test('where a part is on more pages than are remembered, the rarest part says which to look at', () => {
  const shown = new Shown();
  for (let page = 0; page < 40; page++) shown.add(1, print('a'), page);
  shown.add(2, print('b'), 35);
  const parts = [
    { place: 1, print: print('a') },
    { place: 2, print: print('b') },
  ];
  assert.equal(shown.find(parts), null);
  assert.deepEqual(shown.candidates(parts), [35]);
  assert.deepEqual(shown.candidates([...parts, { place: 3, print: print('c') }]), [], 'one was never shown');
});

test('where all parts are on more pages than are remembered, the first pages of the rarest are looked at', () => {
  const shown = new Shown();
  for (let page = 0; page < 40; page++) shown.add(1, print('a'), page);
  for (let page = 30; page < 70; page++) {
    shown.add(1, print('a'), page);
    shown.add(2, print('b'), page);
  }
  const parts = [
    { place: 1, print: print('a') },
    { place: 2, print: print('b') },
  ];
  assert.equal(shown.find(parts), null);
  assert.equal(shown.candidates(parts).includes(30), true);
});

test('a page is found that shows all of it, not several that show some', () => {
  const shown = new Shown();
  shown.add(1, print('a'), 10);
  shown.add(2, print('b'), 10);
  shown.add(1, print('a'), 11);
  shown.add(2, print('c'), 11);
  assert.equal(shown.find([{ place: 1, print: print('a') }]), 10);
  assert.equal(
    shown.find([
      { place: 1, print: print('a') },
      { place: 2, print: print('c') },
    ]),
    11,
  );
  assert.equal(
    shown.find([
      { place: 2, print: print('b') },
      { place: 2, print: print('c') },
    ]),
    null,
  );
  assert.equal(shown.find([{ place: 2, print: print('a') }]), null, 'the place counts');
  assert.equal(shown.isOn(11, { place: 1, print: print('a') }), true);
  assert.equal(shown.isOn(10, { place: 2, print: print('c') }), false);
});
