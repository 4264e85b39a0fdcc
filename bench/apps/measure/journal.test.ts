import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CrawlEvent, Figures } from '../../../src/model/index.ts';
import { eventsUntil, type Journal, pageRecorder, type Step, type TabStep, tabSteps } from './journal.ts';
import { sequence } from './speed.ts';

const progress = (fired: number, replayed: number): CrawlEvent => ({
  kind: 'progress',
  figures: { fired, replayed } as Figures,
});
const page = (number: number): CrawlEvent => ({ kind: 'page', number, title: '', address: '' });

it('a page is written down with the events that had been fired when it was kept', () => {
  const steps: Step[] = [];
  const listen = pageRecorder(steps);
  for (const event of [
    page(0),
    progress(0, 0),
    progress(1, 0),
    page(4),
    progress(3, 2),
    page(2),
    progress(4, 2),
  ])
    listen(event);
  const journal: Journal = { summary: null, error: null, steps };
  assert.deepEqual(steps, [
    { kind: 'page', number: 0, events: 0 },
    { kind: 'page', number: 4, events: 5 },
    { kind: 'page', number: 2, events: 6 },
  ]);
  assert.equal(eventsUntil(journal, new Set([0, 4])), 5);
  assert.equal(eventsUntil(journal, new Set([0, 2, 4])), 6);
  assert.equal(eventsUntil(journal, new Set()), 0);
});

it('what is replayed is what the exploring tab did, without what it lost', () => {
  const step = (kind: TabStep['kind'], tab: number, outcome: TabStep['outcome']): TabStep => ({
    kind,
    tab,
    outcome,
    ms: 1,
  });
  const learning = step('open', 0, 'captured');
  const [open, fire, lost] = [step('open', 1, 'captured'), step('fire', 1, 'known'), step('fire', 1, 'lost')];
  const steps = [learning, learning, open, fire, lost, { kind: 'page', number: 1, events: 1 } as const, fire];
  const done = tabSteps({ summary: null, error: null, steps });
  assert.equal(done.length, 6);
  assert.deepEqual(sequence(done), [open, fire, fire]);
});
