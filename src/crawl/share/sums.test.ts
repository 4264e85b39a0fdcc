import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../../test/cases.ts';
import { ClassAudits } from '../../identity/index.ts';
import { summed } from './sums.ts';

type Counts = Record<string, { fired: number }>;
const text = (counts: Counts) => JSON.stringify(Object.entries(counts));
const read = (sums: string) => Object.fromEntries(JSON.parse(sums) as [string, { fired: number }][]);

describe('what workers have learned', () => {
  test('is added: what each has counted counts once, in whatever order they tell it', () => {
    const counts = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.record({ fired: fc.nat(9) }));
    fc.assert(
      fc.property(counts, counts, counts, (base, one, other) => {
        const grown = (more: Counts): Counts =>
          Object.fromEntries(
            [...new Set([...Object.keys(base), ...Object.keys(more)])].map((name) => [
              name,
              { fired: (base[name]?.fired ?? 0) + (more[name]?.fired ?? 0) },
            ]),
          );
        const [mine, theirs] = [text(grown(one)), text(grown(other))];
        const sum = read(summed(text(base), mine, theirs));
        for (const name of ['a', 'b', 'c']) {
          const all = [base, one, other].map((each) => each[name]?.fired ?? 0);
          assert.equal(
            sum[name]?.fired ?? 0,
            all.reduce((total, each) => total + each, 0),
          );
        }
        assert.deepEqual(read(summed(text(base), theirs, mine)), sum);
      }),
    );
  });

  test('what one has found out holds for all, and lists have one order', () => {
    const [one, other] = [new ClassAudits(), new ClassAudits()];
    const base = one.save();
    one.fail('page', ['tab']);
    other.fail('page', ['filter']);
    other.fail('next');
    const told = one.save();
    const sum = summed(base, other.save(), told);
    const heeded = { failed: ['page', 'next'], returns: [], disproved: false };
    assert.deepEqual(one.adopt(sum), heeded);
    assert.deepEqual(one.dependsOn('page'), ['tab', 'filter']);
    assert.equal(one.isBound('next'), true);
    other.adopt(sum);
    assert.equal(other.save(), one.save());
  });

  test('a belief that others have disproved is given up', () => {
    const one = new ClassAudits();
    for (let firing = 0; firing < 3; firing++) one.count('back', false, true);
    assert.equal(one.leadsBack('back'), true);
    const base = one.save();
    const other = new ClassAudits(base);
    other.count('back', true);
    assert.equal(one.adopt(summed(base, one.save(), other.save())).disproved, true);
    assert.equal(one.leadsBack('back'), false);
  });
});
