import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Candidate } from '../model/index.ts';
import { isPosition, isStep, namesOf, namesPlace, turnsPages } from './naming.ts';

function bound(more: Partial<Candidate> = {}): Candidate {
  const handler = { place: 'app.js#0123456789ab:1:20', kind: 'listener', values: '' } as const;
  const plain = { xpath: '/HTML/BODY[1]/BUTTON[1]', id: null, tag: 'button', event: 'click', hints: '' };
  return { ...plain, text: '', traits: 'button', handler, ...more };
}

describe('what an element says of itself', () => {
  test('words and signs that move on from where one stands are steps', () => {
    for (const text of ['Next', 'Load more', '›', '→', '', '+', 'Previous month', 'Submit', '下一页', '…'])
      assert.equal(isStep(text), true, text);
  });

  test('titles, numbers and names are places', () => {
    for (const text of [
      '3',
      'Reviews',
      'Kettle no. 1',
      'January',
      'Month',
      'Posts',
      'Next generation of kettles',
    ])
      assert.equal(isStep(text), false, text);
  });

  test('data, values, closed-over scalars and texts name a place; a step and a position do not', () => {
    assert.equal(namesPlace(bound({ text: 'Reviews', traits: 'button Reviews' })), true);
    assert.equal(namesPlace(bound({ traits: 'button data-page=3' })), true);
    assert.equal(namesPlace(bound({ value: 'winter' })), true);
    const closed = { ...(bound().handler as NonNullable<Candidate['handler']>), values: 'i=3' };
    assert.equal(namesPlace(bound({ handler: closed })), true);
    assert.equal(namesPlace(bound({ text: 'Next', traits: 'button Next' })), false);
    assert.equal(namesPlace(bound({ traits: 'button data-dir=next' })), false);
    const placed = { ...closed, values: 'nth=3' };
    assert.equal(namesPlace(bound({ handler: placed })), false);
    assert.equal(isPosition('nth=3'), true);
  });

  // The third page of a list of Knockout was lost, whose "Next" has an attribute for the library.
  test('data on a step to the next name a place by numbers only', () => {
    const next = (data: string) => namesPlace(bound({ text: 'Next', traits: `button ${data} Next` }));
    assert.deepEqual(['data-bind=click: next', 'data-bs-target=#roses', 'data-page=3'].map(next), [
      false,
      false,
      true,
    ]);
    assert.equal(namesPlace(bound({ text: 'Open', traits: 'button data-target=#roses Open' })), true);
  });

  test('a label of several words is read whole', () => {
    assert.equal(namesPlace(bound({ traits: 'button aria-label=Go to page 3 type=button' })), true);
    assert.equal(namesPlace(bound({ traits: 'button aria-label=Go to next page type=button' })), false);
  });

  test('keys and scrolling move on, whatever the element shows', () => {
    const carousel = bound({ event: 'keydown', value: 'ArrowRight', text: 'Roses', traits: 'section Roses' });
    assert.equal(namesPlace(carousel), false);
    assert.equal(namesOf(carousel), 'ArrowRight section');
  });

  test('a checkbox without text is known by its id', () => {
    assert.equal(namesPlace(bound({ tag: 'input', traits: 'input id=gift' })), true);
    assert.equal(namesOf(bound({ tag: 'input', traits: 'input id=gift' })), 'input id=gift');
  });

  test('ids that frameworks make up do not name what has another name', () => {
    const one = namesOf(bound({ text: 'Specs', traits: 'button id=:r1: Specs' }));
    const other = namesOf(bound({ text: 'Specs', traits: 'button id=:r7: Specs' }));
    assert.equal(one, other);
    assert.equal(namesOf(bound({ text: 'Tab', traits: 'button id=xqkaoyn-9 Tab' })), 'button Tab');
  });

  test('turning pages is told from counting by words', () => {
    const says = (text: string, hints = '') => turnsPages({ text, hints });
    assert.equal(says('Next'), true);
    assert.equal(says('', 'pager-next'), true);
    assert.equal(says('›'), true);
    assert.equal(says('+1'), false);
    assert.equal(says('♥ 12'), false);
  });
});
