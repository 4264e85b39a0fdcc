import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import { allocate, type Revisitable } from './allocate.ts';
import { ageOfGain, freshness, gainOf, soonestRate } from './gain.ts';

const rate = fc.double({ min: 0.001, max: 100, noNaN: true });
const pages = fc.array(fc.record({ rate, weight: fc.double({ min: 0.1, max: 10, noNaN: true }) }), {
  minLength: 2,
  maxLength: 12,
});

function total(all: readonly Revisitable[], frequencies: readonly number[]): number {
  return all.reduce(
    (sum, page, at) => sum + (page.weight ?? 1) * freshness(page.rate, frequencies[at] ?? 0),
    0,
  );
}

test('the budget is spent, and no exchange of visits between two pages makes them fresher', () => {
  fc.assert(
    fc.property(
      pages,
      fc.double({ min: 0.1, max: 50, noNaN: true }),
      fc.nat(),
      fc.nat(),
      (all, budget, a, b) => {
        const { frequencies } = allocate(all, budget);
        const spent = frequencies.reduce((sum, each) => sum + each, 0);
        assert.ok(Math.abs(spent - budget) <= 1e-3 * budget, `${spent} of ${budget}`);
        const [from, to] = [a % all.length, b % all.length];
        const moved = Math.min(frequencies[from] ?? 0, budget * 0.01);
        const other = frequencies.map(
          (each, at) => each + (at === to ? moved : 0) - (at === from ? moved : 0),
        );
        assert.ok(total(all, other) <= total(all, frequencies) + 1e-6);
      },
    ),
  );
});

test('a numeric search finds nothing better', () => {
  const all = [{ rate: 0.1 }, { rate: 1 }, { rate: 9 }];
  const { frequencies } = allocate(all, 2);
  let best = 0;
  for (let one = 0; one <= 2; one += 0.005)
    for (let two = 0; one + two <= 2; two += 0.005)
      best = Math.max(best, total(all, [one, two, Math.max(0, 2 - one - two)]));
  assert.ok(total(all, frequencies) >= best - 1e-9);
  assert.ok(total(all, frequencies) - best < 1e-3);
});

test('what changes too fast to be followed gets nothing, and all get the floor', () => {
  const all = [{ rate: 0.5 }, { rate: 1 }, { rate: 500 }];
  assert.equal(allocate(all, 2).frequencies[2], 0);
  const floored = allocate(all, 2, 0.1);
  assert.ok(floored.frequencies.every((each) => each >= 0.1));
  assert.equal(floored.frequencies[2], 0.1);
  const shared = allocate(all, 0.15, 0.1).frequencies;
  assert.ok(
    shared.every((each) => Math.abs(each - 0.05) < 1e-9),
    'a budget below the floor is shared',
  );
});

test('a larger budget visits no page less', () => {
  fc.assert(
    fc.property(pages, fc.double({ min: 0.1, max: 20, noNaN: true }), (all, budget) => {
      const less = allocate(all, budget).frequencies;
      const more = allocate(all, budget * 1.5).frequencies;
      assert.ok(less.every((each, at) => (more[at] ?? 0) >= each - 1e-6));
    }),
  );
});

test('pages that never change share what nobody needs', () => {
  assert.deepEqual(allocate([{ rate: 0 }, { rate: 0 }], 4).frequencies, [2, 2]);
});

test('the gain of a visit grows with age, and its age can be had back', () => {
  fc.assert(
    fc.property(rate, fc.double({ min: 1e-4, max: 50, noNaN: true }), (each, age) => {
      const gain = gainOf(each, age);
      assert.ok(gainOf(each, age * 1.1) >= gain);
      const back = ageOfGain(each, gain);
      // Beyond 12 mean intervals the gain is 1 / rate to nine digits, and says nothing of the age.
      if (each * age < 12) assert.ok(Math.abs(back - age) <= 1e-3 * age, `${back} for ${age}`);
    }),
  );
  const price = 0.2;
  const soonest = ageOfGain(soonestRate(price), price);
  for (const factor of [0.5, 0.9, 1.1, 1.5])
    assert.ok(ageOfGain(soonestRate(price) * factor, price) >= soonest);
});
