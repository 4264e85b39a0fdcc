import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../test/cases.ts';
import { ByteBudget, type Portion } from './budget.ts';

const mib = 1 << 20;

/** Whether somebody waits for room. */
async function waits(room: Promise<void> | null): Promise<boolean> {
  if (room === null) return false;
  const settled = room.then(
    () => false,
    () => false,
  );
  return Promise.race([settled, new Promise<true>((resolve) => setImmediate(resolve, true))]);
}

describe('a budget of bytes', () => {
  it('has small things never wait, however many there are', () => {
    const budget = new ByteBudget(4 * mib);
    const portions = Array.from({ length: 500 }, () => budget.begin());
    for (const portion of portions) assert.equal(portion.grow(mib), null);
    assert.equal(budget.held, 0);
  });

  it('lets one after the other go on where there is no room for all', async () => {
    const budget = new ByteBudget(10 * mib);
    const [a, b, c, d] = [budget.begin(), budget.begin(), budget.begin(), budget.begin()];
    assert.equal(a.grow(8 * mib), null);
    // The first for which there is no room goes on all the same.
    assert.equal(b.grow(5 * mib), null);
    const [forC, forD] = [c.grow(2 * mib), d.grow(9 * mib)];
    assert.equal(b.grow(mib), null);
    assert.ok((await waits(forC)) && (await waits(forD)));
    a.release();
    assert.equal(await waits(forC), false);
    assert.ok(await waits(forD));
    b.release();
    // Nobody is the first any more: the next is.
    assert.equal(await waits(forD), false);
    for (const portion of [c, d]) portion.release();
    assert.equal(budget.held, 0);
  });

  it('takes what is larger than all of it, alone', async () => {
    const budget = new ByteBudget(4 * mib);
    const [huge, other] = [budget.begin(), budget.begin()];
    assert.equal(huge.grow(100 * mib), null);
    const room = other.grow(2 * mib);
    assert.ok(await waits(room));
    huge.release();
    await room;
    assert.equal(budget.held, 2 * mib);
  });

  it('tells who is let go of while it waits', async () => {
    const budget = new ByteBudget(0);
    const [first, second] = [budget.begin(), budget.begin()];
    first.grow(2 * mib);
    const room = second.grow(2 * mib);
    second.release();
    await assert.rejects(async () => room, { name: 'AbortError' });
    first.release();
    assert.equal(budget.held, 0);
  });

  it('counts what turned out smaller as that', () => {
    const budget = new ByteBudget(8 * mib);
    const portion = budget.begin();
    portion.grow(6 * mib);
    portion.shrink(4 * mib);
    assert.equal(budget.held, 2 * mib);
    portion.release();
    assert.equal(budget.held, 0);
  });

  it('holds no more than what is shared and the largest, and everybody ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 }), {
          minLength: 1,
          maxLength: 12,
        }),
        async (things) => {
          const budget = new ByteBudget(8 * mib);
          const come = async (pieces: readonly number[], portion: Portion) => {
            for (const piece of pieces) await portion.grow(piece * mib);
            await Promise.resolve();
            portion.release();
          };
          await Promise.all(things.map((pieces) => come(pieces, budget.begin())));
          const largest = Math.max(...things.map((pieces) => pieces.reduce((sum, piece) => sum + piece, 0)));
          assert.equal(budget.held, 0);
          assert.ok(budget.most <= (8 + largest) * mib, `${budget.most / mib} of ${8 + largest}`);
        },
      ),
    );
  });
});
