import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { classOfList, listsServed, listWithin, nameOfList } from './lists.ts';

/** The lists of some paths of one class, and those that are on or off by themselves. */
function lists(paths: readonly string[], toggles: readonly string[] = []) {
  const elements = [...paths, ...toggles].map((xpath) => ({
    className: 'choose',
    xpath,
    toggle: toggles.includes(xpath),
  }));
  return listsServed(elements).get('choose');
}

describe('the lists that one handler serves', () => {
  test('are those of elements that differ in one position', () => {
    const found = lists(['/P[1]/B[1]', '/P[1]/B[2]', '/UL[1]/LI[1]/A[1]', '/UL[1]/LI[2]/A[1]']);
    assert.deepEqual(
      [...(found?.values() ?? [])],
      ['/P[1]/B[*]', '/P[1]/B[*]', '/UL[1]/LI[*]/A[1]', '/UL[1]/LI[*]/A[1]'],
    );
  });

  test('are called alike with one entry and with more of it', () => {
    assert.equal(
      lists(['/P[1]/B[1]'])?.get('/P[1]/B[1]'),
      lists(['/P[1]/B[1]', '/P[1]/B[2]'])?.get('/P[1]/B[2]'),
    );
  });

  test('have a box for each thing that is on or off by itself', () => {
    const found = lists([], ['/LABEL[1]/INPUT[1]', '/LABEL[2]/INPUT[1]']);
    assert.deepEqual([...(found?.values() ?? [])], ['/LABEL[1]/INPUT[1]', '/LABEL[2]/INPUT[1]']);
  });

  test('are one where they stand within each other, or are as many as rows of a table', () => {
    assert.equal(
      lists(['/LI[1]/B[1]', '/LI[2]/B[1]', '/LI[1]/UL[1]/LI[1]/B[1]', '/LI[1]/UL[1]/LI[2]/B[1]']),
      undefined,
    );
    const rows = Array.from({ length: 9 }, (_, at) => [`/TR[${at + 1}]/B[1]`, `/TR[${at + 1}]/B[2]`]);
    assert.equal(lists(rows.flat()), undefined);
  });

  test('are told from each other by name, and from their class', () => {
    const name = nameOfList('choose', '/P[1]/B[*]');
    assert.equal(classOfList(name), 'choose');
    assert.equal(listWithin(name), '/P[1]/B[*]');
    assert.equal(listWithin('choose'), undefined);
    assert.equal(nameOfList('choose', undefined), 'choose');
  });
});
