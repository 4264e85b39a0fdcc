import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ClosureReader, decideValues, type Undecided } from './handler-values.ts';

const one: Undecided = {
  place: 'app.js#0:1:1',
  event: 'click',
  value: '',
  traits: 'button',
  values: '',
  key: null,
  run: 'f1',
};

function reader(closures: Record<string, Record<string, string>>): { read: ClosureReader; asked: string[] } {
  const asked: string[] = [];
  const read: ClosureReader = async (groups) => {
    asked.push(...groups.flat());
    return groups.map(
      (runs) => new Map(runs.map((run) => [run, new Map(Object.entries(closures[run] ?? {}))])),
    );
  };
  return { read, asked };
}

describe('the values of a handler', () => {
  test('stay as they are where something else tells elements apart', async () => {
    const { read, asked } = reader({});
    const all = [
      one,
      { ...one, traits: 'button 2', key: 'k' },
      { ...one, event: 'focus' },
      { ...one, value: 'x' },
    ];
    assert.deepEqual(await decideValues(all, read), ['', '', '', '']);
    assert.deepEqual(asked, []);
  });

  test('are keys before anything is asked', async () => {
    const { read, asked } = reader({});
    const all = ['a', 'b'].map((key, at) => ({ ...one, key, run: `f${at}` }));
    assert.deepEqual(await decideValues(all, read), ['key=a', 'key=b']);
    assert.deepEqual(asked, []);
  });

  test('are what differs in closures', async () => {
    const { read, asked } = reader({ f1: { i: '1', page: '7' }, f2: { i: '2', page: '7' } });
    const all = [one, { ...one, run: 'f2' }, { ...one, traits: 'other', run: 'f3' }];
    assert.deepEqual(await decideValues(all, read), ['i=1', 'i=2', '']);
    assert.deepEqual(asked, ['f1', 'f2']);
  });

  // Handlers of a library knew when they were bound: what was found by them once could not be reached again.
  test('are no times at which handlers were bound, which are others at each load', async () => {
    const all = ['f1', 'f2', 'f3'].map((run) => ({ ...one, run }));
    const bound = reader({ f1: { c: '0' }, f2: { c: '178.9' }, f3: { c: '462.6000000014901' } });
    assert.deepEqual(await decideValues(all, bound.read), ['nth=1', 'nth=2', 'nth=3']);
    const since = reader({ f1: { at: '1795000000123' }, f2: { at: '1795000000124' }, f3: {} });
    assert.deepEqual(await decideValues(all, since.read), ['nth=1', 'nth=2', 'nth=3']);
    const priced = reader({ f1: { price: '12' }, f2: { price: '13' }, f3: { price: 'free' } });
    assert.deepEqual(await decideValues(all, priced.read), ['price=12', 'price=13', 'price=free']);
  });

  test('are positions where even closures are alike, and nothing is asked of one and the same function', async () => {
    const { read, asked } = reader({});
    assert.deepEqual(await decideValues([one, one], read), ['nth=1', 'nth=2']);
    assert.deepEqual(asked, []);
    assert.deepEqual(await decideValues([one, { ...one, run: 'f2' }], read), ['nth=1', 'nth=2']);
  });

  test('are positions at once where closures of as many have told nothing three times', async () => {
    const { read, asked } = reader({ f5: { i: '5' }, f6: { i: '6' } });
    const silence = new Map<string, number>();
    const all = [one, { ...one, run: 'f2' }];
    for (let time = 0; time < 5; time++)
      assert.deepEqual(await decideValues(all, read, silence), ['nth=1', 'nth=2']);
    assert.equal(asked.length, 6);
    const more = [...all, { ...one, run: 'f5' }, { ...one, run: 'f6' }];
    assert.deepEqual(await decideValues(more, read, silence), [
      'i=undefined nth=1',
      'i=undefined nth=2',
      'i=5',
      'i=6',
    ]);
  });

  test('keep what belonged to the handler before', async () => {
    const { read } = reader({});
    assert.deepEqual(
      await decideValues(
        [
          { ...one, values: 'GET /a' },
          { ...one, values: 'GET /a' },
        ],
        read,
      ),
      ['GET /a nth=1', 'GET /a nth=2'],
    );
  });
});
