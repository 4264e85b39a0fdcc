import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Doubt, Doubts } from './doubts.ts';

const doubt = (list: string, ...others: string[]): Doubt => ({
  ...{ list, others, state: {}, via: null, found: 1, written: null },
  way: () => null,
});

describe('doubts', () => {
  test('are taken out once, where the list is known to depend on what was chosen besides', () => {
    const doubts = new Doubts();
    for (const one of [doubt('details', 'rows'), doubt('details', 'theme'), doubt('pager', 'rows')])
      doubts.note(one);
    assert.deepEqual(
      doubts.take('details', ['rows']).map(({ others }) => others),
      [['rows']],
    );
    assert.deepEqual(doubts.take('details', ['rows']), []);
    assert.equal(doubts.take('details', ['rows', 'theme']).length, 1);
    assert.equal(doubts.take('pager', ['rows']).length, 1);
  });
});
