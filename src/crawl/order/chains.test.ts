import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Chains } from './chains.ts';

const shows = (text: string, more: { form?: string; size?: number } = {}) => ({
  form: more.form ?? text,
  size: more.size ?? 100,
  text: () => text,
});

/** Steps of one class from page 0 on until the next one would be endless. */
function stepsUntilEnd(chains: Chains, page: (step: number) => ReturnType<typeof shows>): number {
  chains.add(0, -1, null, shows('start'));
  for (let step = 1; step <= 2000; step++) {
    chains.add(step, step - 1, 'next', page(step));
    if (chains.isEndless(step, 'next')) return step;
  }
  return Number.POSITIVE_INFINITY;
}

describe('a step that follows itself', () => {
  test('goes on for as long as pages are of another form', () => {
    assert.equal(
      stepsUntilEnd(new Chains(500, false), (step) => shows(`story of ${'x'.repeat(step)}`)),
      500,
    );
  });

  test('ends early where only numbers change', () => {
    const steps = stepsUntilEnd(new Chains(500, false), (step) => shows(`${step}`, { form: '#' }));
    assert.equal(steps, 31);
  });

  test('ends at two years of a calendar', () => {
    const months = ['January', 'February', 'March', 'April', 'May', 'June'];
    const month = (step: number) => `${months[step % 6]} ${2030 + Math.floor(step / 6)}: ${'a'.repeat(step)}`;
    assert.equal(
      stepsUntilEnd(new Chains(500, false), (step) => shows(month(step))),
      24,
    );
  });

  test('ends where a list only grows', () => {
    const grown = (step: number) => shows(`item ${'y'.repeat(step)}`, { size: 100 + step });
    assert.equal(stepsUntilEnd(new Chains(500, false), grown), 51);
  });

  test('goes as far as it is told, and further with --thorough 1', () => {
    const numbers = (step: number) => shows(`${step}`, { form: '#' });
    assert.equal(stepsUntilEnd(new Chains(10, false), numbers), 10);
    assert.equal(stepsUntilEnd(new Chains(100, true), numbers), 100);
  });

  test('is no chain where another kind of step comes between, or where a page lists many', () => {
    const chains = new Chains(3, false);
    chains.add(0, -1, null, shows('start'));
    for (let page = 1; page < 20; page++) chains.add(page, 0, 'item', shows(`${page}`));
    assert.equal(chains.isEndless(19, 'item'), false);
    assert.deepEqual([...chains.bounded()], []);
  });

  test('is reported with how many were left', () => {
    const chains = new Chains(2, false);
    chains.add(0, -1, null, shows('start'));
    chains.add(1, 0, 'next', shows('a'));
    chains.add(2, 1, 'next', shows('b'));
    assert.equal(chains.isEndless(2, 'next'), true);
    assert.equal(chains.isEndless(2, 'other'), false);
    assert.deepEqual([...chains.bounded()], [['next', 1]]);
  });
});
