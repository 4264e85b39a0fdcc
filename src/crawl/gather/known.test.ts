import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KnownNumbers, together } from './known.ts';

/** An index in a store, with what was asked of it. */
function indexOf(entries: Record<string, number>) {
  const asked: string[][] = [];
  const lookup = async (prints: readonly string[]) => {
    asked.push([...prints]);
    return new Map(
      prints.flatMap((print) => (entries[print] === undefined ? [] : [[print, entries[print]]])),
    );
  };
  return { asked, lookup };
}

describe('known numbers', () => {
  it('of a crawl that has just begun need no lookup', () => {
    const { asked, lookup } = indexOf({});
    const known = new KnownNumbers(lookup, { isNew: true, most: 10 });
    known.set('a', 1);
    assert.equal(known.load(['a', 'b']), null);
    assert.deepEqual([known.get('a'), known.get('b'), asked], [1, undefined, []]);
  });

  it('are looked up together, in the order of the index, where they are not at hand', async () => {
    const { asked, lookup } = indexOf({ a: 1, c: 3 });
    const known = new KnownNumbers(lookup, { isNew: false, most: 10 });
    known.set('x', 9);
    await known.load(['c', 'x', 'b', 'a']);
    assert.deepEqual(asked, [['a', 'b', 'c']]);
    assert.deepEqual([known.get('a'), known.get('b'), known.get('c')], [1, undefined, 3]);
    assert.equal(known.load(['a', 'c', 'x']), null);
  });

  it('are forgotten beyond their bound, those used last come last, and are looked up again', async () => {
    const entries: Record<string, number> = {};
    const { asked, lookup } = indexOf(entries);
    const known = new KnownNumbers(lookup, { isNew: true, most: 8 });
    for (let at = 0; at < 30; at++) {
      const print = `p${String(at).padStart(2, '0')}`;
      known.set(print, at);
      entries[print] = at;
      assert.equal(known.get('p00'), 0, 'in use');
      if (known.isFull) known.trim();
    }
    assert.equal(known.get('p05'), undefined);
    await known.load(['p05']);
    assert.deepEqual([known.get('p05'), asked.length], [5, 1]);
  });

  it('are one question where several ask at one moment, or while an answer is under way', async () => {
    const { asked, lookup } = indexOf({ a: 1, c: 3 });
    const shared = together(lookup);
    const [one, other] = [0, 1].map(() => new KnownNumbers(shared, { isNew: false, most: 10 }));
    const first = Promise.all([one?.load(['c', 'b']), other?.load(['b', 'a'])]);
    await Promise.resolve();
    const late = Promise.all([one?.load(['d']), other?.load(['c'])]);
    await Promise.all([first, late]);
    assert.deepEqual(asked, [
      ['a', 'b', 'c'],
      ['c', 'd'],
    ]);
    assert.deepEqual([one?.get('c'), one?.get('a'), other?.get('a'), other?.get('c')], [3, undefined, 1, 3]);
  });

  it('are told what went wrong with their question, and the next one is asked', async () => {
    let fails = true;
    const shared = together(async () => {
      if (fails) throw new Error('no store');
      return new Map([['a', 1]]);
    });
    await assert.rejects(shared(['a']), /no store/);
    fails = false;
    assert.deepEqual(await shared(['a']), new Map([['a', 1]]));
  });
});
