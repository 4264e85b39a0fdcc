import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Wrappers } from './wrappers.ts';

describe('wrappers of one kind', () => {
  test('are taken to call the same once three of them do', () => {
    const wrappers = new Wrappers();
    assert.deepEqual([wrappers.placeOf('li'), wrappers.sample('li')], [null, 3]);
    for (let asked = 0; asked < 2; asked++) wrappers.note('li', 'lib.js:1>a');
    assert.deepEqual([wrappers.placeOf('li'), wrappers.sample('li')], [null, 1]);
    wrappers.note('li', 'lib.js:1>a');
    assert.equal(wrappers.placeOf('li'), 'lib.js:1>a');
  });

  test('are asked one by one where they call different things', () => {
    const wrappers = new Wrappers();
    for (const place of ['lib.js:1>a', 'lib.js:1>b', 'lib.js:1>a']) wrappers.note('button', place);
    assert.equal(wrappers.placeOf('button'), null);
    assert.equal(wrappers.sample('button'), Number.POSITIVE_INFINITY);
  });
});
