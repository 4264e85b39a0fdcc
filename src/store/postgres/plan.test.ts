import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentOf, documentOf, keptPage, queuedPage, transitionOf } from '../../../test/contract/store.ts';
import { plansOf } from './plan.ts';

describe('plans', () => {
  it('put steps together that do not touch the same pages', () => {
    const steps = [0, 1, 2].map((number) => ({
      ...keptPage(number),
      transitions: [transitionOf(number, 0, 1)],
    }));
    const [plan, ...more] = plansOf(steps);
    assert.equal(more.length, 0);
    assert.deepEqual([plan?.queued.length, plan?.kept.length, plan?.transitions.length], [3, 3, 3]);
  });

  it('part steps where a later one comes before, or is the same', () => {
    const kept = { number: 0, content: contentOf(0), document: documentOf(0) };
    assert.equal(plansOf([{ kept }, { queued: [queuedPage(0)] }]).length, 2);
    assert.equal(plansOf([{ kept }, { kept }]).length, 2);
    assert.equal(plansOf([{ queued: [queuedPage(0)] }, { kept }]).length, 1);
    assert.equal(plansOf([{ transitions: [transitionOf(0, 0, 1)] }, { requeued: [0] }]).length, 2);
    assert.equal(plansOf([{ merged: [{ number: 1, into: 0 }] }, { kept }]).length, 2, 'what was merged into');
  });

  it('let merges follow each other in one plan', () => {
    const plans = plansOf([{ merged: [{ number: 2, into: 1 }] }, { merged: [{ number: 1, into: 0 }] }]);
    assert.equal(plans.length, 1);
  });
});
