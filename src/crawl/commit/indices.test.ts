import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Change, PageContent } from '../../model/index.ts';
import { Indices } from './indices.ts';

/** A store that knows some numbers, and counts how often it is asked. */
function store(known: Readonly<Record<string, number>> = {}) {
  const asked: string[] = [];
  return {
    asked,
    numbersOf: async (prints: readonly string[]) => {
      asked.push(...prints);
      return new Map(prints.flatMap((print) => (print in known ? [[print, known[print] as number]] : [])));
    },
    numberOfContent: async (print: string) => {
      asked.push(print);
      return known[print] ?? null;
    },
  };
}

const kept = (number: number, fingerprint: string): Change => ({
  kept: { number, content: { fingerprint } as PageContent, document: new Uint8Array() },
});
const filed = (fingerprint: string, number: number): Change => ({ instructions: [{ fingerprint, number }] });

describe('the indices of a crawl', () => {
  it('are known without the store where nothing was recorded before', async () => {
    const site = store();
    const indices = new Indices(site, true);
    indices.note(filed('a', 1));
    indices.note(kept(1, 'c'));
    assert.deepEqual([...(await indices.numbersOf(['a', 'b']))], [['a', 1]]);
    assert.deepEqual([await indices.numberOfContent('c'), await indices.numberOfContent('d')], [1, null]);
    assert.deepEqual(site.asked, []);
  });

  it('lead to the page that a number was merged into, however often', async () => {
    const indices = new Indices(store(), true);
    indices.note({ ...filed('a', 3), merged: [{ number: 3, into: 2 }] });
    indices.note({ merged: [{ number: 2, into: 1 }] });
    // What was merged before stays where it is, and nothing is merged into itself.
    indices.note({
      merged: [
        { number: 3, into: 9 },
        { number: 1, into: 3 },
      ],
    });
    assert.deepEqual([...(await indices.numbersOf(['a']))], [['a', 1]]);
  });

  it('name the page that had a content first', async () => {
    const indices = new Indices(store(), true);
    indices.note(kept(1, 'c'));
    indices.note(kept(2, 'c'));
    assert.equal(await indices.numberOfContent('c'), 1);
  });

  it('are looked up where there was something before, each number once', async () => {
    const site = store({ a: 1, c: 1 });
    const indices = new Indices(site, false);
    for (let time = 0; time < 2; time++) {
      assert.deepEqual([...(await indices.numbersOf(['a']))], [['a', 1]]);
      assert.equal(await indices.numberOfContent('c'), 1);
    }
    assert.deepEqual(site.asked, ['a', 'c']);
    await indices.numbersOf(['b']);
    await indices.numbersOf(['b']);
    assert.deepEqual(site.asked, ['a', 'c', 'b', 'b'], 'what is not there may come');
  });

  it('are looked up anew after a step that takes something back', async () => {
    for (const upset of [{ requeued: [1] }, { printed: [{ number: 1, fingerprint: 'd' }] }, { gone: [1] }]) {
      const site = store({ a: 7 });
      const indices = new Indices(site, true);
      indices.note(filed('a', 1));
      indices.note(upset);
      assert.deepEqual([...(await indices.numbersOf(['a']))], [['a', 7]]);
    }
  });

  it('are looked up anew where numbers are merged of which only the store knows what they were', async () => {
    const site = store({ a: 5 });
    const indices = new Indices(site, false);
    indices.note(filed('a', 1));
    indices.note({ merged: [{ number: 1, into: 5 }] });
    assert.deepEqual([...(await indices.numbersOf(['a']))], [['a', 5]]);
  });
});
