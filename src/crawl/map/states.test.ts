import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Action, SiteStore } from '../../model/index.ts';
import { type Choice, chosen, differing, States } from './states.ts';

const named = (className: string, text: string): Choice => ({ className, text, kind: 'named' });

function action(text: string): Action {
  const instruction = { kind: 'call', scope: 'document', text, fingerprint: text } as const;
  return { id: null, xpath: '/B[1]', event: 'click', label: text, instruction };
}

describe('what is chosen', () => {
  test('is the latest entry of each list, a step with the page that it led to', () => {
    const state = chosen(chosen({}, named('tab', 'a'), 1), named('tab', 'b'), 2);
    assert.deepEqual(state, { tab: 'b' });
    assert.deepEqual(chosen(state, { className: 'pager', text: 'next', kind: 'step' }, 7), {
      tab: 'b',
      pager: 'next #7',
    });
  });

  test('is not told where it is what is chosen at the start, or is switched off', () => {
    assert.deepEqual(
      chosen({ tab: 'b', box: 'on' }, named('tab', 'a'), 1, () => 'a'),
      { box: 'on' },
    );
    const box: Choice = { className: 'box', text: 'on', kind: 'toggle' };
    assert.deepEqual(chosen({}, box, 1), { box: 'on' });
    assert.deepEqual(chosen({ box: 'on' }, box, 1), {});
    assert.deepEqual(
      differing({ tab: 'a' }, {}, () => 'a'),
      [],
    );
    assert.deepEqual(differing({ tab: 'a' }, {}), ['tab']);
  });

  test('may have been chosen in another order', () => {
    const states = new States({} as SiteStore);
    const fired = states.noteFiring(0, 0, action('two'), named('pager', 'two'), { tab: 'b' });
    fired.to = { page: 5, fingerprint: '' };
    const none = () => undefined;
    const lists = ['pager', 'tab'];
    assert.equal(states.otherOrder(0, 'tab', { tab: 'b', pager: 'two' }, lists, none)?.to?.page, 5);
    assert.equal(states.otherOrder(0, 'tab', { tab: 'c', pager: 'two' }, lists, none), null);
    assert.equal(
      states.otherOrder(0, 'pager', { tab: 'b', pager: 'two' }, lists, none),
      null,
      'the same order',
    );
    assert.equal(
      states.otherOrder(1, 'tab', { tab: 'b', pager: 'two' }, lists, none),
      null,
      'another document',
    );
  });
});
